import ScreenKit
import TerminalScreen
import TerminalViews

/// The method of drawing pictures.
extension Browser {
    /// Whether the key for pixels is worth a hint: this terminal shows them, and the key was never pressed on it.
    var hintsAtPixels: Bool {
        let methods = environment[PictureMethods.self]
        return environment.renderer.pixels == nil && methods.pixels != nil && state.chosenPictures == nil
            && state.stored.pictures[methods.terminal] == nil
    }

    /// Switches between half blocks and the best that this terminal can draw. Returns the status message.
    func cyclePictureMethod() -> String {
        let methods = environment[PictureMethods.self]
        let finer: PictureMethods.Choice = methods.pixels == nil ? .best : .pixels
        let choice = environment.renderer.method == .glyphs(.halfBlocks) ? finer : .half
        let method = methods.method(choice)
        state.chosenPictures = choice
        environment[PictureChoice.self] = method
        environment.renderer = methods.renderer(method, from: environment.renderer)
        let reason = method == methods.method(.half) ? methods.refusal(of: .glyphs(.blocks)) : nil
        return "pictures: \(method.name)" + (reason.map { ", \($0)" } ?? "")
    }
}

import Pixels
import TerminalScreen
import TerminalViews

/// The methods of drawing pictures that are known to work on a terminal.
@MainActor
struct PictureMethods {
    /// The number of colors.
    let colors: ColorDepth
    /// Why only half blocks can be drawn; `nil` if more can.
    let obstacle: String?
    private let name: String?
    private let support: PixelSupport?

    /// Finds the methods. Where nothing is shown, `session` is `nil`, and `offscreen` says what is possible.
    init(_ session: TerminalSession?, offscreen: PixelSupport? = nil) {
        colors = session?.colors ?? .direct
        name = session?.facts.name
        obstacle =
            if session?.isUnicode == false {
                "without UTF-8"
            } else if session?.facts.ambiguousWidth == 2 {
                "because blocks are two columns wide here"
            } else {
                nil
            }
        support = session?.pixelSupport ?? offscreen
    }

    /// Returns why a protocol cannot be used; `nil` if it can.
    func refusal(of method: PixelProtocol) -> String? {
        if let obstacle { return obstacle }
        if colors != .direct { return "pixels need 24-bit colors, not \(colors.rawValue)" }
        guard let support else { return "there is no terminal" }
        return support.refusal(of: method)
    }

    private func pixels(_ method: PixelProtocol) -> TerminalPixels? {
        guard refusal(of: method) == nil else { return nil }
        let playsAnimations = method == .kitty && support?.kittyMedium == .sharedMemory
        return support?.cell.flatMap { TerminalPixels(method, cell: $0, playsAnimations: playsAnimations) }
    }

    private var usable: [PixelProtocol] { PixelProtocol.allCases.filter { pixels($0) != nil } }

    /// Whether a terminal is known to show pictures pixel by pixel.
    var hasPixels: Bool { support?.best.flatMap(pixels) != nil }

    /// All of them: half blocks, pixels, and finer characters.
    var all: [PictureMethod] {
        guard obstacle == nil else { return [.glyphs(.halfBlocks)] }
        let sets = GlyphSet.allCases.prefix { $0 != finest } + [finest]
        return [.glyphs(.halfBlocks)] + usable.map(PictureMethod.pixels)
            + sets.filter { $0 != .halfBlocks }.map(PictureMethod.glyphs)
    }

    private var finest: GlyphSet { GlyphSet.finest(inTerminalNamed: name).possible(in: colors) }

    /// Returns the renderer for a method, or for the nearest one that is possible; `nil` for the best there is.
    func renderer(_ method: PictureMethod?, from renderer: PictureRenderer) -> PictureRenderer {
        guard obstacle == nil else { return renderer.with(.halfBlocks) }
        switch method {
        case .glyphs(let glyphs)?: return renderer.with(glyphs.possible(in: colors))
        case .pixels(let method)?: return renderer.with(pixels(method))
        case nil:
            let best = support?.best.flatMap(pixels)
            return best == nil ? renderer.with(finest) : renderer.with(best)
        }
    }
}

/// The method of drawing pictures that the user has chosen; `nil` for the best there is.
enum PictureChoice: EnvironmentKey {
    static let defaultValue: PictureMethod? = nil
}

import Pixels
import TerminalScreen

/// A transition in progress. A value: its owner passes the time.
struct RunningTransition {
    let transition: ImageTransition
    let old: Bitmap
    let new: Bitmap
    private let effect: TransitionEffect
    /// The first turn after the change; `nil` before it. Images arrive between turns, when the window's clock may be
    /// far behind.
    private var start: Duration?
    /// The progress from 0 to 1.
    private(set) var fraction = 0.0

    private static let frameInterval = Duration.milliseconds(16)
    /// Number of steps of a mixing effect on terminals with few colors, on which smaller steps are not visible.
    private static let paletteSteps = 16.0

    init(_ transition: ImageTransition, _ effect: TransitionEffect, from old: Bitmap, to new: Bitmap) {
        (self.transition, self.effect, self.old, self.new) = (transition, effect, old, new)
    }

    /// Advances the transition. Returns in `next` when to call again, `nil` at the end, and in `isNew` whether a redraw
    /// is due.
    mutating func advance(to now: Duration, colors: ColorDepth) -> (next: Duration?, isNew: Bool) {
        let begin = start ?? now
        let isFirst = start == nil
        start = begin
        let end = begin + transition.duration
        guard now < end else { return (nil, true) }
        let before = fraction
        let time = max(.zero, now - begin) / transition.duration
        switch effect {
        case .mixing:
            fraction = colors == .direct ? time : (time * Self.paletteSteps).rounded(.down) / Self.paletteSteps
        case .moving: fraction = time * time * (3 - 2 * time)
        }
        return (min(now + Self.frameInterval, end), isFirst || fraction != before)
    }

    /// Returns the cells of the present progress: half blocks, whatever the images are drawn with, because the pixels of
    /// finer characters are too many to be mixed in every frame.
    ///
    /// Effects that mix do so with `background` where either image is transparent. If that is the terminal's and unknown,
    /// such pixels change at half instead: any assumed color could be the opposite of the real one.
    func cells(for renderer: PictureRenderer, on background: PictureBackground) -> PictureCells {
        // without colors, black stands for the background
        let background = renderer.colors == .mono ? .terminalColor(RGB(0, 0, 0)) : background
        switch effect {
        case .mixing:
            let renderer = renderer.with(.halfBlocks).moving
            let picture = effect.picture(from: old, to: new, fraction: fraction)
            let isUnknown = background == .terminal
            return renderer.cells(for: isUnknown ? picture.withoutPartialAlpha() : picture, background: background)
        case .moving:
            // the pixels are in the terminal's colors already
            let picture = effect.picture(
                from: old, to: new, fraction: fraction, isShaded: renderer.colors == .direct)
            let depth = renderer.colors == .mono ? ColorDepth.mono : .direct
            return PictureRenderer(colors: depth).cells(for: picture, background: background)
        }
    }
}

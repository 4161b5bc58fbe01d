import Pixels
import TerminalScreen

/// A change of content that is under way. A value: whoever owns it tells the time.
struct RunningTransition {
    let transition: ImageTransition
    let subject: ImageTransition.Subject
    let old: Bitmap
    let new: Bitmap
    private let effect: TransitionEffect
    private let seed: UInt64
    /// The first turn after the change; `nil` before it. Images arrive between turns, when the window's clock may be
    /// long behind.
    private var start: Duration?
    /// How much is done; `nil` before the first turn.
    private(set) var fraction = 0.0

    private static let frameInterval = Duration.milliseconds(16)
    /// With few colours, smaller steps of a mixture are not seen.
    private static let paletteSteps = 16.0

    init(
        _ transition: ImageTransition, _ effect: TransitionEffect, _ subject: ImageTransition.Subject, from old: Bitmap,
        to new: Bitmap, seed: UInt64
    ) {
        self.transition = transition
        self.effect = effect
        self.subject = subject
        self.old = old
        self.new = new
        self.seed = seed
    }

    /// Moves on. `next`: when to do so again; `nil`: it is over. `isNew`: it looks different from before.
    mutating func advance(to now: Duration, colors: ColorDepth) -> (next: Duration?, isNew: Bool) {
        let begin = start ?? now
        let isFirst = start == nil
        start = begin
        let end = begin + transition.duration
        guard now < end else { return (nil, true) }
        let before = fraction
        fraction = transition.easing((now - begin) / transition.duration)
        if case .mixing = effect, colors != .direct {
            fraction = (fraction * Self.paletteSteps).rounded(.down) / Self.paletteSteps
        }
        return (min(now + Self.frameInterval, end), isFirst || fraction != before)
    }

    func cells(for renderer: PictureRenderer) -> PictureCells {
        switch effect {
        case .mixing:
            let picture = effect.picture(from: old, to: new, fraction: fraction, seed: seed)
            return renderer.moving.cells(for: picture, background: .terminal)
        case .moving:
            // The colours are the terminal's already.
            let picture = effect.picture(
                from: old, to: new, fraction: fraction, seed: seed, isShaded: renderer.colors == .direct)
            let depth = renderer.colors == .mono ? ColorDepth.mono : .direct
            return PictureRenderer(colors: depth).cells(for: picture, background: .terminal)
        }
    }
}

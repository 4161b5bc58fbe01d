import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    /// A change of content that is under way, in the terminal's full colours: they are reduced after mixing.
    struct RunningTransition {
        let from: Bitmap
        let to: Bitmap
        let duration: Duration
        /// The first turn after the change; `nil` before it. Images arrive between turns, when the window's clock may
        /// be long behind.
        var start: Duration?
    }

    private static let frameInterval = Duration.milliseconds(16)

    /// What a transition to come would start from; `nil` if there will be none.
    func snapshotForTransition() -> Bitmap? {
        guard case .fade(let duration) = transition, duration > .zero, isInVisibleTree else { return nil }
        return snapshot()
    }

    func startTransition(from old: Bitmap) {
        guard case .fade(let duration) = transition, let new = snapshot() else { return }
        running = RunningTransition(from: old, to: new, duration: duration)
        environment.manager.trace.record(TraceEvent(.transition, view: id, row: row, url: imageURL?.absoluteString))
    }

    func advanceTransition(to now: Duration) -> Duration? {
        guard let running else { return nil }
        let start = running.start ?? now
        let end = start + running.duration
        setNeedsDisplay()
        guard now < end else {
            self.running = nil
            return nil
        }
        self.running?.start = start
        return min(now + Self.frameInterval, end)
    }

    /// The middle of a transition; `nil` when none is running, or when the view changed its size under it.
    func transitionPixels(at now: Duration) -> Bitmap? {
        guard let running, running.to.size == pixelBox else { return nil }
        let fraction = running.start.map { min(1, max(0, (now - $0) / running.duration)) } ?? 0
        return running.from.mixed(with: running.to, fraction: fraction)
    }

    /// What the view shows right now as pixels, the middle of a transition included; `nil` where it has no room.
    private func snapshot() -> Bitmap? {
        guard !bounds.isEmpty, let window else { return nil }
        if let mixed = transitionPixels(at: window.now) { return mixed }
        var context = DrawingContext(canvas: Canvas(size: bounds.size), now: window.now)
        drawContent(in: &context, with: PictureRenderer(colors: .direct))
        return Bitmap(showing: context.canvas)
    }
}

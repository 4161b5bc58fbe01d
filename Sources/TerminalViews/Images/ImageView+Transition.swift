import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    // MARK: - Starting

    /// Sets an image in the view with its transition.
    func makeTransition(_ set: () -> Void) {
        guard let effect = transition.effect, transition.duration > .zero, isInVisibleTree,
            let old = snapshot(for: effect)
        else { return set() }
        set()
        guard let new = snapshot(for: effect), old.size == new.size else { return }
        running = RunningTransition(transition, effect, from: old, to: new)
        slots[.image]?.binding.didBeginTransition()
        record(.transition)
    }

    // MARK: - Running

    func advanceTransition(to now: Duration) -> Duration? {
        guard running != nil else { return nil }
        guard running?.old.size == pixelBox else {
            endTransition()
            return nil
        }
        let step = running?.advance(to: now, colors: environment.renderer.colors)
        if step?.isNew == true { setNeedsDisplay() }
        guard let next = step?.next else {
            endTransition()
            return nil
        }
        return next
    }

    /// Returns the present frame of a transition over what is drawn behind the view; `nil` when none is running, or when
    /// the view's size has changed since its start.
    func transitionCells(on ground: CellColor) -> PictureCells? {
        guard let running, running.old.size == pixelBox else { return nil }
        let terminal = environment.terminalBackground.map { PictureBackground.terminalColor($0) } ?? .terminal
        return running.cells(for: environment.renderer, on: ground.rgb.map { .color($0) } ?? terminal)
    }

    /// Stops the transition without telling the load; the view displays the new content.
    func dropTransition() {
        guard running != nil else { return }
        running = nil
        setNeedsDisplay()
    }

    // MARK: - Snapshots

    /// Returns the displayed content as pixels; `nil` if the view is empty or in no window. Effects that mix are given
    /// full colors; effects that only move pixels are given the terminal's own colors.
    private func snapshot(for effect: TransitionEffect) -> Bitmap? {
        guard !bounds.isEmpty, window != nil else { return nil }
        var context = DrawingContext(canvas: Canvas(size: bounds.size))
        let renderer =
            if case .mixing = effect {
                PictureRenderer(colors: .direct)
            } else {
                environment.renderer.with(.halfBlocks)
            }
        drawContent(in: &context, with: renderer)
        return Bitmap(showing: context.canvas)
    }
}

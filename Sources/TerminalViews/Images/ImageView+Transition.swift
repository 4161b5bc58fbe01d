import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen

extension ImageView {
    // MARK: - Starting

    /// Sets an image in the view with its transition. `set` sets it, unless the transition does so itself.
    func makeTransition(to loaded: LoadedImage, _ set: () -> Void) {
        let transition = transition
        guard let effect = transition.effect else { return set() }
        let subject = ImageTransition.Subject(image: loaded.image, cacheType: loaded.cacheType, url: loaded.url)
        let generation = bindingGeneration
        transition.prepares?(self, subject)
        guard generation == bindingGeneration else { return }  // the step bound the view to another URL
        let old = transition.duration > .zero && isInVisibleTree ? snapshot(for: effect) : nil
        if !transition.avoidsAutoSetImage { set() }
        transition.animations?(self, subject)
        guard generation == bindingGeneration else { return }
        guard let old, let new = snapshot(for: effect), old.size == new.size else {
            transition.completion?(self, subject)
            return
        }
        begin(RunningTransition(transition, effect, subject, from: old, to: new, seed: transitionSeed))
        environment.manager.trace.record(TraceEvent(.transition, view: id, row: row, url: imageURL?.absoluteString))
    }

    /// The seed of a transition, different for each load.
    private var transitionSeed: UInt64 {
        UInt64(truncatingIfNeeded: id) << 32 | UInt64(truncatingIfNeeded: bindingGeneration)
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
            endTransition(isWhole: true)
            return nil
        }
        return next
    }

    /// The present frame of a transition; `nil` when none is running, or when the view's size has changed since its
    /// start.
    func transitionCells() -> PictureCells? {
        guard let running, running.old.size == pixelBox else { return nil }
        return running.cells(for: environment.renderer)
    }

    /// Stops the transition without its completion; the view displays the new content.
    func dropTransition() {
        guard running != nil else { return }
        running = nil
        setNeedsDisplay()
    }

    // MARK: - Snapshots

    /// Returns the displayed content as pixels; `nil` if the view is empty or in no window. Effects that mix are given
    /// full colors; effects that only move pixels are given the terminal's own colors.
    private func snapshot(for effect: TransitionEffect) -> Bitmap? {
        guard !bounds.isEmpty, let window else { return nil }
        var context = DrawingContext(canvas: Canvas(size: bounds.size), now: window.now)
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

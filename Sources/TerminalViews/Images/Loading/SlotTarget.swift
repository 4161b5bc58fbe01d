import ImageLoading

/// The target that shows the images of one slot's binding in its view. Only the image slot has an indicator,
/// transitions and late results that count.
@MainActor
final class SlotTarget: ImageBindingTarget {
    private weak var view: ImageView?
    private let slot: ImageSlot
    /// The latest request; `nil` after a reset.
    var request: ImageView.Request?

    init(view: ImageView, slot: ImageSlot) { (self.view, self.slot) = (view, slot) }

    func show(_ content: ImageBinding.Content, isAnimated: Bool) {
        view?.show(content, in: slot, of: request, isAnimated: isAnimated)
    }

    func setLoading(_ isLoading: Bool) {
        guard slot == .image else { return }
        if isLoading { view?.startIndicator() } else { view?.stopIndicator() }
    }

    func setProgress(received: Int, expected: Int?) {
        guard slot == .image else { return }
        view?.setProgress(expected.map { $0 > 0 ? Double(received) / Double($0) : 0 })
    }

    func dropTransition() { if slot == .image { view?.dropTransition() } }

    func didDropLateResult() { view?.record(.late) }
}

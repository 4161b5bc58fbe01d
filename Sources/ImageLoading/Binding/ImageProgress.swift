/// The number of bytes of an image that have arrived. Main actor only; it lives as long as its view's slot and is
/// reused for every load.
///
/// A load starts at 0 of 0. The total is 0 until the server has sent the size. At the end both are equal, even if the
/// size was never known; an image without counted bytes ends at 1 of 1.
@MainActor
public final class ImageProgress {
    /// Number of bytes that have arrived.
    public private(set) var completedUnits = 0
    /// Number of bytes in all; 0 while it is not known.
    public private(set) var totalUnits = 0
    /// Called after each change.
    public var didChange: @MainActor (ImageProgress) -> Void = { _ in }

    /// Creates a progress of 0 of 0.
    public init() {}

    /// The progress from 0 to 1; 0 while the total is not known.
    public var fraction: Double {
        totalUnits > 0 ? min(1, Double(completedUnits) / Double(totalUnits)) : 0
    }

    func reset() { set(0, of: 0) }

    func set(_ completed: Int, of total: Int?) { set(max(0, completed), of: max(0, total ?? 0)) }

    /// Sets the completed units to the total, at least 1.
    func fill() {
        let total = max(1, max(totalUnits, completedUnits))
        set(total, of: total)
    }

    private func set(_ completed: Int, of total: Int) {
        guard completed != completedUnits || total != totalUnits else { return }
        (completedUnits, totalUnits) = (completed, total)
        didChange(self)
    }
}

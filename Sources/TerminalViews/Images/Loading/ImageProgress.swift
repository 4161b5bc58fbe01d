/// How much of an image has arrived. Main actor only; it lives as long as its view's slot, one load after another.
///
/// A load begins at 0 of 0. As long as the server has not said how much there will be, the total is 0. When the image is
/// there, everything has arrived, also where the size was never known: then it is 1 of 1 unit.
@MainActor
public final class ImageProgress {
    /// Bytes that have arrived.
    public private(set) var completedUnits = 0
    /// Bytes that there will be; 0 while that is not known.
    public private(set) var totalUnits = 0
    /// Called after each change.
    public var didChange: @MainActor (ImageProgress) -> Void = { _ in }

    public init() {}

    /// From 0 to 1; 0 while the total is not known.
    public var fraction: Double {
        totalUnits > 0 ? min(1, Double(completedUnits) / Double(totalUnits)) : 0
    }

    func reset() { set(0, of: 0) }

    func set(_ completed: Int, of total: Int?) { set(max(0, completed), of: max(0, total ?? 0)) }

    /// Everything is there, however much that was.
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

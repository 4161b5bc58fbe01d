/// A detector of slow connections to the terminal, based on dropped frames. A value without a clock.
///
/// A busy terminal drops single frames now and then. Several in a short time mean that it does not keep up; the
/// connection then counts as slow permanently, because colors that change their precision back and forth would be
/// worse.
public struct SlowOutputDetector: Hashable, Sendable {
    /// Whether the connection is slow. Never becomes `false` again.
    public private(set) var isSlow = false
    private var drops: [Duration] = []

    /// Number of dropped frames within ``window`` that make a connection slow.
    private static let patience = 3
    private static let window = Duration.seconds(2)

    /// Creates a detector that has not seen a dropped frame.
    public init() {}

    /// Records a frame that was not drawn because the preceding one was not written yet.
    public mutating func didDropFrame(at now: Duration) {
        drops = drops.filter { now - $0 < Self.window } + [now]
        if drops.count >= Self.patience { isSlow = true }
    }
}

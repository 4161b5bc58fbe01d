/// Whether the way to the terminal is slow, as far as dropped frames tell. A value without a clock.
///
/// One frame now and then is dropped by every terminal that is busy. Several in a short time mean that it does not keep
/// up; then the link counts as slow for good, because colours that change their precision to and fro would be worse.
public struct LinkGauge: Hashable, Sendable {
    public private(set) var isSlow = false
    private var drops: [Duration] = []

    /// So many drops within ``window`` are a slow link.
    private static let patience = 3
    private static let window = Duration.seconds(2)

    public init() {}

    /// A frame was not drawn because the one before was not written yet.
    public mutating func didDropFrame(at now: Duration) {
        drops = drops.filter { now - $0 < Self.window } + [now]
        if drops.count >= Self.patience { isSlow = true }
    }
}

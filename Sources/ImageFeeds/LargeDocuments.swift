import Dispatch

/// A limit of large documents in memory: a parser needs the whole document, and several times its size for the result.
/// The limit is per process.
enum LargeDocuments {
    /// Maximum number of large documents: as many as two processors parse concurrently.
    private static let places = DispatchSemaphore(value: 2)
    /// The size in bytes from which a document is large. Nearly every feed is smaller and need not wait.
    private static let smallest = 1_000_000

    /// Runs work on a document of the given size, after others if it is large. Blocking; not reentrant.
    static func inTurn<Result>(_ bytes: Int, _ work: () -> Result) -> Result {
        guard bytes >= smallest else { return work() }
        places.wait()
        defer { places.signal() }
        return work()
    }
}

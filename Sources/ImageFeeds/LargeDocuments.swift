import Dispatch

/// Has few large documents in memory at once: a parser takes all of one, and several times as much for what it makes of
/// it. The memory is that of the process, and so are the places.
enum LargeDocuments {
    /// As many as a machine of two processors parses at once.
    private static let places = DispatchSemaphore(value: 2)
    /// Bytes. Nearly every feed is smaller, and waits for no other.
    private static let smallest = 1_000_000

    /// Runs what takes a document of so many bytes into memory, after others if it is large. Blocking; not inside itself.
    static func inTurn<Result>(_ bytes: Int, _ work: () -> Result) -> Result {
        guard bytes >= smallest else { return work() }
        places.wait()
        defer { places.signal() }
        return work()
    }
}

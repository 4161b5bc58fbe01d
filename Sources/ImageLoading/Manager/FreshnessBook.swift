/// What HTTP says about the pictures whose images are in memory: an image itself does not know how fresh it is. A value.
struct FreshnessBook {
    /// How many are remembered at most. Who is not remembered counts as stale, and is looked up on disk.
    static let capacity = 10_000

    private var entries: [String: ResponseMetadata] = [:]

    subscript(source: String) -> ResponseMetadata? { entries[source] }

    mutating func record(_ metadata: ResponseMetadata?, for source: String) {
        guard let metadata else { return entries[source] = nil }
        // A sweep of the whole book is rare, and forgetting costs a look at the disk.
        if entries.count >= Self.capacity, entries[source] == nil { entries.removeAll(keepingCapacity: true) }
        entries[source] = metadata
    }

    mutating func renew(_ source: String, at now: Double) { entries[source] = entries[source]?.renewed(at: now) }
}

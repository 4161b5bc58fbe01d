import HalftoneCore

/// The queue of documents to fetch, in order, with limits of concurrent fetches in total and per host. A value.
///
/// A slow host occupies at most its own limit, so that other hosts continue.
struct FetchQueue<ID: Sendable>: Sendable {
    private typealias Document = (id: ID, url: RequestAddress)

    /// The documents in order. Those of hosts at their limit were moved to ``deferred``, each once, so that ten thousand
    /// of one host stay cheap.
    private var waiting: ArraySlice<Document> = []
    private var deferred: [String: ArraySlice<Document>] = [:]
    /// Deferred documents that have a place of their host.
    private var ready: ArraySlice<Document> = []
    /// The places of each host that are taken.
    private var taken: [String: Int] = [:]
    private var room: Int
    private let roomOfHost: Int

    init(_ limits: FeedLimits) {
        room = max(1, limits.concurrentFetches)
        roomOfHost = max(1, limits.concurrentFetchesOfHost)
    }

    mutating func add(_ id: ID, _ url: RequestAddress) { waiting.append((id, url)) }

    /// Returns the next document to fetch, of a host (and port) below its limit; it occupies a place until
    /// ``didEnd(_:)``. Returns `nil` if there is none now.
    mutating func next() -> (id: ID, url: RequestAddress)? {
        guard room > 0 else { return nil }
        var next = ready.popFirst()
        while next == nil, let document = waiting.popFirst() {
            let host = Self.host(of: document.url)
            if taken[host, default: 0] < roomOfHost {
                taken[host, default: 0] += 1
                next = document
            } else {
                deferred[host, default: []].append(document)
            }
        }
        if next != nil { room -= 1 }
        return next
    }

    /// Frees the place of a document that has arrived or failed, for the next one of its host.
    mutating func didEnd(_ url: RequestAddress) {
        let host = Self.host(of: url)
        room += 1
        if let next = deferred[host]?.popFirst() { ready.append(next) } else { taken[host, default: 1] -= 1 }
    }

    private static func host(of url: RequestAddress) -> String { WebAddress(url).map { String($0.host) } ?? "" }
}

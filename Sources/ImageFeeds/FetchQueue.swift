import HalftoneCore

/// The queue of documents to fetch, in order, with limits of concurrent fetches in total and per host. A value.
///
/// A slow host occupies at most its own limit, so that other hosts continue.
struct FetchQueue<ID: Sendable>: Sendable {
    private typealias Document = (number: Int, id: ID, url: RequestAddress)

    private var waiting: [(id: ID, url: RequestAddress, host: String)] = []
    private var firstWaiting = 0
    /// The documents before ``firstWaiting`` that were skipped because of their hosts' limits.
    private var deferred: [String: ArraySlice<Document>] = [:]
    /// The hosts with documents in ``deferred`` that are below their limit again.
    private var freed: Set<String> = []
    private var running: [String: Int] = [:]
    private var room: Int
    private let roomOfHost: Int

    init(_ limits: FeedLimits) {
        room = max(1, limits.concurrentFetches)
        roomOfHost = max(1, limits.concurrentFetchesOfHost)
    }

    mutating func add(_ id: ID, _ url: RequestAddress) { waiting.append((id, url, Self.host(of: url))) }

    /// Returns the next document to fetch, of a host (and port) below its limit; it occupies a slot until
    /// ``didEnd(_:)``. Returns `nil` if there is none now. No document is skipped twice, so that ten thousand of one
    /// host stay cheap.
    mutating func next() -> (id: ID, url: RequestAddress)? {
        guard room > 0 else { return nil }
        if let host = freed.min(by: { firstNumber(of: $0) < firstNumber(of: $1) }),
            let document = deferred[host]?.popFirst()
        {
            begin(host)
            if deferred[host]?.isEmpty != false || !hasRoom(host) { freed.remove(host) }
            return (document.id, document.url)
        }
        while firstWaiting < waiting.count {
            let (id, url, host) = waiting[firstWaiting]
            firstWaiting += 1
            guard !hasRoom(host) else {
                begin(host)
                return (id, url)
            }
            deferred[host, default: []].append((firstWaiting, id, url))
        }
        return nil
    }

    private func firstNumber(of host: String) -> Int { deferred[host]?.first?.number ?? .max }
    private func hasRoom(_ host: String) -> Bool { running[host, default: 0] < roomOfHost }

    private mutating func begin(_ host: String) {
        room -= 1
        running[host, default: 0] += 1
    }

    /// Frees the slot of a document that has arrived or failed.
    mutating func didEnd(_ url: RequestAddress) {
        let host = Self.host(of: url)
        room += 1
        running[host, default: 1] -= 1
        if deferred[host]?.isEmpty == false { freed.insert(host) }
    }

    private static func host(of url: RequestAddress) -> String { WebAddress(url).map { String($0.host) } ?? "" }
}

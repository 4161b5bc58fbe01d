import HalftoneCore

/// Which documents are fetched next: in their order, so many at once, and of them so many from one host. A value.
///
/// A host that does not answer keeps so many places and no more: what other hosts have comes meanwhile.
struct FetchQueue<ID: Sendable>: Sendable {
    private typealias Document = (number: Int, id: ID, url: RequestAddress)

    private var waiting: [(id: ID, url: RequestAddress, host: String)] = []
    private var firstWaiting = 0
    /// Documents before ``firstWaiting`` that their hosts had no room for.
    private var passedOver: [String: ArraySlice<Document>] = [:]
    /// The hosts with documents in ``passedOver`` that have room again: few, as many as fetches ended.
    private var freed: Set<String> = []
    private var running: [String: Int] = [:]
    private var room: Int
    private let roomOfHost: Int

    init(_ limits: FeedLimits) {
        room = max(1, limits.concurrentFetches)
        roomOfHost = max(1, limits.concurrentFetchesOfHost)
    }

    mutating func add(_ id: ID, _ url: RequestAddress) { waiting.append((id, url, Self.host(of: url))) }

    /// The next one to fetch, of a host (and port) that has room for it; it takes a place until ``didEnd(_:)``. `nil`:
    /// none for now. No document is passed over twice, so that ten thousand of one host cost no more than of many.
    mutating func next() -> (id: ID, url: RequestAddress)? {
        guard room > 0 else { return nil }
        if let host = freed.min(by: { firstNumber(of: $0) < firstNumber(of: $1) }),
            let document = passedOver[host]?.popFirst()
        {
            begin(host)
            if passedOver[host]?.isEmpty != false || !hasRoom(host) { freed.remove(host) }
            return (document.id, document.url)
        }
        while firstWaiting < waiting.count {
            let (id, url, host) = waiting[firstWaiting]
            firstWaiting += 1
            guard !hasRoom(host) else {
                begin(host)
                return (id, url)
            }
            passedOver[host, default: []].append((firstWaiting, id, url))
        }
        return nil
    }

    private func firstNumber(of host: String) -> Int { passedOver[host]?.first?.number ?? .max }
    private func hasRoom(_ host: String) -> Bool { running[host, default: 0] < roomOfHost }

    private mutating func begin(_ host: String) {
        room -= 1
        running[host, default: 0] += 1
    }

    /// The document at a URL has come, or will not.
    mutating func didEnd(_ url: RequestAddress) {
        let host = Self.host(of: url)
        room += 1
        running[host, default: 1] -= 1
        if passedOver[host]?.isEmpty == false { freed.insert(host) }
    }

    private static func host(of url: RequestAddress) -> String { WebAddress(url).map { $0.host.lowercased() } ?? "" }
}

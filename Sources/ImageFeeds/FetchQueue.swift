import Basis

/// Which documents are fetched next: in their order, so many at once, and of them so many from one host. A value.
///
/// A host that does not answer keeps so many places and no more: what other hosts have comes meanwhile.
struct FetchQueue<ID: Sendable>: Sendable {
    private var waiting: [(id: ID, url: RequestAddress, host: String)] = []
    private var firstWaiting = 0
    private var running: [String: Int] = [:]
    private var room: Int
    private let roomOfHost: Int

    init(_ limits: FeedLimits) {
        room = max(1, limits.concurrentFetches)
        roomOfHost = max(1, limits.concurrentFetchesOfHost)
    }

    mutating func add(_ id: ID, _ url: RequestAddress) { waiting.append((id, url, Self.host(of: url))) }

    /// The next one to fetch, of a host (and port) that has room for it; it takes a place until ``didEnd(_:)``. `nil`:
    /// none for now.
    mutating func next() -> (id: ID, url: RequestAddress)? {
        guard room > 0,
            let index = waiting[firstWaiting...].firstIndex(where: { running[$0.host, default: 0] < roomOfHost })
        else {
            return nil
        }
        let (id, url, host) = waiting[index]
        if index == firstWaiting { firstWaiting += 1 } else { waiting.remove(at: index) }
        room -= 1
        running[host, default: 0] += 1
        return (id, url)
    }

    /// The document at a URL has come, or will not.
    mutating func didEnd(_ url: RequestAddress) {
        room += 1
        running[Self.host(of: url), default: 1] -= 1
    }

    private static func host(of url: RequestAddress) -> String { WebAddress(url).map { $0.host.lowercased() } ?? "" }
}

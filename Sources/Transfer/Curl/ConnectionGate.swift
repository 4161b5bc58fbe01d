/// A gate that makes transfers wait for the first connection to their origin. A value.
///
/// Over HTTP/2 one connection serves all transfers to an origin, but only the first connection tells whether the server
/// speaks HTTP/2. libcurl can wait for it too (`CURLOPT_PIPEWAIT`), but up to 7.88 it then wakes the waiting transfers
/// one by one, and stops waking them once the one that it woke is removed.
struct ConnectionGate {
    typealias ID = ObjectIdentifier

    private struct Origin {
        /// The transfer that opens the connection; `nil` once it is open.
        var opener: ID?
        var waiting: [ID] = []
        /// All transfers that have entered and not left.
        var members: Set<ID> = []
    }

    private var origins: [String: Origin] = [:]
    private var places: [ID: String] = [:]

    /// Registers a transfer. Returns `true` if it may start; otherwise it waits until ``didConnect(_:)`` or
    /// ``leave(_:hasFailed:)`` returns its ID.
    mutating func enter(_ id: ID, origin name: String) -> Bool {
        places[id] = name
        guard var origin = origins[name] else {
            origins[name] = Origin(opener: id, members: [id])
            return true
        }
        origin.members.insert(id)
        let mayGo = origin.opener == nil || origin.opener == id
        if !mayGo { origin.waiting.append(id) }
        origins[name] = origin
        return mayGo
    }

    /// The transfers that open a connection for which other transfers wait.
    var awaited: [ID] { origins.values.compactMap { $0.waiting.isEmpty ? nil : $0.opener } }

    /// Records that the connection is open. Returns the transfers that waited for it and may start now.
    mutating func didConnect(_ id: ID) -> [ID] {
        guard let name = places[id], origins[name]?.opener == id else { return [] }
        origins[name]?.opener = nil
        defer { origins[name]?.waiting = [] }
        return origins[name]?.waiting ?? []
    }

    /// Removes a transfer. Returns the transfers that may start now, if it was to open the connection: the next one,
    /// which takes over, or all that wait, if it `hasFailed` to do so. One after the other they would fail for minutes,
    /// in slots that transfers to other origins need.
    mutating func leave(_ id: ID, hasFailed: Bool) -> [ID] {
        guard let name = places.removeValue(forKey: id), var origin = origins[name] else { return [] }
        origin.members.remove(id)
        origin.waiting.removeAll { $0 == id }
        var next: [ID] = []
        if origin.opener == id {
            next = hasFailed ? origin.waiting : Array(origin.waiting.prefix(1))
            origin.waiting.removeFirst(next.count)
            origin.opener = hasFailed ? nil : next.first
        }
        // Without members, the connection may be closed at any time: the next transfer has to open a first one again.
        origins[name] = origin.members.isEmpty ? nil : origin
        return next
    }
}

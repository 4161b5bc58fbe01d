/// Which transfers wait for the first connection to their origin. A value.
///
/// Over HTTP/2 one connection serves all of them, but only the first one tells whether that is spoken there. libcurl can
/// wait for it too (`CURLOPT_PIPEWAIT`); up to 7.88 it then wakes who waits one by one, and nobody any more once the one
/// that it woke is taken away.
struct FirstConnections {
    typealias ID = ObjectIdentifier

    private struct Origin {
        /// Who makes the connection; `nil` once there is one.
        var opener: ID?
        var waiting: [ID] = []
        /// Everybody who has entered and not left.
        var members: Set<ID> = []
    }

    private var origins: [String: Origin] = [:]
    private var places: [ID: String] = [:]

    /// `true`: it may go. Else it waits until ``didConnect(_:)`` or ``leave(_:)`` names it.
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

    /// Those that make a connection for others.
    var awaited: [ID] { origins.values.compactMap { $0.waiting.isEmpty ? nil : $0.opener } }

    /// There is a connection: everybody who waited may go now.
    mutating func didConnect(_ id: ID) -> [ID] {
        guard let name = places[id], origins[name]?.opener == id else { return [] }
        origins[name]?.opener = nil
        defer { origins[name]?.waiting = [] }
        return origins[name]?.waiting ?? []
    }

    /// One goes away. If it was to make the connection, the next who waited does that, and may go now.
    mutating func leave(_ id: ID) -> ID? {
        guard let name = places.removeValue(forKey: id), var origin = origins[name] else { return nil }
        origin.members.remove(id)
        origin.waiting.removeAll { $0 == id }
        var next: ID?
        if origin.opener == id {
            next = origin.waiting.isEmpty ? nil : origin.waiting.removeFirst()
            origin.opener = next
        }
        // With nobody left, the connection may be closed at any time: the next to come is a first one again.
        origins[name] = origin.members.isEmpty ? nil : origin
        return next
    }
}

/// Which hops may be under way to their hosts, and which wait for another to leave. A value, first in, first out.
///
/// libcurl has such a queue (`CURLMOPT_MAX_HOST_CONNECTIONS`), but in 7.88 it forgets to wake transfers that wait in it.
struct HostQueue {
    typealias ID = ObjectIdentifier

    private struct Host {
        var underWay = 0
        var waiting: [(id: ID, hop: Hop)] = []
    }

    /// Hops under way to one host; 0 for any number.
    private let limit: Int
    private var hosts: [String: Host] = [:]
    private var places: [ID: String] = [:]

    init(limit: Int) { self.limit = limit }

    /// Takes a place for a hop. `false` if it has to wait; a later `leave` returns it.
    mutating func enter(_ id: ID, _ hop: Hop) -> Bool {
        let name = "\(hop.url.scheme)://\(hop.url.host):\(hop.url.port)"
        places[id] = name
        guard limit == 0 || hosts[name, default: Host()].underWay < limit else {
            hosts[name, default: Host()].waiting.append((id, hop))
            return false
        }
        hosts[name, default: Host()].underWay += 1
        return true
    }

    /// Gives a place back, under way or waiting. Returns the hop that takes it over, if one waited for it.
    mutating func leave(_ id: ID) -> (id: ID, hop: Hop)? {
        guard let name = places.removeValue(forKey: id), var host = hosts[name] else { return nil }
        defer { hosts[name] = host.underWay == 0 ? nil : host }
        if let index = host.waiting.firstIndex(where: { $0.id == id }) {
            host.waiting.remove(at: index)
            return nil
        }
        guard host.waiting.isEmpty else { return host.waiting.removeFirst() }
        host.underWay -= 1
        return nil
    }
}

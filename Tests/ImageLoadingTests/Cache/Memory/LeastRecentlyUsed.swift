/// A least-recently-used cache, the policy of most image caches, for comparison. A value that holds only names, each
/// with cost 1.
struct LeastRecentlyUsed<Name: Hashable> {
    private let room: Int
    private var lastUse: [Name: Int] = [:]
    /// All uses in order; only the last use of a name counts.
    private var uses: [Name] = []
    private var oldest = 0

    init(room: Int) { self.room = room }

    /// Looks up a name and stores it. Returns `true` for a hit.
    mutating func use(_ name: Name) -> Bool {
        let wasThere = lastUse.updateValue(uses.count, forKey: name) != nil
        uses.append(name)
        while lastUse.count > room {
            if lastUse[uses[oldest]] == oldest { lastUse[uses[oldest]] = nil }
            oldest += 1
        }
        return wasThere
    }

    /// Returns the hit rate of a sequence of lookups.
    static func share(of trace: [Name], room: Int) -> Double {
        var cache = LeastRecentlyUsed(room: room)
        let hits = trace.count { cache.use($0) }
        return Double(hits) / Double(max(1, trace.count))
    }
}

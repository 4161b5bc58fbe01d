/// A cache that lets go of what was not used for longest, which is what most caches of images do. A value, for comparison:
/// it knows names only, each of which takes one place.
public struct LeastRecentlyUsed<Name: Hashable> {
    private let room: Int
    private var lastUse: [Name: Int] = [:]
    /// An older use of a name than its last is passed over.
    private var uses: [Name] = []
    private var oldest = 0

    public init(room: Int) { self.room = room }

    /// Looks for a name and keeps it. `true`: it was there.
    public mutating func use(_ name: Name) -> Bool {
        let wasThere = lastUse.updateValue(uses.count, forKey: name) != nil
        uses.append(name)
        while lastUse.count > room {
            if lastUse[uses[oldest]] == oldest { lastUse[uses[oldest]] = nil }
            oldest += 1
        }
        return wasThere
    }

    /// The share of looks that found what they looked for.
    public static func share(of trace: [Name], room: Int) -> Double {
        var cache = LeastRecentlyUsed(room: room)
        let hits = trace.count { cache.use($0) }
        return Double(hits) / Double(max(1, trace.count))
    }
}

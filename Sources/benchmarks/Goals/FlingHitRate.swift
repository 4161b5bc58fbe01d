import ImageCoding
import ImageLoading
import Pixels
import Recordings

extension Benchmark {
    static let flingHitRate = Benchmark(
        name: "hits", summary: "hit rate of the memory cache during flings, compared with a least-recently-used cache",
        runs: 5
    ) { session in
        var findings: [Finding] = []
        for room in [100, 200, 300, 400] {
            findings.append(finding("a stored fling, capacity \(room)", [FlingRecording.binds], room))
        }
        for room in [100, 300, 800] {
            let traces = (0..<session.runs).map { seed in
                ScrollingModel.binds(tops: ScrollingModel.tops(seed: UInt64(seed), rows: 3000))
            }
            findings.append(finding("3,000 rows, capacity \(room)", traces, room))
        }
        do {
            let recorded = try RecordedFling(session).binds
            let room = Set(recorded).count / 4
            findings.append(finding("a recorded fling, capacity for a quarter", [recorded], room))
        } catch {
            session.note("hits: no fling was recorded: \(error)")
        }
        return findings
    }

    private static func finding<Row: Hashable>(_ work: String, _ traces: [[Row]], _ room: Int) -> Finding {
        Finding(
            name: "hits", work: "hit rate: " + work,
            ours: Measurement(traces.map { share(of: $0, inCacheFor: room) }, .number),
            other: (
                "least recently used", Measurement(traces.map { LeastRecentlyUsed.share(of: $0, room: room) }, .number)
            ),
            goal: Finding.Goal(quantity: .ratio, bound: 1, isUpper: false))
    }

    /// Returns the share of lookups that hit. A picture that is missed is stored, as the engine does.
    private static func share<Row: Hashable>(of trace: [Row], inCacheFor room: Int) -> Double {
        let image = Image(bitmap: Bitmap(size: PixelSize(width: 16, height: 16), filledWith: RGBA(0, 0, 0, 255)))
        var limits = MemoryCache.Limits(bytes: room * image.cost, entryBytes: image.cost)
        limits.keepsImagesInUse = false  // all keys share one image here, which is always in use
        let cache = MemoryCache(limits: limits)
        for row in trace {
            let key = ImageKey(source: "\(row)")
            if cache.image(for: key) == nil { cache.store(image, for: key) }
        }
        return Double(cache.statistics.hits) / Double(max(1, trace.count))
    }
}

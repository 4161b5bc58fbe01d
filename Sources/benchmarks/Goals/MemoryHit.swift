import HalftoneCore
import CBaseline
import ImageCoding
import ImageLoading
import Pixels

extension Benchmark {
    static let memoryHit = Benchmark(
        name: "P10", summary: "a hit in the memory cache, compared with a locked dictionary", runs: 31
    ) { session in
        let hits = MemoryHits()
        let times = try Rounds.times(
            session.runs,
            [
                Subject(name: "halftone", sample: { hits.inCache() }),
                Subject(name: "halftone, key made", sample: { hits.inCacheWithNewKey() }),
                Subject(name: "prehashed", sample: { hits.inPrehashedDictionary() }),
                Subject(name: "string", sample: { hits.inStringDictionary() }),
            ])
        var findings = [
            Finding(
                name: "P10", work: "a hit by a key at hand", ours: times[0],
                other: ("locked dictionary, prehashed key", times[2]), goal: .atMost(1.8)),
            Finding(
                name: "P10", work: "a hit by a key at hand", ours: times[0],
                other: ("locked dictionary, string", times[3]), goal: .atMost(1.8)),
            Finding(
                name: "P10", work: "a hit, its key made from a URL", ours: times[1],
                other: ("locked dictionary, string", times[3])),
        ]
        if let count = hits.allocations() {
            let work = "allocations of a hit"
            findings.append(
                Finding(name: "P10", work: work, ours: Measurement([count], .number), goal: .within(0)))
        } else {
            session.note("P10: allocations were not counted: another allocator is in place")
        }
        return findings
    }
}

/// A thousand pictures in the cache and in dictionaries, looked up in random order.
@MainActor
private final class MemoryHits {
    /// The cheapest possible key: its hash is computed once and compared first.
    private struct Prehashed: Hashable {
        let text: String
        let hash: Int

        init(_ text: String) {
            self.text = text
            hash = text.hashValue
        }

        static func == (left: Self, right: Self) -> Bool { left.hash == right.hash && left.text == right.text }
        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private static let count = 1000
    private let urls = (0..<count).map { "https://pictures.example.org/2026/11/\($0 * 7919)/large.jpg" }
    private let variant = ImageVariant(box: PixelSize(width: 40, height: 24))
    private let order = (0..<2 * count).map { $0 * 617 % count }
    private let cache = MemoryCache()
    private let keys: [ImageKey]
    private let prehashedKeys: [Prehashed]
    private let prehashed: Lock<[Prehashed: Image]>
    private let strings: Lock<[String: Image]>

    init() {
        let image = Image(
            bitmap: Bitmap(size: PixelSize(width: 40, height: 24), filledWith: RGBA(1, 2, 3, 255)))
        keys = urls.map { [variant] in ImageKey(source: $0, variant: variant) }
        prehashedKeys = urls.map(Prehashed.init)
        prehashed = Lock(Dictionary(uniqueKeysWithValues: prehashedKeys.map { ($0, image) }))
        strings = Lock(Dictionary(uniqueKeysWithValues: urls.map { ($0, image) }))
        for key in keys { cache.store(image, for: key) }
    }

    func inCache() -> Double { seconds { consume(cache.image(for: keys[$0])) } }

    func inCacheWithNewKey() -> Double {
        seconds { consume(cache.image(for: ImageKey(source: urls[$0], variant: variant))) }
    }

    func inPrehashedDictionary() -> Double {
        seconds { index in consume(prehashed.withLock { $0[prehashedKeys[index]] }) }
    }

    func inStringDictionary() -> Double {
        seconds { index in consume(strings.withLock { $0[urls[index]] }) }
    }

    /// Returns the number of allocations per hit; `nil` if they cannot be counted.
    func allocations() -> Double? {
        let start = baseline_allocations()
        consume([UInt8](repeating: 0, count: order.count))
        guard baseline_allocations() > start else { return nil }
        let before = baseline_allocations()
        _ = inCache()
        return Double(baseline_allocations() - before) / Double(order.count)
    }

    private func seconds(_ body: (Int) -> Void) -> Double {
        Clock.thread.seconds(repeating: order.count) { body(order[$0]) }
    }
}

import CBaseline
import HalftoneCore
import ImageCoding
import ImageLoading
import Pixels

extension Benchmark {
    /// A thousand images in the cache and in a dictionary with the same keys, looked up in random order.
    static func memoryHit(_ session: BenchmarkSession) throws -> [Finding] {
        let size = PixelSize(width: 40, height: 24)
        let image = Image(bitmap: Bitmap(size: size, filledWith: RGBA(1, 2, 3, 255)))
        let keys = (0..<1000).map { number in
            let url = "https://pictures.example.org/2026/11/\(number * 7919)/large.jpg"
            return ImageKey(source: url, variant: ImageVariant(box: size))
        }
        let dictionary = Lock(Dictionary(uniqueKeysWithValues: keys.map { ($0, image) }))
        let cache = MemoryCache()
        for key in keys { cache.store(image, for: key) }
        func seconds(_ find: (ImageKey) -> Image?) -> Double {
            Clock.thread.seconds(repeating: 2000) { consume(find(keys[$0 * 617 % keys.count])) }
        }
        let times = try Rounds.times(
            session.rounds,
            [
                Subject(name: "halftone") { seconds { cache.image(for: $0) } },
                Subject(name: "dictionary") { seconds { key in dictionary.withLock { $0[key] } } },
            ])
        let before = baseline_allocations()
        guard before > 0 else { throw Failure("allocations are not counted: another allocator is in place") }
        for index in keys.indices { consume(cache.image(for: keys[index])) }
        let allocations = baseline_allocations() - before
        return [
            Finding(
                work: "a hit in memory", ours: times[0], other: ("a locked dictionary", times[1]), goal: .memoryHit),
            Finding(
                work: "allocations of 1,000 hits", ours: Measurement([Double(allocations)], .number),
                goal: .allocations),
        ]
    }
}

import FoundationEssentials
import ImageCoding
import Pixels
import TestSupport

@testable import ImageLoading

/// The parameters of one load: which picture, in which language, at which width, with which transforms.
struct ScheduleWish {
    var number: UInt8
    var width = 1
    var options: ImageOptions = []
    var language: String?
    /// The transformers of its chain: x, y, or both.
    var steps: [ScheduleTransformer] = []
    var httpPolicy = HTTPPolicy.forever
    var stores = CacheType.all
    /// Whether the load looks up the original.
    var asksForOriginal = true
    /// Whether the load ends with the bytes on disk, without an image.
    var isPrefetch = false
    /// Whether the load goes on to another picture if it fails.
    var hasFallback = false
    /// Which of the caches it uses.
    var cache = 0

    private static let optionSets: [ImageOptions] = [
        [], [], .refreshCached, .fromLoaderOnly, .fromCacheOnly, .progressiveLoad, .waitStoreCache,
        .queryDiskDataSync, [.refreshCached, .progressiveLoad], .lowPriority,
    ]

    init(using random: inout SeededGenerator, _ interruption: Interruption) {
        func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        func pick<Value>(_ values: [Value]) -> Value { values[Int.random(in: 0..<values.count, using: &random)] }
        number = UInt8.random(in: 0..<ScheduleServer.count, using: &random)
        options = pick(Self.optionSets)
        width = pick([1, 1, 1, 2, 3])
        if one(in: 2) { language = pick(ScheduleServer.languages) }
        if one(in: 4) {
            let (x, y) = (ScheduleTransformer(.x, interruption), ScheduleTransformer(.y, interruption))
            steps = pick([[x], [y], [x, y]])
        }
        if one(in: 6) { httpPolicy = pick([.http, .staleWhileRevalidate]) }
        if one(in: 6) { stores = pick([.none, .memory, .disk]) }
        asksForOriginal = !one(in: 10)
        isPrefetch = one(in: 10)
        hasFallback = one(in: 4)
        // The main actor would decode it in the middle of a delivery, without waiting for memory.
        if hasFallback { options.remove(.queryDiskDataSync) }
        if one(in: 3) { cache = 1 }
    }

    /// The picture that is loaded if this one fails.
    var fallback: UInt8? { hasFallback ? (number + 1) % ScheduleServer.count : nil }

    var headers: [(name: String, value: String)] {
        language.map { [(name: "Accept-Language", value: $0)] } ?? []
    }

    func context(in caches: [ImageCache]) -> ImageContext {
        var context = ImageContext()
        context.imageCache = caches[cache]
        context.variant.box = PixelSize(width: width, height: 1)
        context.headers = headers
        context.transformer = steps.count > 1 ? Transformers.Pipeline(steps) : steps.first
        context.httpPolicy = httpPolicy
        context.storeCacheType = stores
        if !asksForOriginal { context.originalQueryCacheType = .none }
        context.onFailure = [fallback].compactMap { $0.flatMap { URL(string: "http://h/\($0)") } }
        return context
    }

    var words: String {
        "\(number) width \(width) options \(options.rawValue) \(language ?? "-") \(steps.map(\.key)) \(httpPolicy) \(stores)"
            + (asksForOriginal ? "" : " unasked") + (isPrefetch ? " prefetch" : "") + (hasFallback ? " or another" : "")
            + " in \(cache)"
    }

    /// Describes what is wrong with a picture that was made for this load; `nil`: nothing.
    func complaint(about image: SchedulePicture, width: Int) -> String? {
        guard image.url == number || image.url == fallback else { return "a stale picture was set" }
        if width != self.width { return "another size was set" }
        if image.audience != ScheduleServer.audience(of: image.url, headers) {
            return "another language was set: \(image) to \(words)"
        }
        // A transform that fails ends the load.
        let marks = steps.reduce(0 as UInt8) { $0 | $1.mark.rawValue }
        return image.marks == marks ? nil : "another transform was set"
    }
}

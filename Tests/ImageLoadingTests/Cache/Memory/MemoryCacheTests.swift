import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// The cache of decoded images.
@Suite(.endsInTime) struct MemoryCacheTests {
    private let cache = MemoryCache(budget: 40)  // ten pixels

    private func key(_ name: String) -> ImageKey { ImageKey(source: name) }

    private func names(_ candidates: String...) -> [String] { candidates.filter { cache.contains(key($0)) } }

    @Test func `a stored image is found as the same object`() {
        let image = testImage()
        cache.store(image, for: key("a"))
        #expect(cache.image(for: key("a")) === image)
        #expect(cache.image(for: key("b")) == nil)
    }

    @Test func `an entry that was used once is evicted first`() {
        for name in ["a", "b", "c"] { cache.store(testImage(pixels: 3), for: key(name)) }
        for _ in 0..<2 { _ = cache.image(for: key("a")) }
        _ = cache.image(for: key("b"))
        cache.store(testImage(pixels: 4), for: key("d"))
        #expect(names("a", "b", "c", "d") == ["a", "c", "d"])
    }

    @Test func `a test for presence does not count as a use`() {
        for name in ["a", "b"] { cache.store(testImage(pixels: 5), for: key(name)) }
        for _ in 0..<2 { #expect(cache.contains(key("a"))) }
        cache.store(testImage(), for: key("c"))
        #expect(names("a", "b", "c") == ["b", "c"])
    }

    @Test func `the budget is exact`() {
        cache.store(testImage(pixels: 4), for: key("a"))
        cache.store(testImage(pixels: 6), for: key("b"))
        #expect(names("a", "b") == ["a", "b"] && cache.totals.bytes == 40)
        cache.store(testImage(), for: key("c"))
        #expect(names("a", "b", "c") == ["b", "c"] && cache.totals.bytes == 28)
    }

    @Test func `the nearest size of the same picture is its preview`() {
        let cache = MemoryCache(budget: 10_000)
        func key(_ name: String, _ side: Int) -> ImageKey {
            ImageKey(source: name, variant: ImageVariant(box: PixelSize(width: side, height: side)))
        }
        func image(_ side: Int) -> Image {
            Image(bitmap: Bitmap(size: PixelSize(width: side, height: side), filledWith: RGBA(1, 2, 3)))
        }
        for side in [2, 4, 16] { cache.store(image(side), for: key("a", side)) }
        cache.store(image(8), for: key("b", 8))
        #expect(cache.nearestImage(to: key("a", 5))?.size.width == 4)
        #expect(cache.nearestImage(to: key("a", 8))?.size.width == 16, "the larger of two that are equally near")
        #expect(cache.nearestImage(to: key("a", 16))?.size.width == 4, "the preview is of another size")
        #expect(cache.nearestImage(to: ImageKey(source: "a"))?.size.width == 16)
        #expect(cache.nearestImage(to: key("c", 8)) == nil)
        // and a removed image is not a preview
        cache.remove(key("a", 16))
        #expect(cache.nearestImage(to: key("a", 8))?.size.width == 4)
        cache.removeAll(of: "a")
        #expect(cache.nearestImage(to: key("a", 5)) == nil)
        #expect(cache.totals.count == 1)
    }

    @Test func `a preview is one that was cut in the same way, if there is one`() {
        let cache = MemoryCache(budget: 10_000)
        func key(_ side: Int, _ fit: Fit) -> ImageKey {
            ImageKey(source: "a", variant: ImageVariant(box: PixelSize(width: side, height: side), fit: fit))
        }
        let (whole, cut) = (testImage(pixels: 4), testImage(pixels: 25))
        cache.store(cut, for: key(5, .cover))
        #expect(cache.nearestImage(to: key(2, .contain)) === cut)
        cache.store(whole, for: key(2, .contain))
        #expect(cache.nearestImage(to: key(5, .contain)) === whole)
        #expect(cache.nearestImage(to: key(2, .cover)) === cut)
    }

    /// Regression: every request got it as a preview.
    @Test func `an image of a request's own coder is a preview only for that coder`() {
        let cache = MemoryCache(budget: 10_000)
        func key(_ side: Int, _ coder: TextCoder?) -> ImageKey {
            var variant = ImageVariant(box: PixelSize(width: side, height: side))
            variant.coder = coder.map { CoderIdentity($0) }
            return ImageKey(source: "a", variant: variant)
        }
        let (coder, image) = (TextCoder(), testImage(pixels: 4))
        cache.store(image, for: key(2, coder))
        #expect(cache.nearestImage(to: key(5, coder)) === image)
        #expect(cache.nearestImage(to: key(5, nil)) == nil && cache.nearestImage(to: key(5, TextCoder())) == nil)
    }

    @Test func `replacing counts once`() {
        cache.store(testImage(pixels: 9), for: key("a"))
        let image = testImage(pixels: 2)
        cache.store(image, for: key("a"))
        #expect(cache.image(for: key("a")) === image)
        #expect(cache.totals.count == 1 && cache.totals.bytes == 8)
    }

    @Test func `an image larger than the budget is rejected and evicts no other`() {
        cache.store(testImage(pixels: 9), for: key("a"))
        cache.store(testImage(pixels: 11), for: key("b"))
        #expect(names("a", "b") == ["a"])
        cache.store(testImage(pixels: 11), for: key("a"))
        #expect(names("a").isEmpty)  // the older image under its key is out of date
    }

    @Test func `removals apply to one variant, all variants or everything`() {
        let small = ImageKey(source: "a", variant: ImageVariant(fit: .cover))
        for key in [key("a"), small, key("b")] { cache.store(testImage(), for: key) }
        cache.remove(key("b"))
        #expect(!cache.contains(key("b")) && cache.totals.bytes == 8)
        cache.removeAll(of: "a")
        #expect(!cache.contains(small) && cache.totals.count == 0)
        cache.store(testImage(), for: key("c"))
        cache.removeAll()
        #expect(cache.totals == (0, 0))
    }

    @Test(arguments: [false, true]) func `a removed image is freed, and so is an evicted one`(isEvicted: Bool) {
        weak var image: Image?
        do {
            let made = testImage()
            image = made
            cache.store(made, for: key("a"))
        }
        #expect(image != nil)
        if isEvicted { cache.trim(toBytes: 0) } else { cache.remove(key("a")) }
        #expect(image == nil)
    }

    @Test func `a preview is never one that was transformed in another way`() {
        let cache = MemoryCache(budget: 1000)
        let tinted = ImageKey(source: "a", transformer: "tint")
        let image = testImage(pixels: 3)
        cache.store(image, for: tinted)
        #expect(cache.nearestImage(to: key("a")) == nil)
        let small = ImageKey(
            source: "a", variant: ImageVariant(box: PixelSize(width: 1, height: 1)), transformer: "tint")
        #expect(cache.nearestImage(to: small) === image)
    }

    /// Under random use, a lookup finds the image that was stored last, and the totals are right.
    @Test(arguments: UInt64(0)..<20) func `any use follows the model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model: [String: Image] = [:]  // the images that the cache reports as kept
        for step in 0..<3000 {
            let name = "\(Int.random(in: 0..<12, using: &random))"
            var stored: Image?
            switch Int.random(in: 0..<8, using: &random) {
            case 0..<4:
                guard cache.image(for: key(name)) === model[name] else {
                    Issue.record("seed \(seed), step \(step): another image than stored")
                    return
                }
            case 4..<7:
                let image = testImage(pixels: Int.random(in: 1...12, using: &random))
                cache.store(image, for: key(name))
                model[name] = image.cost <= 40 ? image : nil
                stored = model[name]
            default:
                cache.remove(key(name))
                model[name] = nil
            }
            // The model must not be the last to hold an evicted image: the cache would find it again.
            model = model.filter { cache.holds(key($0.key)) }
            let totals = cache.totals
            let bytes = model.values.reduce(0) { $0 + $1.cost }
            guard totals.count == model.count, totals.bytes == bytes, bytes <= 40,
                stored.map({ stored in model.values.contains { $0 === stored } }) ?? true
            else {
                Issue.record("seed \(seed), step \(step): \(totals) for \(model.count) images")
                return
            }
        }
    }
}

import HalftoneCore
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// The limits of the memory cache, and evicted images that are still found.
@Suite(.endsInTime) struct MemoryCacheLimitsTests {
    private func key(_ name: String) -> ImageKey { ImageKey(source: name) }

    private func cache(bytes: Int = 400, count: Int? = nil, entry: Int? = nil) -> MemoryCache {
        MemoryCache(limits: .init(bytes: bytes, count: count, entryBytes: entry ?? bytes))
    }

    private func names(_ cache: MemoryCache, _ candidates: [String]) -> [String] {
        candidates.filter { cache.contains(key($0)) }
    }

    private func fill(_ cache: MemoryCache, _ names: [String], pixels: Int = 1) {
        for name in names { cache.store(testImage(pixels: pixels), for: key(name)) }
    }

    // MARK: - Limits

    @Test func `the count is a limit of its own`() {
        let cache = cache(count: 3)
        fill(cache, ["a", "b", "c", "d"])
        #expect(names(cache, ["a", "b", "c", "d"]) == ["b", "c", "d"])
        cache.limits.count = 0
        fill(cache, ["e"])
        #expect(cache.totals.count == 0)
    }

    @Test func `limits hold at once when they change`() {
        let cache = cache()
        fill(cache, ["a", "b", "c", "d", "e"], pixels: 10)
        cache.limits.bytes = 120
        #expect(cache.totals.bytes == 120 && cache.totals.count == 3)
        cache.limits.count = 2
        #expect(names(cache, ["a", "b", "c", "d", "e"]) == ["d", "e"])
        cache.limits.entryBytes = 39
        #expect(cache.totals.count == 0)
        // C46 of the table: the limits of the configuration are in force
        #expect(cache.limits == MemoryCache.Limits(bytes: 120, count: 2, entryBytes: 39))
    }

    @Test func `one picture may not evict most others`() {
        let cache = MemoryCache(limits: .init(bytes: 400))
        fill(cache, ["a", "b"], pixels: 10)
        fill(cache, ["big"], pixels: 26)
        #expect(names(cache, ["a", "b", "big"]) == ["a", "b"])
        fill(cache, ["fits"], pixels: 25)
        #expect(cache.contains(key("fits")))
    }

    @Test func `the budget is a fraction of the smaller limit of machine and groups, with a maximum`() {
        let gigabyte = 1_000_000_000
        #expect(MemoryBudget.bytes(physical: 16 * gigabyte, allowed: nil) == 32_000_000)
        #expect(MemoryBudget.bytes(physical: 16 * gigabyte, allowed: 64_000_000) == 4_000_000)
        #expect(MemoryBudget.bytes(physical: 64_000_000, allowed: gigabyte) == 4_000_000)
        #expect(MemoryBudget.bytes(physical: -1, allowed: nil) == 0)
        #expect(MemoryBudget.standard > 0 && MemoryBudget.standard <= MemoryBudget.maxBytes)
    }

    @Test func `an animation is counted anew when its frames are there`() throws {  // H25
        let cache = cache(bytes: 10_000)
        let image = try testAnimation(pixels: 20, frames: 4)
        fill(cache, ["other"], pixels: 10)
        cache.store(image, for: key("a"))
        let before = image.cost
        #expect(cache.totals.bytes == 40 + before)
        #expect(image.animation?.preloadAllFrames() == true && image.cost > before)
        #expect(cache.image(for: key("a")) === image)
        #expect(cache.totals.bytes == 40 + image.cost && cache.totals.count == 2)
        // and the bytes that were counted are subtracted, although the image changed meanwhile
        image.animation?.unloadAllFrames()
        cache.remove(key("a"))
        #expect(cache.totals.bytes == 40)
    }

    @Test func `an animation that became too large is evicted when it is used`() throws {
        let image = try testAnimation(pixels: 20, frames: 4)
        let cache = cache(bytes: 10_000, entry: image.cost)
        cache.store(image, for: key("a"))
        #expect(cache.holds(key("a")))
        #expect(image.animation?.preloadAllFrames() == true)
        #expect(cache.image(for: key("a")) === image && !cache.holds(key("a")))
        #expect(cache.totals.bytes == 0 && cache.image(for: key("a")) === image, "found as long as it is shown")
    }

    // MARK: - Images still on screen

    @Test func `an image that is still shown is found after a purge`() {
        let cache = cache()
        let shown = testImage()
        cache.store(shown, for: key("shown"))
        fill(cache, ["gone"])
        cache.trim(toBytes: 0)
        #expect(cache.totals.count == 0)
        #expect(cache.contains(key("shown")) && !cache.contains(key("gone")))
        #expect(cache.image(for: key("gone")) == nil)
        #expect(cache.image(for: key("shown")) === shown)
        // and it is in the cache again
        #expect(cache.holds(key("shown")) && cache.totals.bytes == shown.cost)
    }

    @Test func `an evicted image is found while it is shown, and not after`() {
        let cache = cache(bytes: 8)
        var shown: Image? = testImage()
        if let shown { cache.store(shown, for: key("a")) }
        fill(cache, ["b", "c"])
        #expect(withExtendedLifetime(shown) { cache.contains(key("a")) } && cache.totals.count == 2)
        shown = nil
        #expect(!cache.contains(key("a")) && cache.image(for: key("a")) == nil)
    }

    @Test func `an image too large to keep is shared while it is shown`() {
        let cache = cache(entry: 40)
        let large = testImage(pixels: 50)
        cache.store(large, for: key("large"))
        for _ in 0..<2 { #expect(cache.image(for: key("large")) === large && cache.totals.count == 0) }
    }

    @Test func `an image that was removed on purpose is not found again`() {
        let cache = cache()
        let shown = ["a", "b", "c"].map { _ in testImage() }
        for (name, image) in zip(["a", "b", "c"], shown) { cache.store(image, for: key(name)) }
        cache.trim(toBytes: 0)
        cache.remove(key("a"))
        cache.removeAll(of: "b")
        #expect(names(cache, ["a", "b", "c"]) == ["c"])
        cache.removeAll()
        #expect(withExtendedLifetime(shown) { names(cache, ["a", "b", "c"]).isEmpty })
    }

    @Test func `a newer image under the key replaces the shown one`() {
        let cache = cache()
        let old = testImage()
        cache.store(old, for: key("a"))
        cache.trim(toBytes: 0)
        let new = testImage()
        cache.store(new, for: key("a"))
        cache.trim(toBytes: 0)
        #expect(withExtendedLifetime(old) { cache.image(for: key("a")) === new })
    }

    @Test func `where shown images are not kept a purge is final`() {
        let cache = cache()
        cache.limits.keepsImagesInUse = false
        let shown = testImage()
        cache.store(shown, for: key("a"))
        cache.trim(toBytes: 0)
        #expect(withExtendedLifetime(shown) { cache.image(for: key("a")) == nil })
    }

    @Test func `references to freed images do not add up`() {
        var images = WeakImages()
        var most = 0
        let shown = testImage()
        _ = images.remember(shown, for: key("shown"))
        for number in 0..<10_000 {
            _ = images.remember(testImage(), for: key("\(number)"))
            most = max(most, images.count)
        }
        #expect(most <= 128)
        #expect(images.take(key("shown")) === shown && images.take(key("shown")) == nil)
    }

    @Test func `a trim stops at the requested size`() {
        let cache = cache()
        fill(cache, ["a", "b", "c"], pixels: 10)
        cache.trim(toBytes: 80)
        #expect(cache.totals.bytes == 80)
        cache.trim(toBytes: -1)
        #expect(cache.totals.count == 0)
    }
}

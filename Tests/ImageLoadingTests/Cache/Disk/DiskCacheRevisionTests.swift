import EngineTestSupport
import HalftoneCore
import ImageCoding
import TestSupport
import Testing

@testable import ImageLoading

/// Thumbnails are kept only beside the bytes that they were made of.
@Suite(.endsInTime) struct DiskCacheRevisionTests {
    private let directory = TemporaryDirectory()
    private let cache: DiskCache
    /// The cache of another process in the same directory.
    private let other: DiskCache
    private let original = DiskKey(source: "a")
    private let small = DiskKey(source: "a", variant: "8x4")
    private let large = DiskKey(source: "a", variant: "80x40")

    init() {
        cache = DiskCache(directory: directory.path, executor: InlineExecutor())
        other = DiskCache(directory: directory.path, executor: InlineExecutor())
    }

    private func bytes(_ text: String, tag: String? = nil) -> DiskCache.Entry {
        DiskCache.Entry(bytes: Array(text.utf8), validators: .init(entityTag: tag))
    }

    /// A thumbnail of these bytes.
    private func size(of entry: DiskCache.Entry) -> DiskCache.Entry {
        DiskCache.Entry(
            bytes: Array("size".utf8), validators: entry.validators, fetchedDigest: entry.body.digest)
    }

    @Test func `bytes that another program wrote exclude images of earlier ones`() {
        let (old, new) = (bytes("old"), bytes("new"))
        cache.store(old, for: original)
        other.store(new, for: original)
        cache.store(size(of: old), for: small)
        #expect(cache.read(small) == nil && cache.read(original) == new)
        cache.store(size(of: new), for: small)
        #expect(other.read(small) == size(of: new))
    }

    @Test func `new bytes remove sizes of old ones, and equal bytes remove none`() {
        let (old, new) = (bytes("old"), bytes("new"))
        cache.store(old, for: original)
        cache.store(size(of: old), for: small)
        cache.store(old, for: original)
        #expect(cache.read(small) == size(of: old))
        cache.store(new, for: original)
        #expect(cache.read(small) == nil)
    }

    @Test func `bytes with the same entity tag are the same picture`() {
        let (first, again) = (bytes("first", tag: "1"), bytes("encoded anew", tag: "1"))
        cache.store(size(of: first), for: small)
        cache.store(again, for: original)
        cache.store(size(of: first), for: large)
        #expect(cache.read(small) != nil && cache.read(large) != nil)
        cache.store(bytes("second", tag: "2"), for: original)
        #expect(cache.read(small) == nil && cache.read(large) == nil)
    }

    @Test func `a size of old bytes does not replace one of new bytes`() {
        let (old, new) = (bytes("old"), bytes("new"))
        cache.store(new, for: original)
        cache.store(size(of: new), for: small)
        other.store(size(of: old), for: small)
        #expect(cache.read(small) == size(of: new))
    }

    @Test func `an image that a program stores itself may be of any bytes`() {
        let own = DiskCache.Entry(bytes: Array("drawn".utf8))
        cache.store(own, for: small)
        cache.store(bytes("old"), for: original)
        cache.store(own, for: large)
        #expect(cache.read(small) == own && cache.read(large) == own)
    }

    @Test func `an entity tag that is a number is an ordinary one`() {
        let first = bytes("first", tag: "0")
        cache.store(size(of: first), for: small)
        cache.store(bytes("second"), for: original)
        #expect(cache.read(small) == nil)
    }

    @Test func `new bytes and a size of them may be written together`() {
        cache.store(bytes("old"), for: original)
        let later = ManualExecutor()
        let behind = DiskCache(directory: directory.path, executor: later)
        let new = bytes("new")
        for number in 0..<20 { behind.store(size(of: new), for: DiskKey(source: "a", variant: "\(number)")) }
        behind.store(new, for: original)
        _ = later.runAll()
        #expect((0..<20).allSatisfy { other.contains(DiskKey(source: "a", variant: "\($0)")) })
    }

    /// Regression: such bytes were skipped because everything was being removed, and a later store stayed.
    @Test func `other bytes that are written after a removal are removed too`() {
        var staging = PendingWrites(limits: DiskCache.Limits())
        staging.removeAll(of: "a")
        let old = DiskCache.Entry(bytes: [1], fetchedDigest: 1)
        staging.put(old, DiskKey(source: "a", variant: "size"))
        let first = staging.pending
        staging.removeAll(of: "a", but: Revision(digest: 2))
        staging.didWrite(first)
        #expect(staging.pending.keptRevisions["a"]?.revision.digest == 2)
    }
}

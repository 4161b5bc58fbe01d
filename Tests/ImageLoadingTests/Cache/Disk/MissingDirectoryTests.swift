import EngineTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageLoading

/// A cache whose directory cannot be created reports it.
@Suite(.endsInTime) struct MissingDirectoryTests {
    private let directory = TemporaryDirectory()
    private let warnings = Lock<[String]>([])

    private func cache(_ folder: String) -> DiskCache {
        DiskCache(directory: directory.path + folder, executor: InlineExecutor()) { [warnings] line in
            warnings.withLock { $0.append(line) }
        }
    }

    @Test func `preparing the cache throws the reason and warns`() {
        directory.write([1], to: "file")
        let cache = cache("/file/below")
        let error = #expect(throws: DiskCacheError.self) { try cache.prepare() }
        #expect(error?.description.hasSuffix("the directory cannot be created: Not a directory") == true)
        #expect(warnings.withLock { $0 } == [error?.description])
        #expect(cache.failure?.description == error?.description)
    }

    @Test func `the first store records the reason`() {
        directory.write([1], to: "file")
        let cache = cache("/file/below")
        #expect(cache.failure == nil)
        cache.store(.init(bytes: [1]), for: "a")
        #expect(cache.failure?.description.hasSuffix("Not a directory") == true)
        #expect(warnings.withLock { $0.first }?.hasSuffix("Not a directory") == true)
    }

    @Test func `a cache that works has no failure`() throws {
        let cache = cache("/a/b")
        try cache.prepare()
        #expect(cache.failure == nil && FileIdentity(path: cache.path) != nil && warnings.withLock { $0 } == [])
    }

    @Test func `a failure ends once the directory can be created`() throws {
        let file = directory.write([1], to: "file")
        let cache = cache("/file/below")
        try? cache.prepare()
        #expect(cache.failure != nil)
        unlink(file)
        try cache.prepare()
        cache.store(.init(bytes: [1]), for: "a")
        #expect(cache.failure == nil && cache.read("a")?.bytes == [1])
    }
}

import FoundationEssentials
import Glibc
import HalftoneCore
import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// `file://` URLs.
@Suite(.endsInTime) @MainActor struct LocalFileTests {
    private let bench = Bench()

    private func load(_ name: String, _ options: ImageOptions = []) -> RecordedLoad {
        let load = bench.load(
            URL(filePath: bench.directory.path + "/" + name, directoryHint: .notDirectory).absoluteString, options)
        bench.settle()
        return load
    }

    @Test(
        arguments: ["a.png", "with space.png", "100%.png", "a?b#c.png", "ünïcödé.png"],
        [[], .fromCacheOnly] as [ImageOptions])
    func `a file is loaded, whatever its name, and not copied to the disk cache`(name: String, options: ImageOptions) {
        bench.directory.write(Array("picture".utf8), to: name)
        #expect(load(name, options).words == ["image none"])
        #expect(load(name, options).words == ["image memory"])
        #expect(bench.transport.transfers.isEmpty && bench.manager.diskCache?.totals().count == 0 && bench.isIdle)
    }

    /// A file may exist or be repaired a moment later.
    @Test(
        arguments: [
            (nil, "No such file or directory"), ("", "the picture is empty"),
            ("<html>", "not an image (looks like HTML)"),
        ] as [(String?, String)])
    func `a file that could not be loaded is tried again`(content: String?, error: String) {
        if let content { bench.directory.write(Array(content.utf8), to: "a") }
        #expect(load("a").words == [error])
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a").words == ["image none"])
    }

    @Test func `a directory is no picture`() {
        mkdir(bench.directory.path + "/folder", 0o700)
        #expect(load("folder").words == ["not a file"])
    }

    @Test func `a path with a NUL byte is refused`() {
        let path = bench.directory.write(Array("picture".utf8), to: "a")
        let load = bench.run("file://" + path + "%00.png")
        #expect(load.image == nil && load.results.count == 1)
        #expect(
            FileReader(limit: 100).read(path + "\0.png") == .failure(.unreadableFile("not a path: it contains a NUL")))
    }

    /// Opening and closing a pipe would end its writer with SIGPIPE.
    @Test func `a named pipe is not even opened`() {
        let path = bench.directory.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let watch = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        defer { close(watch) }
        #expect(inotify_add_watch(watch, path, UInt32(IN_OPEN)) >= 0)
        #expect(FileReader(limit: 100).read(path) == .failure(.unreadableFile("not a file")))
        var events = [UInt8](repeating: 0, count: 1000)
        #expect(read(watch, &events, events.count) == -1 && errno == EAGAIN)
    }

    @Test func `a file over the limit is refused unread`() {
        let path = bench.directory.write(Array("picture".utf8), to: "a")
        #expect(FileReader(limit: 7).read(path).map(\.bytes.count) == .success(7))
        #expect(FileReader(limit: 6).read(path) == .failure(.unreadableFile("the file is over the limit of 6 bytes")))
    }

    @Test func `a large file stays on disk until its bytes are needed`() throws {
        let start = Array("picture".utf8)
        let largest = start + [UInt8](repeating: 7, count: FileReader.maxBytesInMemory - start.count)
        let small = try FileReader(limit: 1 << 20).read(bench.directory.write(largest, to: "small")).get()
        #expect(small.body.inMemory == largest)
        let large = try FileReader(limit: 1 << 20).read(bench.directory.write(largest + [8], to: "large")).get()
        #expect(large.body.inMemory == nil && large.bytes == largest + [8] && large.body.mapped() == nil)
        let buffer = SpillBuffer(continuing: large.body)
        #expect(buffer.stored.inMemory == largest + [8], "the file is not written to")
        #expect(load("large").words == ["image none"])
    }

    @Test func `a read error ends the load with its reason`() {
        let bench = Bench(loader: FailingFileLoader())
        let load = bench.run("file:///large")
        #expect(load.words == ["Input/output error"] && bench.isIdle)
    }

    @Test func `a picture from a file equals that of its bytes`() throws {
        let bitmap = Bitmap(size: PixelSize(width: 30, height: 20), filledWith: RGBA(9, 99, 199))
        for format in [ImageFormat.png, .jpeg, .gif, .webp] {
            let bytes = try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: format)
            let path = bench.directory.write(bytes, to: "picture")
            let image = try LocalImageDecoder.decode(FilePath(path), options: DecodeOptions())
            let expected = try ImageCodersManager.shared.decode(bytes)
            #expect(image.bitmap == expected.bitmap && image.sourceBytes == bytes.count)
        }
    }

    @Test func `a file that is truncated while it is read ends there`() throws {
        let path = bench.directory.write([UInt8](repeating: 7, count: 1000), to: "a")
        let file = try FileReader(limit: 1000).open(path)
        var piece = [UInt8](repeating: 0, count: 800)
        let read = { (offset: Int) in piece.withUnsafeMutableBytes { file.read(at: offset, into: $0) } }
        #expect([0, 500, 1000].map(read) == [800, 500, 0])
        #expect(truncate(path, 600) == 0)
        #expect([0, 500, 600, 900].map(read) == [600, 100, 0, 0])
        // Bytes that are appended are not read either: the limit was checked against the first size.
        #expect(truncate(path, 5000) == 0)
        #expect([900, 1000, 4000].map(read) == [100, 0, 0] && file.failureDescription == nil)
    }

    /// D25.
    @Test func `the decryptor of the context applies to a file`() {
        bench.directory.write(Array("cGljdHVyZQ==".utf8), to: "a")
        let url = URL(filePath: bench.directory.path + "/a", directoryHint: .notDirectory).absoluteString
        let load = bench.run(url, [], .made { $0.downloadDecryptor = .base64 })
        #expect(load.words == ["image none"] && load.image?.sourceBytes == 7 && bench.isIdle)
        let refused = bench.run(url, .refreshCached, .made { $0.downloadDecryptor = .init { _, _ in nil } })
        #expect(refused.results.count == 2 && refused.words[0] == "cached memory" && bench.isIdle)
    }

    @Test func `refreshing a file reads it again`() {
        bench.directory.write(Array("picture".utf8), to: "a")
        #expect(load("a").words == ["image none"])
        bench.directory.write(Array("picture 2".utf8), to: "a")
        let refresh = load("a", .refreshCached)
        #expect(refresh.words == ["cached memory", "image none"] && refresh.image?.sourceBytes == 9)
    }

    @Test(arguments: [Duration.zero, .milliseconds(20), .seconds(Int64.max)])
    func `a pipe is read to its end within any timeout`(timeout: Duration) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        defer { close(ends[0]) }
        close(ends[1])
        // The end of an empty pipe is no timeout, however short or long the timeout is.
        #expect(throws: ImageError.badImageData(.empty)) {
            try LocalImageDecoder.decode(readingFrom: ends[0], options: DecodeOptions(), timeout: timeout)
        }
    }
}

/// A loader whose files open and cannot be read.
private struct FailingFileLoader: ImageLoader {
    private final class File: BackingFile {
        let failureDescription: String? = "Input/output error"
        func read(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int { 0 }
    }

    func canLoad(_ request: ImageRequest) -> Bool { true }

    func load(
        _ request: ImageRequest, events: @escaping @Sendable (ImageLoaderEvent) -> Void
    ) -> any ImageLoaderTask {
        let load = OneStepLoad(events)
        load.finish(.success(.fresh(Payload(body: StoredBytes(File(), count: 1_000_000), origin: .file))))
        return load
    }

    func shouldBlockFailedURL(for error: ImageError) -> Bool { false }
}

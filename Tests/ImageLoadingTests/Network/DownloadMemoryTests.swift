import HalftoneCore
import ImageCoding
import Pixels
import TestSupport
import Testing
import Transfer

@testable import ImageLoading

/// Downloads take a bounded amount of memory, whatever servers send.
@Suite(.endsInTime) struct DownloadMemoryTests {
    private let bench = DownloaderBench {
        $0.limits.bytes = 3_000_000
        $0.limits.memoryBytesOfOne = 500_000
        $0.limits.memoryBytes = 1_000_000
    }
    private let piece = [UInt8](repeating: 7, count: 100_000)

    private var used: Int { bench.downloader.allowance.used }

    @Test func `a large download is stored in a file and delivers equal bytes`() {
        let record = bench.load()
        for _ in 0..<20 { bench.transport.running.first?.send(piece) }
        #expect(used == 0)
        bench.transport.running.first?.finish()
        #expect(record.payload?.body.inMemory == nil && record.payload?.body.count == 2_000_000)
        #expect(record.payload?.bytes == [UInt8](repeating: 7, count: 2_000_000))
    }

    @Test func `endless downloads share the memory and end with the same error as before`() {
        let records = (0..<6).map { bench.load("\($0)") }
        var highest = 0
        for _ in 0..<31 {
            for transfer in bench.transport.running { transfer.send(piece) }
            highest = max(highest, used)
        }
        // shared, plus the part that each may have whatever the others take
        #expect(highest > 500_000 && highest <= 1_000_000 + 6 * MemoryAllowance.free)
        #expect(records.allSatisfy { $0.error == .transfer(.tooLarge(limit: 3_000_000)) })
        #expect(used == 0 && bench.isIdle)
    }

    @Test func `a small download stays in memory as long as it is used`() {
        var record: LoaderRecord? = bench.load()
        for _ in 0..<4 { bench.transport.running.first?.send(piece) }
        bench.transport.running.first?.finish()
        #expect(record?.payload?.body.inMemory?.count == 400_000 && used == 400_000)
        record = nil
        #expect(used == 0)
    }

    /// Regression: decrypted bytes of any size stayed in memory.
    @Test(arguments: [(4, true), (20, false)])
    func `decrypted bytes share the memory of downloads`(pieces: Int, areInMemory: Bool) {
        var record: LoaderRecord? = bench.load { $0.decryptor = DownloadDecryptor { bytes, _ in bytes } }
        for _ in 0..<pieces { bench.transport.running.first?.send(piece) }
        bench.transport.running.first?.finish()
        #expect(record?.payload?.body.count == pieces * piece.count)
        #expect((record?.payload?.body.inMemory != nil) == areInMemory)
        #expect(used == (areInMemory ? 400_000 : 0))
        record = nil
        #expect(used == 0)
    }

    @Test func `bytes that were not delivered are read back from the file`() {
        let record = bench.load()
        for _ in 0..<10 { bench.transport.running.first?.send(piece) }
        #expect(record.task?.bytes(in: 450_000..<950_000) == [UInt8](repeating: 7, count: 500_000))
    }

    @Test func `an interrupted download in a file is kept from its first byte on`() {
        let record = bench.load { $0.partialKey = "key" }
        bench.transport.running.first?.begin(headers: ["etag": "\"1\""])
        for _ in 0..<20 { bench.transport.running.first?.send(piece) }
        bench.transport.running.first?.fail(.connectionLost(received: 2_000_000, expected: nil))
        #expect(record.error == .transfer(.connectionLost(received: 2_000_000, expected: nil)))
        #expect(bench.kept == [UInt8](repeating: 7, count: 2_000_000))
        // and a later download resumes after it
        let next = bench.load { $0.partialKey = "key" }
        #expect(bench.transport.running.first?.header("Range") == "bytes=2000000-" && used == 0)
        bench.transport.running.first?.send(
            .response(.init(url: "", status: 206, headers: ["Content-Range": "bytes 2000000-2999999/3000000"])))
        for _ in 0..<10 { bench.transport.running.first?.send([UInt8](repeating: 8, count: 100_000)) }
        bench.transport.running.first?.finish()
        let whole = [UInt8](repeating: 7, count: 2_000_000) + [UInt8](repeating: 8, count: 1_000_000)
        #expect(next.payload?.body.all == whole)
    }

    @Test func `without a folder for files a download ends at the memory limit`() {
        let bench = DownloaderBench {
            $0.limits.memoryBytesOfOne = 500_000
            $0.limits.memoryBytes = 1_000_000
            $0.temporaryDirectories = ["/nonexistent"]
        }
        let record = bench.load()
        for _ in 0..<11 { bench.transport.running.first?.send(piece) }
        let words = record.error?.description ?? ""
        #expect(words.hasPrefix("the download is too large for memory: cannot create a temporary file: /nonexistent"))
        #expect(bench.isIdle && bench.downloader.allowance.used == 0)
    }

    @Test(arguments: [ImageFormat.png, .jpeg, .webp, .gif])
    func `a picture is decoded from a file as from memory`(format: ImageFormat) throws {
        var generator = SeededGenerator(seed: 5)
        let pixels = (0..<900 * 700).flatMap { _ in [UInt8.random(in: 0...255, using: &generator), 9, 9, 255] }
        let bitmap = Bitmap(size: PixelSize(width: 900, height: 700), bytes: pixels, hasAlpha: false)
        let encoded = try ImageCodersManager.shared.encode(
            Image(bitmap: bitmap), as: format, options: EncodeOptions())
        var buffer = SpillBuffer(MemoryAllowance(.init(one: 0, all: 0)))
        buffer.append(encoded)
        let taken = buffer.takeSpill()
        let spill = try #require(taken, "the picture is too small for this test")
        buffer.didWrite(spill, spill.write())
        let file = EncodedData(payload: Payload(body: buffer.stored, origin: .network))
        let memory = EncodedData(payload: Payload(bytes: encoded, origin: .network))
        #expect(file.body.inMemory == nil)
        let options = DecodeOptions(box: PixelSize(width: 80, height: 80))
        let images = try [file, memory].map { try $0.decoded(by: .shared, options) }
        #expect(images[0].bitmap == images[1].bitmap)
    }
}

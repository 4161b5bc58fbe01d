import CZlib
import ImageCoding
@testable import JailedCoding
import Pixels
import TestSupport
import Testing

/// SVG that is compressed with gzip.
@Suite(.endsInTime) struct CompressedSVGTests {
    private let pool = TestWorkers.pool()
    private let document = """
        <?xml version="1.0"?><!-- a drawing --><svg xmlns="http://www.w3.org/2000/svg" width="60" height="40">
        <rect width="30" height="40" fill="#f00"/><circle cx="40" cy="20" r="9"/></svg>
        """

    private func decode(_ bytes: [UInt8]) throws(ImageCodingError) -> Image {
        try ImageCodersManager(coders: JailedImageCoder.coders(workers: pool)).decode(bytes)
    }

    private func error(_ bytes: [UInt8]) -> ImageCodingError? {
        Result { () throws(ImageCodingError) in try decode(bytes) }.error
    }

    @Test func `a compressed SVG is drawn as a plain one`() throws {
        let plain = Array(document.utf8)
        for level in [Z_NO_COMPRESSION, Z_BEST_COMPRESSION] {
            let image = try decode(Gzip.bytes(plain, level: level))
            #expect(try image.bitmap == decode(plain).bitmap && image.format == .svg)
        }
        // more than the first buffer has room for
        let long =
            Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>".utf8)
            + [UInt8](repeating: 0x20, count: 3_000_000) + Array("<rect width='5' height='9'/></svg>".utf8)
        #expect(try decode(Gzip.bytes(long)).bitmap == decode(long).bitmap)
        #expect(pool.idleProcesses.count == 1)
    }

    @Test func `the members of a compressed SVG are drawn as one, without what follows them`() throws {
        let plain = Array(document.utf8)
        let members = [plain[..<100], plain[100..<101], plain[101...]].flatMap { Gzip.bytes(Array($0)) }
        #expect(try decode(members).bitmap == decode(plain).bitmap)
        #expect(try decode(members + [0, 0, 7]).bitmap == decode(plain).bitmap)
        #expect(error(members + [0x1F, 0x8B]) == .damaged(.svg, "its compressed bytes are cut off"))
    }

    @Test func `compressed bytes of something else are no picture`() throws {
        for text in ["", "text", "<html><svg/></html>", String(repeating: " ", count: 70_000) + "<svg/>"] {
            #expect(error(Gzip.bytes(Array(text.utf8))) == .unknownFormat(looksLike: "gzip"), "\(text.prefix(9))")
        }
        #expect(error(Gzip.bytes(Gzip.bytes(Array(document.utf8)))) == .unknownFormat(looksLike: "gzip"))
        #expect(pool.idleProcesses.isEmpty)
    }

    @Test func `a compressed SVG that is cut off or damaged is one error`() throws {
        // so that its picture element is recognized
        let bytes = Gzip.bytes(Array(document.utf8), level: Z_NO_COMPRESSION)
        #expect(error(Array(bytes.dropLast(9))) == .damaged(.svg, "its compressed bytes are cut off"))
        #expect(error(Array(bytes.prefix(bytes.count / 2 + 40))) == .damaged(.svg, "its compressed bytes are cut off"))
        var changed = bytes
        changed[bytes.count - 20] ^= 1
        #expect(error(changed) == .damaged(.svg, "its compressed bytes are damaged"))
        // the worker stays usable
        #expect(try decode(bytes).size == PixelSize(width: 60, height: 40) && pool.idleProcesses.count == 1)
    }

    @Test func `a compressed SVG that becomes too large is one error`() throws {
        let spaces = [UInt8](repeating: 0x20, count: 101_000_000)
        let bomb = Gzip.bytes(Array("<svg xmlns='http://www.w3.org/2000/svg'>".utf8) + spaces, level: Z_BEST_SPEED)
        #expect(bomb.count < 1_000_000 && error(bomb) == .unsupported(.svg, "it inflates to more than 100 MB"))
    }

    @Test func `the limit of what compressed bytes become is exact`() throws {
        func inflated(_ count: Int, limit: Int) throws(WorkerFailure) -> Int {
            let bytes = Gzip.bytes([UInt8](repeating: 0x20, count: count))
            guard let encoded = PictureBytes(bytes.count) else { return 0 }
            encoded.start.copyMemory(from: bytes, byteCount: bytes.count)
            return try encoded.inflated(limit: limit).count
        }
        for limit in [1, 65_535, 65_536, 200_000] {
            #expect(try inflated(limit, limit: limit) == limit)
            #expect(throws: WorkerFailure.self) { try inflated(limit + 1, limit: limit) }
        }
    }
}

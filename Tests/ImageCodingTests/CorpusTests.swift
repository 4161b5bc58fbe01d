import CPNG
import Pixels
import Testing

@testable import ImageCoding

/// The pictures of public test suites. Without the files the tests report it, and use only generated pictures.
@Suite(.endsInTime) struct CorpusTests {
    private func files(_ folders: [String]) -> [(name: String, bytes: [UInt8])] {
        let files = folders.flatMap { Corpus.files(in: $0) }
        if files.isEmpty { print("note: there is no ../shared/corpus; \(folders) are not tested, made pictures are") }
        return files + DamageTests.pictures
    }

    @Test func `every file ends in pixels or in a clear error`() {
        var decoded = 0
        for (name, bytes) in files([
            "jpeg", "png", "pngsuite", "webp", "gif", "fuzz/jpeg", "fuzz/png", "fuzz/gif", "fuzz/webp",
        ]) {
            for box in [nil, PixelSize(width: 80, height: 80)] {
                do {
                    let image = try ImageCodersManager.shared.decode(bytes, options: DecodeOptions(box: box))
                    #expect(!image.size.isEmpty, "\(name)")
                    #expect(
                        image.size.width <= box?.width ?? .max && image.size.height <= box?.height ?? .max, "\(name)")
                    decoded += 1
                } catch {
                    #expect(!error.description.isEmpty && error.description.utf8.allSatisfy { $0 >= 0x20 }, "\(name)")
                }
            }
        }
        #expect(decoded >= 2 * DamageTests.pictures.count)
    }

    @Test func `valid pictures of the suite decode without a warning`() throws {
        for (name, bytes) in files(["jpeg", "pngsuite", "webp", "gif"]) where !name.hasPrefix("x") {
            let image = try ImageCodersManager.shared.decode(bytes)
            #expect(image.warning == nil, "\(name)")
            #expect(image.size == image.sourceSize, "\(name)")
        }
    }

    @Test func `every PNG agrees with the library's own simple interface`() throws {
        for (name, bytes) in files(["pngsuite"]) where name.contains("png") && !name.hasPrefix("x") {
            // The simple interface of libpng 1.6.39 draws interlaced pictures of 16 bits wrongly; see the next test.
            guard bytes[24] < 16 || bytes[28] == 0 else { continue }
            // Without gamma and profiles, which only the simple interface applies.
            let plain = Self.withoutAncillaryChunks(bytes)
            let image = try PNGCoder().decode(plain, options: DecodeOptions())
            var expected = [UInt8](repeating: 0, count: image.bitmap.bytes.count)
            #expect(cpng_decode_simply(plain, plain.count, &expected, expected.count), "\(name)")
            var difference = 0
            for pixel in stride(from: 0, to: expected.count, by: 4) where expected[pixel + 3] > 0 {
                for place in pixel..<pixel + 4 {
                    difference = max(difference, abs(Int(image.bitmap.bytes[place]) - Int(expected[place])))
                }
            }
            #expect(difference <= 1, "\(name)")  // 16 bits may be rounded to 8 in more than one way
        }
    }

    /// Adler-32 of the RGBA bytes, transparent pixels black, as Pillow 13.0 with libwebp 1.6.0 decodes them.
    @Test func `every WebP equals Pillow's decode`() throws {
        let sums: [String: UInt32] = [
            "2-color.webp": 659_770_159, "advertises_rgba_but_frames_are_rgb.webp": 1_035_650_999,
            "anim.webp": 4_211_914_151, "lossy_alpha.webp": 2_164_504_792, "multi-color.webp": 786_008_793,
            "simple-gray.webp": 2_230_639_203, "simple-rgb.webp": 886_895_900, "simple.webp": 3_298_915_458,
            "simple_xmp.webp": 3_298_915_458,
        ]
        for (name, bytes) in files(["webp"]) {
            guard let sum = sums[name] else { continue }
            #expect(try Self.checksum(WebPCoder().decode(bytes, options: DecodeOptions()).bitmap) == sum, "\(name)")
        }
    }

    /// Compares the pixels inside both the logical screen and the frame of GIFs: around the frame Pillow paints the
    /// background color, and it extends the screen.
    @Test func `every GIF equals Pillow's decode`() throws {
        let sums: [String: UInt32] = [
            "alpha_gif_a.gif": 424_021_746,
            "any-disposal.gif": 1_808_291_002,
            "border_touching_layers.gif": 3_659_000_619,
            "interlaced.gif": 2_986_009_650,
            "issue_1455_oversized.gif": 1_013_740_819,
            "issue_1455_undersized.gif": 2_490_529_174,
            "large-gif-anim-combine.gif": 1_031_882_735,
            "large-gif-anim-full-frame-replace.gif": 272_614_282,
            "mixed-disposal.gif": 1_808_291_002,
            "oob.gif": 750_863_158,
            "sample_1.gif": 3_065_833_241,
        ]
        for (name, bytes) in files(["gif"]) {
            guard let sum = sums[name] else { continue }
            #expect(try Self.checksum(GIFCoder().decode(bytes, options: DecodeOptions()).bitmap) == sum, "\(name)")
        }
    }

    static func checksum(_ bitmap: Bitmap) -> UInt32 {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for (index, byte) in bitmap.bytes.enumerated() {
            if bitmap.bytes[index | 3] > 0 { a = (a + UInt32(byte)) % 65_521 }
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }

    @Test func `interlaced pictures of the suite equal their plain twins`() throws {
        let suite = Dictionary(uniqueKeysWithValues: files(["pngsuite"]))
        for (name, bytes) in suite where name.hasPrefix("basi") {
            let twin = try #require(suite["basn" + name.dropFirst(4)], "\(name)")
            let (interlaced, plain) = try (
                ImageCodersManager.shared.decode(bytes), ImageCodersManager.shared.decode(twin)
            )
            #expect(interlaced.bitmap == plain.bitmap, "\(name)")
        }
    }

    static func withoutAncillaryChunks(_ bytes: [UInt8]) -> [UInt8] {
        var result = Array(bytes.prefix(8))
        var place = 8
        while place + 12 <= bytes.count {
            let end = place + 12 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = bytes[place + 4..<place + 8]
            // a lower-case first letter marks chunks that are not needed for drawing, but transparency is needed
            if name.first.map({ $0 & 0x20 == 0 }) == true || name.elementsEqual("tRNS".utf8) {
                result += bytes[place..<end]
            }
            place = end
        }
        return result
    }
}

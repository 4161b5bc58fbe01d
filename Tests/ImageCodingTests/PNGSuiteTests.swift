import CPNG
import FoundationEssentials
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The PNG test suite of Willem van Schaik.
@Suite(.endsInTime) struct PNGSuiteTests {
    private let manager = ImageCodersManager.shared

    @Test func `the suite is complete`() throws {
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Document.root + "/Tests/ImageCodingTests/PNGSuite")
        let files = try PNGSuite.valid() + PNGSuite.broken() + [PNGSuite.unchecked()]
        #expect(names.filter { $0.hasSuffix(".png") }.sorted() == files.map { $0.name + ".png" }.sorted())
    }

    @Test func `every valid picture equals an independent decoder's`() throws {
        for (name, bytes) in try PNGSuite.valid() {
            let image = try manager.decode(PNGSuite.plain(bytes))
            #expect(image.bitmap.shown.adler32 == PNGSuite.sums[name], "\(name)")
        }
    }

    @Test func `every valid picture decodes without a warning`() throws {
        for (name, bytes) in try PNGSuite.valid() {
            let image = try manager.decode(bytes)
            #expect(image.warning == nil, "\(name)")
            #expect(image.size == image.sourceSize, "\(name)")
        }
    }

    @Test func `broken pictures are refused`() throws {
        for (name, bytes) in try PNGSuite.broken() {
            let error = #expect(throws: ImageCodingError.self, "\(name)") { try manager.decode(bytes) }
            #expect(error?.description.utf8.allSatisfy { $0 >= 0x20 } == true, "\(name)")
        }
    }

    @Test func `a picture with a wrong checksum is shown, with a warning`() throws {
        let image = try manager.decode(PNGSuite.unchecked().bytes)
        #expect(image.size == PixelSize(width: 32, height: 32) && image.warning == .damagedInPlaces)
    }

    @Test func `every file ends in pixels or in a clear error`() throws {
        let valid = try PNGSuite.valid() + DamageTests.pictures
        var decoded = 0
        for (name, bytes) in try valid + PNGSuite.broken() {
            for bytes in [bytes, Array(bytes[..<(bytes.count / 2)])] {
                for box in [nil, PixelSize(width: 12, height: 12)] {
                    do {
                        let image = try manager.decode(bytes, options: DecodeOptions(box: box))
                        #expect(!image.size.isEmpty, "\(name)")
                        #expect(
                            image.size.width <= box?.width ?? .max && image.size.height <= box?.height ?? .max,
                            "\(name)")
                        decoded += 1
                    } catch {
                        let isLine = error.description.utf8.allSatisfy { $0 >= 0x20 }
                        #expect(isLine && !error.description.isEmpty, "\(name)")
                    }
                }
            }
        }
        #expect(decoded >= 2 * valid.count)
    }

    @Test func `every PNG agrees with the library's own simple interface`() throws {
        for (name, bytes) in try PNGSuite.valid() {
            // The simple interface of libpng 1.6.39 draws interlaced pictures of 16 bits wrongly; see the next test.
            guard bytes[24] < 16 || bytes[28] == 0 else { continue }
            // Without gamma and profiles, which only the simple interface applies.
            let plain = PNGSuite.plain(bytes)
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

    @Test func `interlaced pictures equal their plain twins`() throws {
        let files = Dictionary(uniqueKeysWithValues: try PNGSuite.valid())
        let interlaced = files.filter { $0.key.hasPrefix("basi") }
        #expect(interlaced.count == 15)
        for (name, bytes) in interlaced {
            let twin = try #require(files["basn" + name.dropFirst(4)], "\(name)")
            #expect(try manager.decode(bytes).bitmap == manager.decode(twin).bitmap, "\(name)")
        }
    }
}

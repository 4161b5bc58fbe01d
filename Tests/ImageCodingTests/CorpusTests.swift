import CPNG
import Pixels
import Testing

@testable import ImageCoding

/// The pictures of public test suites. Where they are not, the tests say so and run on made pictures alone.
@Suite struct CorpusTests {
    private func files(_ folders: [String]) -> [(name: String, bytes: [UInt8])] {
        let files = folders.flatMap { Corpus.files(in: $0) }
        if files.isEmpty { print("note: there is no ../shared/corpus; \(folders) are not tested, made pictures are") }
        return files + DamageTests.pictures
    }

    @Test func everyFileEndsInPixelsOrInAClearError() {
        var decoded = 0
        for (name, bytes) in files(["jpeg", "png", "pngsuite", "fuzz/jpeg", "fuzz/png", "fuzz/gif", "fuzz/webp"]) {
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

    @Test func picturesOfTheSuiteThatAreWholeDecodeWithoutAWarning() throws {
        for (name, bytes) in files(["jpeg", "pngsuite"]) where !name.hasPrefix("x") {
            let image = try ImageCodersManager.shared.decode(bytes)
            #expect(image.warning == nil, "\(name)")
            #expect(image.size == image.sourceSize, "\(name)")
        }
    }

    @Test func picturesThatAreBrokenOnPurposeAreErrorsOrCarryAWarning() {
        for (name, bytes) in files(["pngsuite"]) where name.hasPrefix("x") {
            let image = try? ImageCodersManager.shared.decode(bytes)
            #expect(image == nil || image?.warning != nil, "\(name)")
        }
    }

    @Test func everyPNGAgreesWithTheLibrarysOwnSimpleInterface() throws {
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

    @Test func interlacedPicturesOfTheSuiteEqualTheirPlainTwins() throws {
        let suite = Dictionary(uniqueKeysWithValues: files(["pngsuite"]))
        for (name, bytes) in suite where name.hasPrefix("basi") {
            let twin = try #require(suite["basn" + name.dropFirst(4)], "\(name)")
            let (interlaced, plain) = try (
                ImageCodersManager.shared.decode(bytes), ImageCodersManager.shared.decode(twin)
            )
            #expect(interlaced.bitmap == plain.bitmap, "\(name)")
        }
    }

    private static func withoutAncillaryChunks(_ bytes: [UInt8]) -> [UInt8] {
        var result = Array(bytes.prefix(8))
        var place = 8
        while place + 12 <= bytes.count {
            let end = place + 12 + bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = bytes[place + 4..<place + 8]
            // A lower-case first letter marks what is not needed to draw; but transparency is.
            if name.first.map({ $0 & 0x20 == 0 }) == true || name.elementsEqual("tRNS".utf8) {
                result += bytes[place..<end]
            }
            place = end
        }
        return result
    }
}

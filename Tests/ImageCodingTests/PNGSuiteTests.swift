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
}

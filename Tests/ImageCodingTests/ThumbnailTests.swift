import Pixels
import Testing

@testable import ImageCoding

/// The small picture that a large one brings with it, taken out of whole files.
@Suite struct ThumbnailTests {
    private let manager = ImageCodersManager.shared
    private let small = JPEGWriter(size: PixelSize(width: 16, height: 12)).bytes { _, _, c in [200, 30, 30][c] }

    /// A photo whose header says that size. Nobody looks at its pixels.
    private func photo(_ width: Int, _ height: Int) throws -> [UInt8] {
        var bytes = JPEGWriter(size: PixelSize(width: 8, height: 8)).bytes { _, _, _ in 1 }
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        for (place, side) in [(frame + 5, height), (frame + 7, width)] {
            (bytes[place], bytes[place + 1]) = (UInt8(side >> 8), UInt8(side & 255))
        }
        return bytes
    }

    @Test func aLargePhotoHasItsSmallPictureUprightAndNoLargerThanAskedFor() throws {
        let bytes = try JPEGWriter.adding(thumbnail: small, orientation: 6, to: photo(1640, 1230))
        let image = try #require(manager.thumbnail(of: bytes))
        #expect(image.size == PixelSize(width: 12, height: 16) && image.isIncremental)
        #expect(image.sourceSize == PixelSize(width: 1230, height: 1640) && image.sourceBytes == bytes.count)
        #expect(abs(Int(image.bitmap[3, 3].red) - 200) < 8)
        let options = DecodeOptions(box: PixelSize(width: 6, height: 6))
        #expect(manager.thumbnail(of: bytes, options: options)?.size == PixelSize(width: 5, height: 6))
    }

    @Test func whatIsDecodedAsSoonOrShowsSomethingElseHasNone() throws {
        let quick = try JPEGWriter.adding(thumbnail: small, orientation: 1, to: photo(640, 480))
        #expect(manager.thumbnail(of: quick) == nil)
        let square = try JPEGWriter.adding(thumbnail: small, orientation: 1, to: photo(1500, 1500))
        #expect(manager.thumbnail(of: square) == nil)
        #expect(try manager.thumbnail(of: photo(1640, 1230)) == nil)
        #expect(manager.thumbnail(of: PNGWriter(width: 4, height: 3).bytes { x, _, _ in x }) == nil)
        #expect(manager.thumbnail(of: []) == nil)
    }
}

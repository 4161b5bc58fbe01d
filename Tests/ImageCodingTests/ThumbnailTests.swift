import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The small picture that a large one brings with it, taken out of whole files.
@Suite(.endsInTime) struct ThumbnailTests {
    private let manager = ImageCodersManager.shared
    let small = JPEGWriter(size: PixelSize(width: 16, height: 12)).bytes { _, _, c in [200, 30, 30][c] }

    /// Returns a photo whose header announces that size. Its pixels are not decoded.
    func photo(_ width: Int, _ height: Int) throws -> [UInt8] {
        var bytes = JPEGWriter(size: PixelSize(width: 8, height: 8)).bytes { _, _, _ in 1 }
        let frame = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
        for (place, side) in [(frame + 5, height), (frame + 7, width)] {
            (bytes[place], bytes[place + 1]) = (UInt8(side >> 8), UInt8(side & 255))
        }
        return bytes
    }

    @Test func `the thumbnail of a large photo is upright and no larger than requested`() throws {
        let bytes = try JPEGWriter.adding(thumbnail: small, orientation: 6, to: photo(1640, 1230))
        let image = try #require(manager.thumbnail(of: bytes))
        #expect(image.size == PixelSize(width: 12, height: 16) && image.isIncremental)
        #expect(image.sourceSize == PixelSize(width: 1230, height: 1640) && image.sourceBytes == bytes.count)
        #expect(abs(Int(image.bitmap[3, 3].red) - 200) < 8)
        let options = DecodeOptions(box: PixelSize(width: 6, height: 6))
        #expect(manager.thumbnail(of: bytes, options: options)?.size == PixelSize(width: 5, height: 6))
    }

    /// It was decoded outside the memory budget of decodes, at any size in its own header.
    @Test func `a large thumbnail is not decoded`() throws {
        for (width, height, isSmall) in [(800, 600, true), (820, 615, false)] {
            let inner = JPEGWriter(size: PixelSize(width: width, height: height)).bytes { _, _, _ in 200 }
            let bytes = try JPEGWriter.adding(thumbnail: inner, orientation: 1, to: photo(1640, 1230))
            #expect((manager.thumbnail(of: bytes) != nil) == isSmall)
            let decoder = try manager.incrementalDecoder(of: bytes, options: DecodeOptions())
            let scan = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
            try decoder.append(bytes.prefix(scan + 14))  // all but the pixels
            #expect((try decoder.preview() != nil) == isSmall)
        }
        // nor one of several scans whose coefficients take much
        let scans = JPEGWriter(size: PixelSize(width: 400, height: 300), isProgressive: true).bytes { _, _, _ in 200 }
        let bytes = try JPEGWriter.adding(thumbnail: scans, orientation: 1, to: photo(1640, 1230))
        var options = DecodeOptions()
        #expect(manager.thumbnail(of: bytes, options: options) != nil)
        options.limits.workingBytes = 100_000
        #expect(manager.thumbnail(of: bytes, options: options) == nil)
    }

    /// Cameras write the profile once. The colors jumped when the picture itself was there.
    @Test func `the thumbnail has the color space of the photo`() throws {
        let profile = ICCWriter.rgb(primaries: ICCWriter.p3, curve: ICCWriter.sRGBCurve)
        let green = JPEGWriter(size: PixelSize(width: 16, height: 12)).bytes { _, _, c in [100, 200, 100][c] }
        let photo = try photo(1640, 1230)
        let plain = try #require(manager.thumbnail(of: JPEGWriter.adding(thumbnail: green, orientation: 1, to: photo)))
        let bytes = JPEGWriter.adding(
            thumbnail: green, orientation: 1, to: JPEGWriter.adding(profile: profile, to: photo))
        let wide = try #require(manager.thumbnail(of: bytes))
        let alone = try manager.decode(JPEGWriter.adding(profile: profile, to: green))
        #expect(wide.bitmap == alone.bitmap)
        #expect(wide.bitmap != plain.bitmap)
    }

    @Test func `a picture that is quick to decode or differs from its thumbnail has none`() throws {
        let quick = try JPEGWriter.adding(thumbnail: small, orientation: 1, to: photo(640, 480))
        #expect(manager.thumbnail(of: quick) == nil)
        let square = try JPEGWriter.adding(thumbnail: small, orientation: 1, to: photo(1500, 1500))
        #expect(manager.thumbnail(of: square) == nil)
        #expect(try manager.thumbnail(of: photo(1640, 1230)) == nil)
        #expect(manager.thumbnail(of: PNGWriter(width: 4, height: 3).bytes { x, _, _ in x }) == nil)
        #expect(manager.thumbnail(of: []) == nil)
    }
}

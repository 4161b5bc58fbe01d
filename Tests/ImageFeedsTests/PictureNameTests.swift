import ImageCoding
import TestSupport
import Testing

@testable import ImageFeeds

/// The tables of formats that feeds have for themselves, against those of the coders.
@Suite(.endsInTime) struct PictureNameTests {
    @Test func `the signature of a BMP has the lengths of its header that the coder knows`() {
        for length in 0...UInt8.max {
            let head = Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [length, 0, 0, 0]
            #expect(PictureName.hasSignature(head) == (ImageFormat.detect(head) == .bmp), "\(length)")
            #expect(head.count == PictureName.signatureLength)
        }
    }

    @Test(arguments: ImageFormat.builtIn)
    func `the media types of every built-in format are taken from a source of a picture`(format: ImageFormat) {
        for type in format.mediaTypes {
            var candidates = PictureCandidates()
            candidates.add(source: { ["type": type, "srcset": "a"][$0] })
            #expect(candidates.best(maximumWidth: 100) == "a", "\(type)")
        }
    }
}

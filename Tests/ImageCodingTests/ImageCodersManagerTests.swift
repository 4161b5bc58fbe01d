import Pixels
import Testing

@testable import ImageCoding

@Suite(.endsInTime) struct ImageCodersManagerTests {
    /// A coder that accepts all bytes, recognizable by the size of its picture.
    private struct Eager: ImageCoder {
        let format: ImageFormat
        let side: Int
        func canDecode(_ bytes: [UInt8]) -> Bool { true }
        func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
            ImageHeader(format: format, pixelSize: PixelSize(width: side, height: side))
        }
        func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
            Image(bitmap: Bitmap(size: PixelSize(width: side, height: side), filledWith: RGBA(0, 0, 0)))
        }
    }

    @Test func `the coder registered last is tried first`() throws {
        let manager = ImageCodersManager(coders: [Eager(format: .gif, side: 1), Eager(format: .webp, side: 2)])
        #expect(try manager.decode([0]).size.width == 2)
        manager.add(Eager(format: .png, side: 3))
        #expect(try manager.decode([0]).size.width == 3)
        #expect(try manager.header(of: [0]).pixelSize.width == 3)
        manager.remove(.png)
        manager.remove(.webp)
        #expect(try manager.decode([0]).size.width == 1)
        #expect(manager.coders.count == 1)
    }

    @Test func `a coder that does not recognize the bytes is skipped`() throws {
        let manager = ImageCodersManager(coders: [Eager(format: .gif, side: 1), PNGCoder()])
        #expect(try manager.decode([0xFF]).size.width == 1)
    }

    @Test(arguments: [
        ("<!DOCTYPE html><title>404</title>", "HTML"), ("\n  <html lang=en>", "HTML"), ("<p>gone</p>", "HTML"),
        ("<?xml version='1.0'?><rss/>", "XML"), ("<?xml version='1.0'?>\n<svg xmlns=''>", "SVG"), ("<svg>", "SVG"),
        ("{\"error\": 404}", "JSON"), ("[1]", "JSON"), ("%PDF-1.7", "PDF"),
        ("....ftypavif", "AVIF"), ("....ftypheic", "HEIC"),
        ("....ftypmp42", "an MP4 video"),
        ("II*\0", "TIFF"), ("MM\0*", "TIFF"),
        ("Not found", "text"), ("Zürich", "text"),
        ("\u{FEFF}{}", "JSON"),
    ])
    func `bytes that are no picture are described`(content: String, name: String) {
        #expect(throws: ImageCodingError.unknownFormat(looksLike: name)) {
            try ImageCodersManager.shared.decode(Array(content.utf8))
        }
    }

    @Test func `bytes of no known format are described as unknown`() {
        for bytes in [[0, 1, 2, 3], [0xFF, 0xD8], [0x89], [0xFE, 0x80, 0x80, 0x90], [0x20, 0x0A]] as [[UInt8]] {
            #expect(throws: ImageCodingError.unknownFormat(looksLike: nil), "\(bytes)") {
                try ImageCodersManager.shared.decode(bytes)
            }
        }
    }

    @Test func `a PNG that was transferred as text is recognized`() {
        let bytes = PNGWriter(width: 1, height: 1).bytes { _, _, _ in 0 }.filter { $0 != 0x0D }
        #expect(throws: ImageCodingError.unknownFormat(looksLike: "a PNG broken by a transfer as text")) {
            try ImageCodersManager.shared.decode(bytes)
        }
    }
}

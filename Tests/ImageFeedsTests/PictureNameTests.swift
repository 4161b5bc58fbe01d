import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// The formats of pictures as feeds and folders know them.
@Suite(.endsInTime) struct PictureNameTests {
    @Test func `the signature of a BMP has a length of its header, which text has not`() {
        let head: (UInt8) -> [UInt8] = { Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [$0, 0, 0, 0] }
        #expect((0...UInt8.max).filter { PictureName.hasSignature(head($0)) } == [12, 16, 40, 52, 56, 64, 108, 124])
        #expect(FormatTraits.longestSignature == 18 && !PictureName.hasSignature(Array("BMW has a new logo".utf8)))
    }

    @Test func `the extensions of every built-in format name pictures, and files, not hosts`() {
        for name in "jpg jpeg jpe jfif png apng gif webp bmp dib qoi".split(separator: " ").map(String.init) {
            #expect(PictureName.isPicture("a." + name.uppercased()), "\(name)")
            #expect(DocumentFormat.picture.fileExtensions.contains(name), "\(name)")
        }
    }

    @Test func `the media types of every built-in format are taken from a source of a picture`() {
        for name in "jpeg jpg pjpeg png apng gif webp bmp x-bmp x-ms-bmp qoi x-qoi".split(separator: " ") {
            let type = "image/" + name
            var candidates = PictureCandidates()
            candidates.add(source: { ["type": type, "srcset": "a"][$0] }, types: FeedOptions().pictureTypes)
            #expect(candidates.best(maxWidth: 100) == "a", "\(type)")
        }
    }

    @Test func `files of formats with a library of their own are pictures`() {
        for name in ["a.avif", "a.HEIC", "a.jxl", "a.tiff", "a.svg", "a.svgz"] { #expect(PictureName.isPicture(name)) }
        let box: (String) -> [UInt8] = { [0, 0, 0, 24] + Array("ftyp\($0)".utf8) + [0, 0, 0, 0] }
        for bytes in [box("avif"), box("heic"), box("mif1"), [0x49, 0x49, 42, 0], [0xFF, 0x0A, 1]] {
            #expect(PictureName.hasSignature(bytes))
        }
        #expect(!PictureName.hasSignature(box("isom")) && !PictureName.hasSignature([0x49, 0x49, 41, 0]))
    }

    @Test func `an SVG is detected by its first element, compressed or not`() {
        func format(_ bytes: [UInt8]) -> String {
            DocumentFormat.of(DocumentHead(bytes, contentType: "application/octet-stream")).name
        }
        func wide(_ text: String) -> [UInt8] { [0xFF, 0xFE] + text.utf8.flatMap { [$0, 0] } }
        for text in [
            "<?xml version='1.0'?><!-- x --><svg/>", " \n<!DOCTYPE svg PUBLIC 'x'><svg:svg />", "\u{FEFF}<svg>",
        ] {
            #expect(format(Array(text.utf8)) == "picture")
            #expect(format(Gzip.bytes(Array(text.utf8))) == "picture")
        }
        #expect(format(wide("<svg/>")) == "picture")
        #expect(format(Array("<!-- <svg --><rss/>".utf8)) == "RSS or Atom")
        for text in ["<html><svg/></html>", "text", ""] { #expect(format(Gzip.bytes(Array(text.utf8))) == "gzip") }
    }
}

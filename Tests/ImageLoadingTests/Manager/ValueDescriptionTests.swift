import HalftoneCore
import Foundation
import ImageCoding
import Pixels
import Testing
import Transfer

@testable import ImageLoading

/// Descriptions of errors, options and large values.
@Suite(.endsInTime) struct ValueDescriptionTests {
    private let bitmap = Bitmap(size: PixelSize(width: 80, height: 40), filledWith: RGBA(1, 2, 3, 255))
    private let bytes = [UInt8](repeating: 7, count: 36_000)

    @Test(arguments: [
        ImageError.invalidStatusCode(404) as any Error, TransferError.couldNotResolve(host: "host.invalid"),
        ImageCodingError.empty, DiskCacheError(description: "it is full"), TraceError(path: "a", reason: "b"),
    ])
    func `the localized description of an error is its description`(error: any Error) {
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func `a loaded image prints one line without its pixels`() throws {
        let url = try #require(URL(string: "http://bob:SEKRET@host/a.png"))
        let image = Image(
            bitmap: bitmap, format: .png, sourceSize: PixelSize(width: 800, height: 400), sourceBytes: 36_000)
        let loaded = LoadedImage(image: image, cacheType: .memory, url: url, isFinal: true, body: StoredBytes(bytes))
        #expect("\(loaded)" == "PNG image of 80x40 pixels, source 800x400, 36 KB, from memory: http://host/a.png")
    }

    @Test func `large values print and dump less than a screen`() throws {
        let url = try #require(URL(string: "http://host/a.png"))
        let image = Image(bitmap: bitmap)
        let values: [Any] = [
            bitmap, image,
            LoadedImage(image: image, cacheType: .disk, url: url, isFinal: false, body: StoredBytes(bytes)),
            Payload(bytes: bytes, origin: .network), DiskCache.Entry(bytes: bytes),
            CachedImage(image: image, bytes: bytes, type: .disk),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(String(describing: value).count < 120 && String(reflecting: value).count < 120)
            #expect(dumped.count < 600, "\(type(of: value))")
        }
    }
}

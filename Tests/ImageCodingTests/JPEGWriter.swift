import CJPEG
import Pixels

/// Makes JPEG files from pixels that a test computes.
struct JPEGWriter {
    var size: PixelSize
    /// 1 gray, 3 RGB, 4 CMYK as Adobe stores it, inverted.
    var channels: Int
    var quality: Int
    var isProgressive: Bool
    /// Whether chroma has half the columns (4:2:2), half the rows (4:4:0), or both (4:2:0).
    var halvesColumns: Bool
    var halvesRows: Bool
    /// Rows of blocks between restart markers; 0 for none.
    var restartRows: Int

    init(
        size: PixelSize, channels: Int = 3, quality: Int = 95, isProgressive: Bool = false, halvesChroma: Bool = false,
        restartRows: Int = 0
    ) {
        (self.size, self.channels, self.quality, self.isProgressive) = (size, channels, quality, isProgressive)
        (halvesColumns, halvesRows, self.restartRows) = (halvesChroma, halvesChroma, restartRows)
    }

    func bytes(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in 0..<channels { pixels.append(UInt8(clamping: sample(x, y, channel))) }
            }
        }
        return bytes(of: pixels)
    }

    func bytes(of pixels: [UInt8]) -> [UInt8] {
        let encoding = cjpeg_encoding(
            quality: Int32(quality), is_progressive: isProgressive, halves_columns: halvesColumns,
            halves_rows: halvesRows, restart_rows: Int32(restartRows))
        var file: UnsafeMutablePointer<UInt8>?
        let count = cjpeg_encode(pixels, Int32(size.width), Int32(size.height), Int32(channels), encoding, &file)
        defer { cjpeg_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// A file with a color profile in parts of `partBytes` bytes, of which one may be missing.
    static func adding(
        profile: [UInt8], to file: [UInt8], partBytes: Int = 65_000, dropping: Int? = nil
    ) -> [UInt8] {
        let parts = stride(from: 0, to: profile.count, by: partBytes).map { profile[$0...].prefix(partBytes) }
        // Out of order, which is allowed.
        let segments = parts.enumerated().reversed().filter { $0.offset != dropping }.flatMap { index, part in
            segment(0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(parts.count)] + part)
        }
        return file[..<2] + segments + file[2...]
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
    }

    /// A file with EXIF data that holds an orientation and, in a second directory, a small JPEG.
    static func adding(thumbnail: [UInt8], orientation: Int, to file: [UInt8]) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
            number(tag, 2) + number(type, 2) + number(1, 4) + number(value, 4)
        }
        let first = number(1, 2) + entry(0x0112, 3, orientation) + number(26, 4)
        let second = number(2, 2) + entry(0x0201, 4, 56) + entry(0x0202, 4, thumbnail.count) + number(0, 4)
        let tiff = [0x49, 0x49, 42, 0] + number(8, 4) + first + second + thumbnail
        return file[..<2] + segment(0xE1, Array("Exif".utf8) + [0, 0] + tiff) + file[2...]
    }
}

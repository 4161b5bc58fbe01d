import CBaseline
import CJPEG
import Glibc
import Pixels

/// A picture of waves and grain that compresses about like a photograph. Deterministic.
struct SyntheticPicture {
    let width: Int
    let height: Int
    /// The number of values that grain takes, the same in all channels; a power of two. With 32, a JPEG is as large as
    /// that of a photo in poor light.
    var grain: UInt64 = 16

    /// Returns the pixels as RGB, three bytes per pixel.
    func pixels() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 3 * width * height)
        let columns = Self.waves(width, periods: [3.1, 11, 37])
        let rows = Self.waves(height, periods: [2.3, 7, 29])
        bytes.withUnsafeMutableBufferPointer { bytes in
            var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
            var place = 0
            for row in 0..<height {
                for column in 0..<width {
                    seed ^= seed << 13
                    seed ^= seed >> 7
                    seed ^= seed << 17
                    let grain = Int(truncatingIfNeeded: seed & (grain - 1)) - Int(grain) / 2
                    let light = columns[column] + rows[row]
                    bytes[place] = UInt8(clamping: 128 + light + grain)
                    bytes[place + 1] = UInt8(clamping: 120 + light * 3 / 4 + grain + rows[row] / 4)
                    bytes[place + 2] = UInt8(clamping: 140 - light / 2 + grain + columns[column] / 4)
                    place += 3
                }
            }
        }
        return bytes
    }

    func bitmap() -> Bitmap {
        let pixels = pixels()
        var bytes = [UInt8](repeating: 255, count: 4 * width * height)
        for place in 0..<width * height {
            for channel in 0..<3 { bytes[4 * place + channel] = pixels[3 * place + channel] }
        }
        return Bitmap(size: PixelSize(width: width, height: height), bytes: bytes, hasAlpha: false)
    }

    /// Returns the sum of sine waves along a side, from about -60 to 60.
    private static func waves(_ count: Int, periods: [Double]) -> [Int] {
        (0..<count).map { place in
            let angle = 2 * Double.pi * Double(place) / Double(count)
            return Int(periods.reduce(0.0) { $0 + 60 / Double(periods.count) * sin(angle * $1) })
        }
    }

    /// Returns a baseline JPEG with 4:2:0 chroma subsampling.
    func jpeg(quality: Int32) throws -> [UInt8] {
        var bytes: UnsafeMutablePointer<UInt8>?
        let encoding = cjpeg_encoding(
            quality: quality, is_progressive: false, halves_columns: true, halves_rows: true, restart_rows: 0)
        let count = cjpeg_encode(pixels(), Int32(width), Int32(height), 3, encoding, &bytes)
        guard count > 0, let bytes else { throw Failure("libjpeg could not encode \(width)x\(height)") }
        defer { cjpeg_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: count))
    }

    func writePNG(to path: String) throws {
        guard baseline_write_png(path, pixels(), Int32(width), Int32(height)) else {
            throw Failure("libpng could not write \(path)")
        }
    }
}

import Pixels

/// An encoder of a part of a picture as a PNG, fast rather than small.
enum PNGStrip {
    /// Returns the PNG of a part that is within the bitmap; `nil` if there is no memory.
    static func png(of bitmap: Bitmap, rect: PixelRect) -> [UInt8]? {
        guard let data = Zlib.compress(filteredRows(of: bitmap, rect: rect)) else { return nil }
        let header = word(rect.size.width) + word(rect.size.height) + [8, bitmap.hasAlpha ? 6 : 2, 0, 0, 0]
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", data)
            + chunk("IEND", [])
    }

    /// Returns the rows, each pixel as its difference to the one above: PNG's filter "up".
    private static func filteredRows(of bitmap: Bitmap, rect: PixelRect) -> [UInt8] {
        var rows: [UInt8] = []
        let channels = bitmap.hasAlpha ? 4 : 3
        rows.reserveCapacity(rect.size.height * (channels * rect.size.width + 1))
        bitmap.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<rect.size.height {
                rows.append(2)
                let start = 4 * ((rect.y + y) * bitmap.size.width + rect.x)
                let above = y == 0 ? nil : start - 4 * bitmap.size.width
                for x in 0..<rect.size.width {
                    for channel in 0..<channels {
                        let place = 4 * x + channel
                        rows.append(bytes[start + place] &- (above.map { bytes[$0 + place] } ?? 0))
                    }
                }
            }
        }
        return rows
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + content
        return word(content.count) + body + word(Int(Zlib.checksum(of: body)))
    }

    /// Returns a number as four bytes, highest first.
    private static func word(_ number: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

import CZlib
import FoundationEssentials
import Pixels
import TerminalScreen
import TestSupport

extension ModelTerminal {
    /// Draws sixels at the cursor. The cursor is below them afterwards, which scrolls at the last row.
    mutating func sixel(parameters: ArraySlice<UInt8>, data: ArraySlice<UInt8>) {
        let fields = String(decoding: parameters, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
        if fields.count < 2 || fields[1] != "1" { problems.append("sixels that fill their background") }
        noteUnknownCursor("sixels")
        drawings += 1
        var reader = SixelReader(data: data)
        let origin = PixelSize(width: cursor.column * cell.width, height: cursor.row * cell.height)
        reader.read { x, y, color in
            let (x, y) = (origin.width + x, origin.height + y)
            if x < pixels.width, y < pixels.height { layer[y * pixels.width + x] = 0xFF00_0000 | color }
        }
        problems += reader.problems
        if data.last == UInt8(ascii: "-") { problems.append("a new line at the end of sixels") }
        for _ in 0..<((reader.height + cell.height - 1) / cell.height) { lineFeed() }
        isCursorUnknown = true
    }

    /// Draws an inline image of iTerm2 at the cursor: options, a colon, and a PNG in base64.
    mutating func inlineImage(_ text: ArraySlice<UInt8>) {
        noteUnknownCursor("an inline image")
        drawings += 1
        guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let bytes = Self.base64(text[(colon + 1)...]),
            let bitmap = Self.png(bytes)
        else { return problems.append("a damaged inline image") }
        var options: [String: String] = [:]
        for option in String(decoding: text[..<colon], as: UTF8.self).split(separator: ";") {
            let parts = option.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { options[String(parts[0])] = String(parts[1]) }
        }
        guard options["inline"] == "1", options["preserveAspectRatio"] == "0",
            let columns = options["width"].flatMap({ Int($0) }), let rows = options["height"].flatMap({ Int($0) })
        else { return problems.append("an inline image with \(options)") }
        let area = PixelSize(width: columns * cell.width, height: rows * cell.height)
        for y in 0..<area.height {
            for x in 0..<area.width {
                let (left, top) = (cursor.column * cell.width + x, cursor.row * cell.height + y)
                guard left < pixels.width, top < pixels.height else { continue }
                let pixel = bitmap[x * bitmap.size.width / area.width, y * bitmap.size.height / area.height]
                guard pixel.alpha == 255 else { continue }
                layer[top * pixels.width + left] = 0xFF00_0000 | pixel.opaque.hex
            }
        }
        if options["doNotMoveCursor"] != "1" { for _ in 0..<rows { lineFeed() } }
        isCursorUnknown = true
    }

    /// Returns the pixels of a PNG of 8-bit RGB or RGBA whose rows have the filters "none" or "up"; `nil` for any other.
    static func png(_ bytes: [UInt8]) -> Bitmap? {
        func word(_ at: Int) -> Int { bytes[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
        var (place, size, data, channels) = (8, PixelSize(width: 0, height: 0), [UInt8](), 3)
        while place + 12 <= bytes.count {
            let count = word(place)
            guard count >= 0, place + 12 + count <= bytes.count else { return nil }
            let body = Array(bytes[(place + 4)..<(place + 8 + count)])
            guard word(place + 8 + count) == Int(crc32(0, body, uInt(body.count))) else { return nil }
            let content = body.dropFirst(4)
            switch String(decoding: body.prefix(4), as: UTF8.self) {
            case "IHDR":
                let format = Array(content.dropFirst(8))
                guard format == [8, 2, 0, 0, 0] || format == [8, 6, 0, 0, 0] else { return nil }
                channels = format[1] == 6 ? 4 : 3
                size = PixelSize(width: word(place + 8), height: word(place + 12))
            case "IDAT": data += content
            case "IEND": return rows(of: data, size: size, channels: channels)
            default: return nil
            }
            place += 12 + count
        }
        return nil
    }

    private static func rows(of data: [UInt8], size: PixelSize, channels: Int) -> Bitmap? {
        let stride = channels * size.width + 1
        guard let rows = inflate(data, count: stride * size.height) else { return nil }
        var above = [UInt8](repeating: 0, count: channels * size.width)
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            let row = rows[(y * stride)..<((y + 1) * stride)]
            guard let filter = row.first, filter == 0 || filter == 2 else { return nil }
            above = zip(row.dropFirst(), above).map { filter == 2 ? $0 &+ $1 : $0 }
            for x in 0..<size.width {
                bytes += above[(channels * x)..<(channels * (x + 1))] + (channels == 3 ? [255] : [])
            }
        }
        return Bitmap(size: size, bytes: bytes, hasAlpha: channels == 4)
    }

    /// Returns exactly `count` bytes of zlib data; `nil` for damaged data.
    static func inflate(_ data: [UInt8], count: Int) -> [UInt8]? {
        var length = uLongf(count)
        var bytes = [UInt8](repeating: 0, count: count)
        guard uncompress(&bytes, &length, data, uLong(data.count)) == Z_OK, Int(length) == count else { return nil }
        return bytes
    }

    /// Decodes base64; `nil` for any other text.
    static func base64(_ text: ArraySlice<UInt8>) -> [UInt8]? { Data(base64Encoded: Data(text)).map { [UInt8]($0) } }
}

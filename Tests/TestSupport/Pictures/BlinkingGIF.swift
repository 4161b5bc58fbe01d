import Pixels

/// A GIF of 8x8 pixels that is red, then blue; with more frames also green, and yellow.
public enum BlinkingGIF {
    public static let colors = [RGB(255, 0, 0), RGB(0, 0, 255), RGB(0, 255, 0), RGB(255, 255, 0)]

    public static func bytes(loops: UInt8, hundredths: UInt8, frames: Int = 2) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + [8, 0, 8, 0, 0x81, 0, 0]
        bytes += colors.flatMap { [$0.red, $0.green, $0.blue] }  // the palette
        bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, loops, 0, 0]
        for color in 0..<frames {
            bytes += [0x21, 0xF9, 4, 0, hundredths, 0, 0, 0]  // graphic control
            bytes += [0x2C, 0, 0, 0, 0, 8, 0, 8, 0, 0] + pixels(color)
        }
        return bytes + [0x3B]
    }

    /// Returns image data that clears the code table after every second pixel, so that all codes have three bits.
    public static func pixels(_ color: Int, count pixels: Int = 64) -> [UInt8] {
        var codes: [Int] = []
        for _ in 0..<pixels / 2 { codes += [4, color, color] }
        codes.append(5)
        var (bytes, bits, count) = ([UInt8](), 0, 0)
        for code in codes {
            bits |= code << count
            count += 3
            while count >= 8 {
                bytes.append(UInt8(bits & 0xFF))
                bits >>= 8
                count -= 8
            }
        }
        if count > 0 { bytes.append(UInt8(bits)) }
        return [2, UInt8(bytes.count)] + bytes + [0]
    }
}

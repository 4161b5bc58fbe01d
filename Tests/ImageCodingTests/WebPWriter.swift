import CWebP
import Pixels

/// Makes WebP files from pixels that a test computes.
struct WebPWriter {
    var size: PixelSize
    var quality = 90
    var isLossless = false
    var hasAlpha = false

    /// `sample` gives red, green, blue and, if there is alpha, alpha.
    func bytes(_ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Int) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                for channel in 0..<4 {
                    pixels.append(channel == 3 && !hasAlpha ? 255 : UInt8(clamping: sample(x, y, channel)))
                }
            }
        }
        let encoding = cwebp_encoding(quality: Float(quality), is_lossless: isLossless, is_exact: true)
        var file: UnsafeMutablePointer<UInt8>?
        let count = cwebp_encode(pixels, Int32(size.width), Int32(size.height), encoding, &file)
        defer { cwebp_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    /// Returns an animation of stills at even positions on a canvas (WebP container, "Animation").
    static func animation(canvas: PixelSize, frames: [(x: Int, y: Int, size: PixelSize, still: [UInt8])]) -> [UInt8] {
        let animationAndAlpha: UInt8 = 0x12
        var content = chunk(
            "VP8X", [animationAndAlpha, 0, 0, 0] + number(canvas.width - 1, 3) + number(canvas.height - 1, 3))
        content += chunk("ANIM", [255, 255, 255, 255, 0, 0])
        for frame in frames {
            let place = number(frame.x / 2, 3) + number(frame.y / 2, 3)
            let sides = number(frame.size.width - 1, 3) + number(frame.size.height - 1, 3)
            content += chunk("ANMF", place + sides + number(100, 3) + [0] + pixelChunks(of: frame.still))
        }
        return file(content)
    }

    /// A file with a chunk of EXIF data behind the pixels.
    static func adding(exif: [UInt8], to still: [UInt8], size: PixelSize) -> [UInt8] {
        let header = chunk("VP8X", [0x08, 0, 0, 0] + number(size.width - 1, 3) + number(size.height - 1, 3))
        return file(header + pixelChunks(of: still) + chunk("EXIF", exif))
    }

    static func file(_ content: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + number(content.count + 4, 4) + Array("WEBP".utf8) + content
    }

    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + number(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    /// The chunks of a still that hold its pixels and alpha.
    private static func pixelChunks(of still: [UInt8]) -> [UInt8] {
        still[12...].starts(with: "VP8X".utf8) ? Array(still[30...]) : Array(still[12...])
    }

    private static func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}

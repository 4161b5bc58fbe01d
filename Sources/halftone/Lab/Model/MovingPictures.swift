import ImageCoding
import ImageLab
import Pixels

/// Three animations for the Lab, drawn and encoded at the first request.
enum MovingPictures {
    static let frames = 8

    static func all() -> [LabPicture] {
        [
            picture("bouncing-ball.gif", "Bouncing ball") { x, y, time in
                let height = 1 - abs(2 * time - 1)
                let (dx, dy) = (x - 0.1 - 0.8 * time, (y - 0.2 - 0.55 * (1 - height * height)) * 0.66)
                return dx * dx + dy * dy < 0.02 ? RGBA(240, 120, 60) : RGBA(20, 30, UInt8(60 + 90 * y))
            },
            picture("rolling-waves.gif", "Rolling waves") { x, y, time in
                // A triangle wave that moves from right to left.
                let phase = (3 * x + time).truncatingRemainder(dividingBy: 1)
                let crest = 0.4 + 0.2 * abs(2 * phase - 1)
                return y < crest ? RGBA(190, 220, 250) : RGBA(20, UInt8(80 + 80 * (1 - y)), 160)
            },
            picture("turning-lamp.gif", "Turning lamp") { x, y, time in
                let lit = (x + 1 - time).truncatingRemainder(dividingBy: 1)
                return lit < 0.25 ? RGBA(250, 240, UInt8(120 + 100 * y)) : RGBA(40, 20, UInt8(30 + 60 * y))
            },
        ]
    }

    /// Creates an animation. `color` returns the color of a point, from 0 to 1 in both directions, at a phase from 0 to
    /// below 1.
    private static func picture(
        _ name: String, _ title: String, color: @escaping @Sendable (_ x: Double, _ y: Double, _ time: Double) -> RGBA
    ) -> LabPicture {
        LabPicture(name: name, title: title, mimeType: "image/gif", isMoving: true) { encoded(color) }
    }

    private static let size = PixelSize(width: 96, height: 64)

    private static func encoded(_ color: (Double, Double, Double) -> RGBA) -> [UInt8] {
        let pictures = (0..<frames).map { number in
            let time = Double(number) / Double(frames)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4 * size.area)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let pixel = color(Double(x) / Double(size.width), Double(y) / Double(size.height), time)
                    bytes += [pixel.red, pixel.green, pixel.blue, 255]
                }
            }
            return ImageFrame(
                image: Image(bitmap: Bitmap(size: size, bytes: bytes, hasAlpha: false)),
                duration: .milliseconds(120))
        }
        // Frames of one size and few colors can always be encoded; there is a test for it.
        return (try? GIFCoder().encode(pictures, loopCount: 0, options: EncodeOptions())) ?? []
    }
}

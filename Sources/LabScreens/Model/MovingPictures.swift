import ImageCoding
import ImageLab
import Pixels

/// Three animations of a bouncing ball for the Lab, drawn and encoded for each request.
package enum MovingPictures {
    static let frames = 8
    private static let size = PixelSize(width: 96, height: 64)

    package static func all() -> [LabPicture] {
        let balls = [("orange", RGBA(240, 120, 60)), ("blue", RGBA(90, 160, 250)), ("yellow", RGBA(250, 230, 110))]
        return balls.map { name, color in
            LabPicture(name: "\(name)-ball.gif", title: "Bouncing \(name) ball", mimeType: "image/gif", isMoving: true)
            {
                encoded(color)
            }
        }
    }

    private static func encoded(_ color: RGBA) -> [UInt8] {
        let pictures = (0..<frames).map { number in
            let time = Double(number) / Double(frames)
            let height = 1 - abs(2 * time - 1)
            var bytes: [UInt8] = []
            bytes.reserveCapacity(4 * size.area)
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let (x, y) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
                    let (dx, dy) = (x - 0.1 - 0.8 * time, (y - 0.2 - 0.55 * (1 - height * height)) * 0.66)
                    let pixel = dx * dx + dy * dy < 0.02 ? color : RGBA(20, 30, UInt8(60 + 90 * y))
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

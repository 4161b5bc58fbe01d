import ImageCoding
import Pixels

/// An animation of real GIF frames, each of another color.
func testAnimation(pixels: Int, frames count: Int = 2) throws -> Image {
    let frames = (0..<count).map { number in
        let bitmap = Bitmap(
            size: PixelSize(width: pixels, height: 1), filledWith: RGBA(UInt8(number * 40), 2, 3, 255))
        return ImageFrame(image: Image(bitmap: bitmap), duration: .milliseconds(100))
    }
    let gif = try GIFCoder().encode(frames, loopCount: 0, options: EncodeOptions())
    var options = DecodeOptions()
    options.animation = .frames
    let image = try GIFCoder().decode(gif, options: options)
    return Image(bitmap: image.bitmap, format: .gif, animation: image.animation)
}

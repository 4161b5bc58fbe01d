import ImageCoding
import Pixels

@testable import ImageLoading

/// Returns an image that costs `pixels * 4` bytes.
func testImage(pixels: Int = 1, warning: DecodeWarning? = nil) -> Image {
    Image(
        bitmap: Bitmap(size: PixelSize(width: pixels, height: 1), filledWith: RGBA(1, 2, 3, 255)), warning: warning)
}

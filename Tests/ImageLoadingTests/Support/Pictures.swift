import HalftoneCore
import ImageCoding
import Pixels

@testable import ImageLoading

/// Real pictures, for tests in which sizes and formats count.
enum Pictures {
    /// A PNG of one color.
    static func png(_ width: Int, _ height: Int, shade: UInt8 = 10) -> [UInt8] {
        let bitmap = Bitmap(size: PixelSize(width: width, height: height), filledWith: RGBA(shade, 20, 30, 255))
        let frame = ImageFrame(image: Image(bitmap: bitmap), duration: .zero)
        return (try? PNGCoder().encode([frame], loopCount: 0, options: EncodeOptions())) ?? []
    }
}

/// Makes an image of a fixed size of every image, and counts the calls.
final class FixedTransformer: ImageTransformer {
    let key: String
    private let size: PixelSize
    let count = Counter()

    init(_ key: String = "fixed", size: PixelSize = PixelSize(width: 40, height: 30)) {
        self.key = key
        self.size = size
    }

    func transform(_ image: Image, cancellation: CancellationToken?) -> Image? {
        count.add()
        return image.transformed(to: Bitmap(size: size, filledWith: RGBA(1, 2, 3, 255)))
    }
}

/// A transformer that always fails.
struct HelplessTransformer: ImageTransformer {
    let key = "helpless"
    func transform(_ image: Image, cancellation: CancellationToken?) -> Image? { nil }
}

extension ImageContext {
    /// A context changed by `body`.
    static func made(_ body: (inout ImageContext) -> Void) -> ImageContext {
        var context = ImageContext()
        body(&context)
        return context
    }

    static func thumbnail(_ side: Int) -> ImageContext {
        made { $0.variant.box = PixelSize(width: side, height: side) }
    }
}

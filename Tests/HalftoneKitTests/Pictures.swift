import HalftoneKit
import TestSupport
import Testing

/// Returns a manager that loads images by a closure, with a disk cache in a directory.
func manager(
    in directory: TemporaryDirectory? = nil, _ load: @escaping @Sendable (ImageRequest) async throws -> [UInt8]
) -> ImageManager {
    ImageManager(
        cache: ImageCache(storage: directory.map { DiskCache(directory: $0.path) }), loader: ClosureLoader(load))
}

/// Returns a PNG of one color.
func png(_ width: Int, _ height: Int, _ color: RGBA = RGBA(200, 100, 50, 255)) throws -> [UInt8] {
    let bitmap = Bitmap(size: PixelSize(width: width, height: height), filledWith: color)
    return try ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: .png)
}

func url(_ text: String = "test://host/picture") throws -> URL { try #require(URL(string: text)) }

/// A counter that concurrent closures can share.
actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
}

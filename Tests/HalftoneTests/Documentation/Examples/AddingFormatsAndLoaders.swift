// Examples of the article “Adding Formats and Loaders”, as they stand there.

import HalftoneKit

func addLoaders(to manager: ImageManager, of assets: Assets) {
    manager.loaders.add(
        ClosureLoader(schemes: ["asset"]) { request in try await assets.bytes(named: request.urlText) })

    manager.loaders.add(
        ClosureLoader.images(schemes: ["swatch"]) { _ in
            Image(bitmap: Bitmap(size: PixelSize(width: 16, height: 16), filledWith: RGBA(200, 80, 40)))
        })
}

/// The data that the loader of the scheme `asset` reads.
actor Assets {
    private let all: [String: [UInt8]]
    init(_ all: [String: [UInt8]]) { self.all = all }

    func bytes(named name: String) throws -> [UInt8] {
        guard let bytes = all[name] else { throw ImageError.unreadableFile("no asset \(name)") }
        return bytes
    }
}

func decodeOnce(_ bytes: [UInt8], with coder: any ImageCoder, for manager: ImageManager) throws -> Image {
    let registration = manager.coders.add(coder)
    defer { manager.coders.remove(registration) }
    return try manager.coders.decode(bytes)
}

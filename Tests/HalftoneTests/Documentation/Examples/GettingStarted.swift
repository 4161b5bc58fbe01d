// Examples of the article “Getting Started”, as they stand there.

import HalftoneKit

func makeManager(directory: String) -> ImageManager {
    ImageManager(directory: directory, userAgent: "Example/1.0")
}

func loadIcon(of url: URL, from manager: ImageManager = .shared) async throws -> Bitmap {
    try await manager.image(for: url, options: .retryFailed, context: .thumbnail(width: 48, height: 48)).image.bitmap
}

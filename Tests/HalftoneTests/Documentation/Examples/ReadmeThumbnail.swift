// An example of README.md, as it stands there.

import HalftoneKit

func loadThumbnail(of url: URL) async throws -> Bitmap {
    try await ImageManager.shared.image(for: url, context: .thumbnail(width: 48, height: 48)).image.bitmap
}

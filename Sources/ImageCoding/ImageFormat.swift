/// The encoded formats that the engine tells apart by their signature.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg = "JPEG"
    case png = "PNG"
    case gif = "GIF"
    case webp = "WebP"
}

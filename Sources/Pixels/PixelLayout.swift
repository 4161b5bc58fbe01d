/// How the bytes of a row stand for pixels: 8 bits a channel, sRGB-encoded, alpha straight and last.
public enum PixelLayout: Sendable, CaseIterable {
    case gray8, grayAlpha8, rgb8, rgba8

    /// The layout with that many bytes a pixel, 1...4.
    public init?(bytesPerPixel: Int) {
        guard let layout = Self.allCases.first(where: { $0.bytesPerPixel == bytesPerPixel }) else { return nil }
        self = layout
    }

    public var bytesPerPixel: Int {
        switch self {
        case .gray8: 1
        case .grayAlpha8: 2
        case .rgb8: 3
        case .rgba8: 4
        }
    }

    public var hasAlpha: Bool { self == .grayAlpha8 || self == .rgba8 }

    /// Writes one pixel of a row as RGBA.
    @inline(__always)
    func copyPixel(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
        switch self {
        case .gray8, .grayAlpha8:
            target[0] = source[0]
            target[1] = source[0]
            target[2] = source[0]
            target[3] = self == .gray8 ? 255 : source[1]
        case .rgb8, .rgba8:
            target[0] = source[0]
            target[1] = source[1]
            target[2] = source[2]
            target[3] = self == .rgb8 ? 255 : source[3]
        }
    }
}

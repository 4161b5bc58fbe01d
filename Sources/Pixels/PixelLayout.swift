/// The layout of a row's bytes: 8 bits a channel, sRGB-encoded, straight alpha last.
public enum PixelLayout: Sendable, CaseIterable {
    /// The channels of a pixel in the order of their bytes: one byte of gray, or three of red, green and blue, with or
    /// without a byte of alpha after them.
    case gray8, grayAlpha8, rgb8, rgba8

    /// Creates the layout with 1...4 bytes a pixel; `nil` for other numbers.
    public init?(bytesPerPixel: Int) {
        guard let layout = Self.allCases.first(where: { $0.bytesPerPixel == bytesPerPixel }) else { return nil }
        self = layout
    }

    /// Bytes from one pixel to the next, 1 to 4.
    public var bytesPerPixel: Int {
        switch self {
        case .gray8: 1
        case .grayAlpha8: 2
        case .rgb8: 3
        case .rgba8: 4
        }
    }

    /// Whether the last byte of a pixel is its alpha.
    public var hasAlpha: Bool { self == .grayAlpha8 || self == .rgba8 }

    /// Writes `count` pixels as RGBA, each `step` pixels to the right of the previous one.
    func copy(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int, step: Int) {
        switch self {  // outside the loops, so that each of them is short
        case .gray8: copy(source, target, count, step) { Self.word($0[0], $0[0], $0[0], 255) }
        case .grayAlpha8: copy(source, target, count, step) { Self.word($0[0], $0[0], $0[0], $0[1]) }
        case .rgb8: copy(source, target, count, step) { Self.word($0[0], $0[1], $0[2], 255) }
        case .rgba8: copy(source, target, count, step) { Self.word($0[0], $0[1], $0[2], $0[3]) }
        }
    }

    /// Returns the bytes of a pixel as they are in memory.
    @inline(__always)
    private static func word(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8) -> UInt32 {
        (UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | UInt32(alpha) << 24).littleEndian
    }

    @inline(__always)
    private func copy(
        _ source: UnsafePointer<UInt8>, _ target: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int,
        pixel: (UnsafePointer<UInt8>) -> UInt32
    ) {
        let target = UnsafeMutableRawPointer(target)
        for index in 0..<count {
            target.storeBytes(
                of: pixel(source + bytesPerPixel &* index), toByteOffset: 4 &* step &* index, as: UInt32.self)
        }
    }
}

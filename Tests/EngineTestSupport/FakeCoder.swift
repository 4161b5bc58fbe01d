import HalftoneCore
import ImageCoding
import Pixels
import TestSupport

/// A picture of one color, which ``FakeCoder`` decodes from ten bytes.
public struct FakePicture: Hashable, Sendable {
    static let signature: [UInt8] = [0xFA, 0xCE, 0x00]

    public var color: RGB
    public var size: PixelSize

    /// Creates a picture. A side is at most 65,535 pixels.
    public init(_ color: RGB, size: PixelSize = PixelSize(width: 64, height: 64)) {
        self.color = color
        self.size = size
    }

    /// Creates a picture with a color that is unique among numbers below 4096. Channels differ enough for mixtures to
    /// be recognized.
    public init(number: Int, size: PixelSize = PixelSize(width: 64, height: 64)) {
        func channel(_ shift: Int) -> UInt8 { UInt8(truncatingIfNeeded: (number >> shift & 0xF) * 16 + 8) }
        self.init(RGB(channel(0), channel(4), channel(8)), size: size)
    }

    public var bytes: [UInt8] {
        let sides = [size.width, size.height].flatMap {
            [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)]
        }
        return Self.signature + [color.red, color.green, color.blue] + sides
    }

    /// Decodes a picture; `nil` if the bytes are not one.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 10, bytes.starts(with: Self.signature) else { return nil }
        self.init(
            RGB(bytes[3], bytes[4], bytes[5]),
            size: PixelSize(
                width: Int(bytes[6]) << 8 | Int(bytes[7]), height: Int(bytes[8]) << 8 | Int(bytes[9])))
    }
}

/// A coder that decodes ``FakePicture``s without delay and records the options of each decode. Safe from any thread.
public final class FakeCoder: ImageCoder {
    private let asked = Lock<[DecodeOptions]>([])

    public init() {}

    /// GIF in name only: tests with this coder decode no real GIF.
    public var format: ImageFormat { .gif }

    /// The options of every decode so far.
    public var requests: [DecodeOptions] { asked.withLock { $0 } }

    public func canDecode(_ bytes: [UInt8]) -> Bool { bytes.starts(with: FakePicture.signature) }

    public func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        guard let picture = FakePicture(bytes: bytes) else { throw .damaged(format, "cut") }
        return ImageHeader(format: format, pixelSize: picture.size)
    }

    public func decode(_ bytes: [UInt8], options: DecodeOptions) throws(ImageCodingError) -> Image {
        asked.withLock { $0.append(options) }
        guard let picture = FakePicture(bytes: bytes) else { throw .damaged(format, "cut") }
        if options.cancellation?.isCancelled == true { throw .cancelled }
        let size =
            options.box.map { options.fit.size(of: picture.size, in: $0, pixelAspect: options.pixelAspect) }
            ?? picture.size
        return Image(
            bitmap: Bitmap(size: size, filledWith: RGBA(picture.color)), format: format, sourceSize: picture.size,
            sourceBytes: bytes.count)
    }
}

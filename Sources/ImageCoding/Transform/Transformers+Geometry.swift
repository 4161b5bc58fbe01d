import Basis
import Pixels

extension Transformers {
    /// Brings a picture to exactly a size.
    public struct Resize: BitmapTransformer, Hashable {
        public let size: PixelSize
        public let mode: ScaleMode

        public init(_ size: PixelSize, mode: ScaleMode = .fill) {
            self.size = size
            self.mode = mode
        }

        public var key: String { "Resize(\(size),\(mode.rawValue))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.resized(to: size, mode: mode, cancellation: cancellation)
        }
    }

    /// Cuts a part out, in pixels from the top left corner. What stands over is cut off; of nothing there is no picture.
    public struct Crop: BitmapTransformer, Hashable {
        public let rect: PixelRect

        public init(_ rect: PixelRect) { self.rect = rect }

        public var key: String { "Crop(\(rect.x),\(rect.y),\(rect.size))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.clipped(rect).map(bitmap.cropped)
        }
    }

    /// Makes the corners round, with a border if wanted. A radius of more than half of the shorter side is that half.
    public struct RoundCorner: BitmapTransformer, Hashable {
        public let radius: Double
        public let corners: Corners
        public let borderWidth: Double
        /// Without one there is no border.
        public let borderColor: RGBA?

        public init(radius: Double, corners: Corners = .all, borderWidth: Double = 0, borderColor: RGBA? = nil) {
            self.radius = radius
            self.corners = corners
            self.borderWidth = borderWidth
            self.borderColor = borderColor
        }

        public var key: String {
            "RoundCorner(\(radius),\(corners.rawValue),\(borderWidth),\(borderColor.map(\.key) ?? "none"))"
        }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            guard radius.isFinite || radius == .infinity, borderWidth.isFinite else { return nil }
            return bitmap.withRoundCorners(
                radius: radius, corners: corners, border: borderColor.map { (borderWidth, $0) },
                cancellation: cancellation)
        }
    }

    /// Mirrors a picture left to right, top to bottom, or both.
    public struct Flip: BitmapTransformer, Hashable {
        public let horizontal: Bool
        public let vertical: Bool

        public init(horizontal: Bool = false, vertical: Bool = false) {
            self.horizontal = horizontal
            self.vertical = vertical
        }

        public var key: String { "Flip(\(horizontal ? 1 : 0),\(vertical ? 1 : 0))" }
        public var changesNothing: Bool { !horizontal && !vertical }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.oriented(horizontal ? (vertical ? .down : .upMirrored) : vertical ? .downMirrored : .up)
        }
    }

    /// Turns a picture counterclockwise by an angle in radians. If it fits its size the result is as large as what was
    /// turned needs; otherwise it keeps the size and loses its corners.
    public struct Rotate: BitmapTransformer, Hashable {
        public let angle: Double
        public let fitsSize: Bool

        public init(angle: Double, fitsSize: Bool = true) {
            self.angle = angle
            self.fitsSize = fitsSize
        }

        public var key: String { "Rotate(\(angle),\(fitsSize ? 1 : 0))" }
        public var changesNothing: Bool { angle == 0 }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.rotated(by: angle, fitsSize: fitsSize, cancellation: cancellation)
        }
    }
}

extension RGBA {
    /// `#aarrggbb`, for keys.
    var key: String {
        let value = UInt32(alpha) << 24 | opaque.hex
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

import HalftoneCore
import Pixels

extension Transformers {
    /// Scales an image to exactly a size.
    public struct Resize: BitmapTransformer, Hashable {
        /// The size of the result in pixels.
        public let size: PixelSize
        /// How the image is fitted to the size.
        public let fit: Fit

        /// Creates a transform to a size in pixels, by default one that stretches the image. It fails if the size is
        /// empty.
        public init(_ size: PixelSize, fit: Fit = .stretch) {
            self.size = size
            self.fit = fit
        }

        public var key: String { "Resize(\(size),\(fit.rawValue))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.resized(to: size, fit: fit, cancellation: cancellation)
        }
    }

    /// Crops to a rectangle, in pixels from the top left corner. The rectangle is clipped to the image; if nothing is
    /// left, the transform fails.
    public struct Crop: BitmapTransformer, Hashable {
        /// The part to keep, in pixels from the top left corner of the upright image.
        public let rect: PixelRect

        /// Creates a crop to a rectangle in pixels.
        public init(_ rect: PixelRect) { self.rect = rect }

        public var key: String { "Crop(\(rect.x),\(rect.y),\(rect.size))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            rect.clipped(to: bitmap.size).map(bitmap.cropped)
        }
    }

    /// Rounds the corners, with an optional border. The radius is limited to half of the shorter side.
    public struct RoundCorner: BitmapTransformer, Hashable {
        /// The radius of the corners in pixels.
        public let radius: Double
        /// The corners to round.
        public let corners: Corners
        /// The width of the border in pixels.
        public let borderWidth: Double
        /// The color of the border; `nil` for no border.
        public let borderColor: RGBA?

        /// Creates a transform; a border is drawn only with both a width and a color. It fails if the radius is NaN, or
        /// the width is not finite.
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

    /// Mirrors an image left to right, top to bottom, or both.
    public struct Flip: BitmapTransformer, Hashable {
        /// Whether left and right are swapped.
        public let horizontal: Bool
        /// Whether top and bottom are swapped.
        public let vertical: Bool

        /// Creates a flip; by default it changes nothing.
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

    /// Rotates an image counterclockwise by an angle in radians. With `fitsSize` the result grows to fit the rotated
    /// image; otherwise it keeps its size and the corners are cropped.
    public struct Rotate: BitmapTransformer, Hashable {
        /// The angle in radians, counterclockwise.
        public let angle: Double
        /// Whether the result grows to contain the whole rotated image, with transparent corners.
        public let fitsSize: Bool

        /// Creates a rotation by an angle in radians; by default the result grows to fit the rotated image.
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
    /// The color as `#aarrggbb`, for cache keys.
    var key: String {
        let value = UInt32(alpha) << 24 | opaque.hex
        let digits = String(value, radix: 16)
        return "#" + String(repeating: "0", count: 8 - digits.count) + digits
    }
}

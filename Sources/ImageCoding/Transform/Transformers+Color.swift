import HalftoneCore
import Pixels

extension Transformers {
    /// Blends a color over an image; by default within its shape, as is usual for icons. A transparent color changes
    /// nothing.
    public struct Tint: BitmapTransformer, Hashable {
        /// The color to blend over the image.
        public let color: RGBA
        /// How the color is blended with the pixels.
        public let mode: BlendMode

        /// Creates a tint, by default one that keeps only the shape of the image.
        public init(_ color: RGBA, mode: BlendMode = .sourceIn) {
            self.color = color
            self.mode = mode
        }

        public var key: String { "Tint(\(color.key),\(mode.rawValue))" }
        public var changesNothing: Bool { color.alpha == 0 }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.tinted(color, mode: mode, cancellation: cancellation)
        }
    }

    /// Blurs an image, approximating a Gaussian. The radius is its standard deviation in pixels.
    public struct Blur: BitmapTransformer, Hashable {
        /// The standard deviation in pixels. Near zero nothing is changed; less than 2 counts as 2.
        public let radius: Double

        /// Creates a blur. The transform fails if the radius is not finite.
        public init(radius: Double) { self.radius = radius }

        public var key: String { "Blur(\(radius))" }
        public var changesNothing: Bool { radius <= 1e-6 }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.blurred(radius: radius, cancellation: cancellation)
        }
    }

    /// Applies a color filter to all pixels.
    public struct Filter: BitmapTransformer, Hashable {
        /// The filter to apply.
        public let filter: ColorFilter

        /// Creates a transform that applies a filter. Filters with equal names share cache entries.
        public init(_ filter: ColorFilter) { self.filter = filter }

        public var key: String { "Filter(\(filter.name))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.filtered(filter, cancellation: cancellation)
        }
    }
}

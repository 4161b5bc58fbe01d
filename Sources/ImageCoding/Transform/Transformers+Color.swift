import Basis
import Pixels

extension Transformers {
    /// Blends a color over an image; by default within its shape, as is usual for icons. A transparent color changes
    /// nothing.
    public struct Tint: BitmapTransformer, Hashable {
        public let color: RGBA
        public let mode: BlendMode

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
        public let radius: Double

        public init(radius: Double) { self.radius = radius }

        public var key: String { "Blur(\(radius))" }
        public var changesNothing: Bool { radius <= 1e-6 }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.blurred(radius: radius, cancellation: cancellation)
        }
    }

    /// Applies a color filter to all pixels.
    public struct Filter: BitmapTransformer, Hashable {
        public let filter: ColorFilter

        public init(_ filter: ColorFilter) { self.filter = filter }

        public var key: String { "Filter(\(filter.name))" }

        public func transform(_ bitmap: Bitmap, cancellation: CancellationToken?) -> Bitmap? {
            bitmap.filtered(filter, cancellation: cancellation)
        }
    }
}

import HalftoneCore

/// A set of corners of an image.
public struct Corners: NamedOptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The top left corner of the upright image.
    public static let topLeft = Corners(rawValue: 1)
    /// The top right corner of the upright image.
    public static let topRight = Corners(rawValue: 2)
    /// The bottom left corner of the upright image.
    public static let bottomLeft = Corners(rawValue: 4)
    /// The bottom right corner of the upright image.
    public static let bottomRight = Corners(rawValue: 8)
    /// All four corners.
    public static let all: Corners = [.topLeft, .topRight, .bottomLeft, .bottomRight]

    public static let names: [(name: String, option: Corners)] = [
        ("topLeft", .topLeft), ("topRight", .topRight), ("bottomLeft", .bottomLeft), ("bottomRight", .bottomRight),
    ]
}

extension Bitmap {
    /// Returns the image with rounded corners, transparent outside, and a border inside its edge.
    ///
    /// - Parameters:
    ///   - radius: in pixels; at most half of the shorter side, which makes a circle of a square.
    ///   - corners: the corners to round.
    ///   - border: the width in pixels and the color of the border. If the width is half of the shorter side or more,
    ///     only border is left.
    ///   - cancellation: stops the work between rows.
    /// - Returns: `nil` if the work was cancelled.
    public func withRoundCorners(
        radius: Double, corners: Corners = .all, border: (width: Double, color: RGBA)? = nil,
        cancellation: CancellationToken? = nil
    ) -> Bitmap? {
        let outer = RoundRect(size: size, radius: radius, corners: corners, inset: 0)
        let width = max(0, border?.width ?? 0)
        let inner = RoundRect(size: size, radius: radius, corners: corners, inset: width)
        let frame = LinearLight.light(of: border?.color ?? RGBA(0, 0, 0, 0))
        return bytes.withUnsafeBufferPointer { source in
            guard let source = source.baseAddress else { return self }
            return Self.making(size, mayHaveAlpha: true, cancellation: cancellation) { y, row in
                for x in 0..<size.width {
                    let (from, to) = (source + 4 * (y * size.width + x), row + 4 * x)
                    let shape = outer.coverage(x, y)
                    let content = width > 0 ? min(shape, inner.coverage(x, y)) : shape
                    if content == 1 {
                        to.update(from: from, count: 4)  // unchanged
                    } else {
                        LinearLight.store(LinearLight.light(of: from) * content + frame * (shape - content), to: to)
                    }
                }
            }
        }
    }
}

/// A rectangle with rounded corners, in pixels from the top left corner of the image.
private struct RoundRect {
    private let size: PixelSize
    private let radius: Float
    private let corners: Corners
    private let inset: Float
    private let isEmpty: Bool

    init(size: PixelSize, radius: Double, corners: Corners, inset: Double) {
        let half = Double(min(size.width, size.height)) / 2
        self.size = size
        self.corners = corners
        self.inset = Float(min(inset, half))
        self.radius = Float(max(0, min(radius, half) - inset))
        isEmpty = inset >= half
    }

    /// Returns how much of a pixel is inside, 0...1, computed from the distance of its center to the edge; exact but
    /// for the curvature of the edge within a pixel.
    func coverage(_ x: Int, _ y: Int) -> Float {
        guard !isEmpty else { return 0 }
        let (isLeft, isTop) = (2 * x < size.width, 2 * y < size.height)
        let corner: Corners = isTop ? (isLeft ? .topLeft : .topRight) : (isLeft ? .bottomLeft : .bottomRight)
        // Distances of the pixel's center from the two nearest edges, positive inside.
        let across = (isLeft ? Float(x) + 0.5 : Float(size.width - x) - 0.5) - inset
        let down = (isTop ? Float(y) + 0.5 : Float(size.height - y) - 0.5) - inset
        var inside = min(across, down)
        if corners.contains(corner), across < radius, down < radius {
            let (dx, dy) = (radius - across, radius - down)
            inside = radius - (dx * dx + dy * dy).squareRoot()
        }
        return max(0, min(1, inside + 0.5))
    }
}

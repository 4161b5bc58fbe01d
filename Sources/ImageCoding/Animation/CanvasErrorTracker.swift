import Pixels

/// A tracker of the damage visible on an animation's canvas: its kind and its rectangle.
///
/// Damage disappears when its rectangle is cleared, restored, or overdrawn by a complete frame. A rectangle that is
/// overdrawn in several steps is tracked as long as the remainder is a rectangle.
struct CanvasErrorTracker {
    private var blemishes: [(warning: DecodeWarning, part: PixelRect)] = []

    /// The warning for the canvas: missing pixels take precedence over wrong colors, which would hide them.
    var warning: DecodeWarning? { DecodeWarning.worst(blemishes.lazy.map(\.warning)) }

    mutating func add(_ warning: DecodeWarning, at part: PixelRect) {
        guard !blemishes.contains(where: { $0.warning == warning && $0.part == part }) else { return }
        blemishes.append((warning, part))
    }

    /// Removes damage from a part of the canvas that has been overdrawn.
    mutating func cover(_ part: PixelRect) {
        guard !blemishes.isEmpty else { return }
        blemishes = blemishes.compactMap { blemish in
            part.leaves(of: blemish.part).map { (blemish.warning, $0) }
        }
    }
}

extension Bitmap {
    /// Whether every pixel is opaque, even if the bitmap may have alpha.
    var isOpaque: Bool { !hasAlpha || stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
}

extension PixelRect {
    private var right: Int { x + size.width }
    private var bottom: Int { y + size.height }

    /// Returns what remains visible of another rectangle under this one: `nil` if nothing, and all of it if the
    /// remainder is not a rectangle.
    fileprivate func leaves(of other: PixelRect) -> PixelRect? {
        guard !size.isEmpty else { return other }
        let isAsWide = x <= other.x && right >= other.right
        let isAsHigh = y <= other.y && bottom >= other.bottom
        var rest = other
        switch (isAsWide, isAsHigh) {
        case (true, true): return nil
        case (true, false) where y <= other.y && bottom > other.y:
            (rest.y, rest.size.height) = (bottom, other.bottom - bottom)
        case (true, false) where bottom >= other.bottom && y < other.bottom:
            rest.size.height = y - other.y
        case (false, true) where x <= other.x && right > other.x:
            (rest.x, rest.size.width) = (right, other.right - right)
        case (false, true) where right >= other.right && x < other.right:
            rest.size.width = x - other.x
        default: break
        }
        return rest
    }
}

import Pixels

/// What is wrong with the pixels that the canvas of an animation shows, and where: damage lasts as long as it is seen.
///
/// It goes when its part is cleared, given back, or painted anew by a frame that is whole. A part that is painted over in
/// several steps is followed as long as what is left of it is a rectangle.
struct CanvasBlemishes {
    private var blemishes: [(warning: DecodeWarning, part: PixelRect)] = []

    /// What to say of the canvas: missing pixels count more than colours that were misunderstood, which they would hide.
    var warning: DecodeWarning? { DecodeWarning.worst(blemishes.lazy.map(\.warning)) }

    mutating func add(_ warning: DecodeWarning, at part: PixelRect) {
        guard !blemishes.contains(where: { $0.warning == warning && $0.part == part }) else { return }
        blemishes.append((warning, part))
    }

    /// Nothing of what was there is seen in this part of the canvas any more.
    mutating func cover(_ part: PixelRect) {
        guard !blemishes.isEmpty else { return }
        blemishes = blemishes.compactMap { blemish in
            part.leaves(of: blemish.part).map { (blemish.warning, $0) }
        }
    }
}

extension Bitmap {
    /// Whether nothing shows through, also where it could.
    var isOpaque: Bool { !hasAlpha || stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }
}

extension PixelRect {
    private var right: Int { x + size.width }
    private var bottom: Int { y + size.height }

    /// What this rectangle leaves of another that it is laid over: `nil` if nothing, and all of it where the rest would be
    /// no rectangle.
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

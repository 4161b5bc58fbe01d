import Glibc
import Pixels

extension TransitionEffect {
    /// Returns a flip about the middle of the picture, the side at an edge turning towards the viewer; the back is the
    /// new picture.
    static func flip(from edge: PictureEdge) -> TransitionEffect {
        .moving { size, fraction in
            let isNew = fraction >= 0.5
            // half a turn in all; the new picture starts at a quarter turn from the end
            let angle = (isNew ? fraction - 1 : fraction) * .pi
            let turn = edge == .left || edge == .top ? -angle : angle
            let (cosine, sine) = (cos(turn), sin(turn))
            let (width, height) = (Double(size.width), Double(size.height))
            return { x, y in
                // from -1 to 1 across the picture; `across` is the direction that the turn compresses
                let (u, v) = ((2 * Double(x) + 1) / width - 1, (2 * Double(y) + 1) / height - 1)
                let (across, along) = edge.isVertical ? (u, v) : (v, u)
                // perspective from `eye` half widths away: what turned away is smaller, what came nearer is larger
                let denominator = eye * cosine + across * sine
                guard denominator > 1e-9 else { return .ground }
                let sourceAcross = across * eye / denominator
                let sourceAlong = along * (eye - sourceAcross * sine) / eye
                guard abs(sourceAcross) < 1, abs(sourceAlong) < 1 else { return .ground }
                let (p, q) = edge.isVertical ? (sourceAcross, sourceAlong) : (sourceAlong, sourceAcross)
                let (sourceX, sourceY) = (Int((p + 1) / 2 * width), Int((q + 1) / 2 * height))
                return isNew ? .new(x: sourceX, y: sourceY) : .old(x: sourceX, y: sourceY)
            }
        }
    }

    private static let eye = 4.0

    /// A page curl of the old picture from its lower right corner, which uncovers the new one.
    static let curlUp = TransitionEffect.moving { size, fraction in
        let page = PageCurl(size: size, fraction: fraction)
        return { x, y in
            switch page.place(x, y) {
            case .uncovered: .new(x: x, y: y)
            case .front: .old(x: x, y: y)
            case .back(let x, let y): .old(x: x, y: y, isBack: true)
            }
        }
    }

    /// A page curl in reverse, ``curlUp`` backwards: the new picture comes down and covers the old one.
    static let curlDown = TransitionEffect.moving { size, fraction in
        let page = PageCurl(size: size, fraction: 1 - fraction)
        return { x, y in
            switch page.place(x, y) {
            case .uncovered: .old(x: x, y: y)
            case .front: .new(x: x, y: y)
            case .back(let x, let y): .new(x: x, y: y, isBack: true)
            }
        }
    }
}

/// A page that is folded back along a slanted line, which moves from its lower right corner to its upper left one.
private struct PageCurl {
    enum Place {
        case front
        /// The back of another pixel.
        case back(x: Int, y: Int)
        case uncovered
    }

    private static let normal = (x: 0.4, y: (1 - 0.16).squareRoot())
    /// Visible width of the folded part: the width of the roll.
    private static let roll = 0.22

    private let size: PixelSize
    private let fold: Double

    init(size: PixelSize, fraction: Double) {
        self.size = size
        fold = (Self.normal.x + Self.normal.y) * (1 - fraction)
    }

    func place(_ x: Int, _ y: Int) -> Place {
        let (width, height) = (Double(size.width), Double(size.height))
        let (u, v) = ((Double(x) + 0.5) / width, (Double(y) + 0.5) / height)
        let distance = fold - (u * Self.normal.x + v * Self.normal.y)
        guard distance > 0 else { return .uncovered }
        guard distance < Self.roll else { return .front }
        // mirrored at the fold; beyond the page's edge there is nothing to fold back
        let (p, q) = (u + 2 * distance * Self.normal.x, v + 2 * distance * Self.normal.y)
        guard p < 1, q < 1 else { return .front }
        return .back(x: Int(p * width), y: Int(q * height))
    }
}

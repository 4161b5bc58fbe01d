import Pixels

/// A transition between two pictures of equal size: a pure function of its progress.
public enum TransitionEffect: Sendable {
    /// An effect that computes the picture at any progress from both pictures in full color; the result is then reduced
    /// to the terminal's colors. It must be the old picture at 0, the new one at 1, and always of their size. Its speed
    /// is constant.
    case mixing(@Sendable (_ old: Bitmap, _ new: Bitmap, _ fraction: Double) -> Bitmap)
    /// An effect in which every pixel is one of the old or the new picture at any progress. No pixels are mixed, so
    /// colors that are reduced already need not be reduced again. It begins and ends slowly.
    case moving(@Sendable (_ size: PixelSize, _ fraction: Double) -> Movement)

    /// The origin of each pixel at one progress.
    public typealias Movement = (_ x: Int, _ y: Int) -> PixelOrigin

    /// Returns the picture at a progress from 0 to 1.
    ///
    /// - Parameters:
    ///   - old: the picture at 0.
    ///   - new: the picture at 1, of the same size.
    ///   - fraction: the progress; values outside of 0 to 1 are clamped.
    ///   - isShaded: whether the back of a page is lighter than its front; off where colors are reduced already.
    func picture(
        from old: Bitmap, to new: Bitmap, fraction: Double, isShaded: Bool = true
    ) -> Bitmap {
        precondition(old.size == new.size, "\(old.size) cannot become \(new.size)")
        if fraction <= 0 { return old }
        if fraction >= 1 { return new }
        switch self {
        case .mixing(let mix): return mix(old, new, fraction)
        case .moving(let move):
            return Self.assemble(old, new, by: move(old.size, fraction), isShaded: isShaded)
        }
    }

    private static func assemble(_ old: Bitmap, _ new: Bitmap, by movement: Movement, isShaded: Bool) -> Bitmap {
        let (width, height) = (old.size.width, old.size.height)
        var hasGround = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 4 * old.size.area) { target, count in
            for y in 0..<height {
                for x in 0..<width {
                    let color: RGBA
                    switch movement(x, y) {
                    case .old(let x, let y, let isBack):
                        color = isBack && isShaded ? back(of: old[x, y]) : old[x, y]
                    case .new(let x, let y, let isBack):
                        color = isBack && isShaded ? back(of: new[x, y]) : new[x, y]
                    case .ground:
                        color = RGBA(0, 0, 0, 0)
                        hasGround = true
                    }
                    target[count] = color.red
                    target[count + 1] = color.green
                    target[count + 2] = color.blue
                    target[count + 3] = color.alpha
                    count += 4
                }
            }
        }
        return Bitmap(size: old.size, bytes: bytes, hasAlpha: hasGround || old.hasAlpha || new.hasAlpha)
    }

    /// Returns the color of a page's back, through which the picture shines: half the picture, half a light gray.
    private static func back(of color: RGBA) -> RGBA {
        func mix(_ channel: UInt8) -> UInt8 { UInt8((Int(channel) + 0xD8) / 2) }
        return RGBA(mix(color.red), mix(color.green), mix(color.blue), color.alpha)
    }
}

/// The origin of a displayed pixel. Coordinates are inside of the picture.
public enum PixelOrigin: Equatable, Sendable {
    /// A pixel of the old picture; `isBack`: as the back of a page, lighter.
    case old(x: Int, y: Int, isBack: Bool = false)
    /// A pixel of the new picture; `isBack`: as the back of a page, lighter.
    case new(x: Int, y: Int, isBack: Bool = false)
    /// The background of both pictures.
    case ground
}

/// A side of a picture.
public enum PictureEdge: String, Hashable, Sendable, CaseIterable {
    /// The left side.
    case left
    /// The right side.
    case right
    /// The upper side.
    case top
    /// The lower side.
    case bottom

    var isVertical: Bool { self == .left || self == .right }
}

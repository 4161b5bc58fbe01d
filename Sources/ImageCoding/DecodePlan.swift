import Pixels

/// What a picture is reduced to, in the orientation in which its rows are stored.
struct DecodePlan {
    /// The upright size of the source.
    let uprightSize: PixelSize
    let orientation: Orientation
    /// What the whole source is reduced to.
    let target: PixelSize
    /// The part of the target that is made: all of it, unless the picture covers its box and stands over.
    let window: PixelRect

    /// `frames` share ``DecodeOptions/maximumBytes``.
    init(
        stored: PixelSize, orientation: Orientation, options: DecodeOptions, frames: Int = 1
    ) throws(ImageCodingError) {
        self.orientation = orientation
        uprightSize = orientation.applied(to: stored)
        var size = uprightSize
        if let box = options.box { size = options.fit.size(of: uprightSize, in: box, pixelAspect: options.pixelAspect) }
        if let bytes = options.maximumBytes { size = Self.size(size, reducedTo: bytes / max(1, frames)) }
        target = orientation.applied(to: size)
        if let box = options.box, options.fit == .cover, !box.isEmpty {
            window = PixelRect(centerOf: target, in: orientation.applied(to: box))
        } else {
            window = PixelRect(target)
        }
        guard window.size.area <= options.limits.resultPixels else {
            let limit = DecodeLimits.text(pixels: options.limits.resultPixels)
            throw .tooLarge(uprightSize, limit: "\(limit) in the result")
        }
    }

    /// The size, or the largest of its proportions of which the pixels take at most that many bytes: one at least.
    static func size(_ size: PixelSize, reducedTo bytes: Int) -> PixelSize {
        let pixels = max(1, bytes / 4)
        guard size.area > pixels else { return size }
        let ratio = Double(size.height) / Double(size.width)
        let width = (Double(pixels) / ratio).squareRoot()
        // A side of less than a pixel becomes one, and then the other must not be longer than there are pixels.
        let columns = max(1, min(size.width, Int(width), pixels))
        return PixelSize(width: columns, height: max(1, min(size.height, Int(width * ratio), pixels / columns)))
    }
}

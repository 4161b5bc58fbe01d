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

    init(stored: PixelSize, orientation: Orientation, options: DecodeOptions) throws(ImageCodingError) {
        self.orientation = orientation
        uprightSize = orientation.applied(to: stored)
        if let box = options.box {
            let size = options.fit.size(of: uprightSize, in: box, pixelAspect: options.pixelAspect)
            target = orientation.applied(to: size)
            window =
                options.fit == .cover
                ? PixelRect(centerOf: target, in: orientation.applied(to: box)) : PixelRect(target)
        } else {
            target = stored
            window = PixelRect(target)
        }
        guard window.size.area <= options.limits.resultPixels else {
            let limit = DecodeLimits.text(pixels: options.limits.resultPixels)
            throw .tooLarge(uprightSize, limit: "\(limit) in the result")
        }
    }
}

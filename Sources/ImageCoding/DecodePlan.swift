import HalftoneCore
import Pixels

/// The sizes of a reduction, in the orientation in which the rows are stored.
package struct DecodePlan {
    /// The upright size of the source.
    package let uprightSize: PixelSize
    package let orientation: Orientation
    /// The size to which the whole source is reduced.
    package let target: PixelSize
    /// The part of the target that is produced: all of it, unless the image covers its box and extends beyond it.
    package let window: PixelRect
    /// The upright size of the part of the source that the window shows.
    package var visibleSize: PixelSize {
        orientation.applied(to: orientation.applied(to: uprightSize).part(showing: window.size, of: target))
    }

    /// Creates a plan. All `frames` share ``DecodeOptions/maximumBytes``. Throws if the result exceeds the limits.
    package init(
        stored: PixelSize, orientation: Orientation, options: DecodeOptions, frames: Int = 1
    ) throws(ImageCodingError) {
        self.orientation = orientation
        uprightSize = orientation.applied(to: stored)
        var size = uprightSize
        if let box = options.box { size = options.fit.size(of: uprightSize, in: box, pixelAspect: options.pixelAspect) }
        if let bytes = options.maximumBytes { size = Self.size(size, reducedTo: bytes / max(1, frames)) }
        target = orientation.applied(to: size)
        if let box = options.box, options.fit == .cover, !box.isEmpty {
            window = PixelRect(centerOf: target, in: orientation.applied(to: box)).mirrored(orientation, in: target)
        } else {
            window = PixelRect(target)
        }
        guard window.size.area <= options.limits.resultPixels else {
            let limit = DecodeLimits.text(pixels: options.limits.resultPixels)
            throw .tooLarge(uprightSize, limit: "\(limit) in the result")
        }
    }

    /// Returns a reducer of the stored rows. Throws if those that arrive in any order need too much memory.
    func reducer(
        _ layout: PixelLayout, arrival: AreaReducer.Arrival = .topDown, limits: DecodeLimits
    ) throws(ImageCodingError) -> AreaReducer {
        let source = orientation.applied(to: uprightSize)
        let workingBytes = AreaReducer.workingBytes(anyOrder: window.size, layout: layout)
        guard arrival == .topDown || target == source || workingBytes <= limits.workingBytes else {
            let limit = ByteSize(limits.workingBytes)
            throw .tooLarge(uprightSize, limit: "\(limit) of memory to reduce an interlaced picture so little")
        }
        return AreaReducer(source: source, target: target, layout: layout, arrival: arrival, window: window)
    }

    /// Returns the image of the reduced rows, upright and in sRGB. A preview has no warning.
    func image(
        _ bitmap: Bitmap, _ colors: ColorConversion, _ format: ImageFormat, sourceBytes: Int,
        warning: DecodeWarning? = nil, isIncremental: Bool = false
    ) -> Image {
        Image(
            bitmap: colors.finished(bitmap).oriented(orientation), format: format, sourceSize: uprightSize,
            visibleSize: visibleSize, sourceBytes: sourceBytes,
            warning: isIncremental ? nil : warning ?? colors.warning,
            isIncremental: isIncremental)
    }

    /// Returns `size`, or the largest size of equal proportions whose pixels take at most `bytes`; at least one pixel.
    package static func size(_ size: PixelSize, reducedTo bytes: Int) -> PixelSize {
        let pixels = max(1, bytes / 4)
        guard size.area > pixels else { return size }
        let ratio = Double(size.height) / Double(size.width)
        let width = (Double(pixels) / ratio).squareRoot()
        // A side of less than a pixel becomes one; the other must then not exceed the number of pixels.
        let columns = max(1, min(size.width, Int(width), pixels))
        return PixelSize(width: columns, height: max(1, min(size.height, Int(width * ratio), pixels / columns)))
    }
}

extension PixelRect {
    /// Returns where a rectangle that is centered in the upright image lies in the stored one. An odd remainder thus
    /// falls to the right and the bottom of the upright image, however the rows are stored.
    fileprivate func mirrored(_ orientation: Orientation, in stored: PixelSize) -> PixelRect {
        var rect = self
        switch orientation {
        case .upMirrored, .down, .rightMirrored, .left: rect.x = stored.width - size.width - x
        case .up, .downMirrored, .leftMirrored, .right: break
        }
        switch orientation {
        case .down, .downMirrored, .right, .rightMirrored: rect.y = stored.height - size.height - y
        case .up, .upMirrored, .leftMirrored, .left: break
        }
        return rect
    }
}

extension PixelSize {
    /// Returns the size of a part that has `shown` of the pixels that the whole has at another size.
    func part(showing shown: PixelSize, of whole: PixelSize) -> PixelSize {
        func side(_ side: Int, _ shown: Int, _ whole: Int) -> Int {
            max(1, Int((Double(side) * Double(shown) / Double(whole)).rounded()))
        }
        return PixelSize(width: side(width, shown.width, whole.width), height: side(height, shown.height, whole.height))
    }
}

import HalftoneCore
import ImageCoding
import Pixels

/// A frame to be decoded: the request to a worker, and the image that its pixels become.
struct FrameRequest {
    let drawing: Drawing
    private let facts: PictureHeader
    private let plan: DecodePlan

    /// Plans a frame of an open picture. Throws if it exceeds the limits.
    init(_ index: Int, of facts: PictureHeader, _ options: DecodeOptions) throws(ImageCodingError) {
        // A vector picture is drawn at the size in its file only without a box.
        let stored = options.box == nil ? facts.size : facts.sourceSize
        try options.limits.check(stored)
        plan = try DecodePlan(
            stored: stored, orientation: facts.orientation, options: options, frames: facts.frames(options))
        var drawing = Drawing(target: plan.target, window: plan.window)
        drawing.frame = index
        drawing.fidelity = options.fidelity
        drawing.profileBytes = options.limits.profileBytes
        drawing.usesThumbnail = options.fidelity == .fast && facts.hasThumbnail(for: plan.target)
        let working = facts.isVector ? 4 * plan.target.area : facts.workingBytes
        let limit = min(options.limits.workerBytes, DecodeLimits().workerBytes)
        guard drawing.usesThumbnail || working <= limit else {
            throw .tooLarge(plan.uprightSize, limit: "\(ByteSize(limit)) of memory for its decoder")
        }
        (self.drawing, self.facts) = (drawing, facts)
    }

    var pixelBytes: Int { 4 * plan.window.size.area }

    /// Returns the image of the pixels, which are upright.
    func image(_ pixels: [UInt8], _ warning: DecodeWarning?, _ format: ImageFormat, sourceBytes: Int) -> Image {
        let upright = plan.orientation.applied(to: plan.window.size)
        return Image(
            bitmap: Bitmap(size: upright, bytes: pixels, mayHaveAlpha: true), format: format,
            sourceSize: plan.orientation.applied(to: facts.sourceSize), visibleSize: plan.visibleSize,
            intrinsicSize: plan.orientation.applied(to: facts.size), sourceBytes: sourceBytes, warning: warning)
    }
}

extension PictureHeader {
    /// Whether the small picture in the file shows all of the picture, with enough pixels.
    fileprivate func hasThumbnail(for target: PixelSize) -> Bool {
        guard let thumbnail, thumbnail.width >= target.width, thumbnail.height >= target.height else { return false }
        let ratio = Double(thumbnail.width * size.height) / Double(max(1, thumbnail.height * size.width))
        return abs(ratio - 1) < 0.03
    }

    /// The frames that share ``DecodeOptions/maximumBytes``.
    fileprivate func frames(_ options: DecodeOptions) -> Int {
        options.animation == .firstFrame || exceededAnimationLimit(options.limits) != nil ? 1 : frameCount
    }

    /// The limit that the frames exceed, as text; `nil` if they keep to all.
    func exceededAnimationLimit(_ limits: DecodeLimits) -> String? {
        if frameCount > limits.frames { return "\(limits.frames) frames" }
        let (pixels, overflows) = size.area.multipliedReportingOverflow(by: frameCount)
        return overflows || pixels > limits.animationPixels ? DecodeLimits.text(pixels: limits.animationPixels) : nil
    }
}

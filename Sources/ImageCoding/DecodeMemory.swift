import Pixels

/// What a decode holds at most, in bytes, told from the header alone.
struct DecodeMemory {
    /// The size that the result has, upright; the source's where the options cannot be met.
    let resultSize: PixelSize
    private let header: ImageHeader
    private let options: DecodeOptions

    init(_ header: ImageHeader, _ options: DecodeOptions) {
        self.header = header
        self.options = options
        let plan = try? DecodePlan(stored: header.pixelSize, orientation: .up, options: options)
        resultSize = plan?.window.size ?? header.pixelSize
    }

    /// The result, and once more if it has to be turned upright.
    var result: Int { 4 * resultSize.area * (header.orientation == .up ? 1 : 2) }

    /// The sums of rows that come in any order.
    func sums(_ layout: PixelLayout) -> Int {
        header.isProgressive && resultSize != header.pixelSize
            ? AreaReducer.workingBytes(anyOrder: resultSize, layout: layout) : 0
    }

    /// Rows of a source pixel's bytes: what the library and the reducer have in hands at a time.
    func rows(_ count: Int, bytesPerPixel: Int) -> Int {
        let width = max(header.pixelSize.width, header.orientation.applied(to: header.pixelSize).width)
        return count * width * bytesPerPixel + 8 * 2 * 4 * resultSize.width
    }

    /// What an animation holds beside its first frame: what it is composed on, and the frames that are kept.
    var animation: Int {
        guard header.isAnimated || header.mayHaveMoreFrames, options.animation != .firstFrame else { return 0 }
        // Of a file without its end, one more may turn out to be there.
        let frames = header.frameCount + (header.mayHaveMoreFrames ? 1 : 0)
        let kept = options.animation == .preloaded ? frames * 4 * resultSize.area : 0
        return Self.composing(header.pixelSize) + kept
    }

    /// The canvas of an animation, a frame for it, and what a frame has to give back.
    static func composing(_ canvas: PixelSize) -> Int { 3 * 4 * canvas.area }

    /// Tables, windows, buffers: what every coder takes, whatever the picture.
    static let fixed = 300_000
}

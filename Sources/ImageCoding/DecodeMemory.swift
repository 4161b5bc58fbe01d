import Pixels

/// An upper bound of a decode's memory, in bytes, computed from the header alone.
package struct DecodeMemory {
    /// The size of the result, upright; the source's size if the options cannot be met.
    package let resultSize: PixelSize
    private let header: ImageHeader
    private let options: DecodeOptions

    package init(_ header: ImageHeader, _ options: DecodeOptions) {
        self.header = header
        self.options = options
        let plan = try? DecodePlan(stored: header.pixelSize, orientation: .up, options: options)
        resultSize = plan?.window.size ?? header.pixelSize
    }

    /// Bytes of the result, twice if it has to be rotated upright.
    package var result: Int { 4 * resultSize.area * (header.orientation == .up ? 1 : 2) }

    /// Returns the bytes of the sums for rows that arrive in any order.
    package func sums(_ layout: PixelLayout) -> Int {
        header.isProgressive && resultSize != header.pixelSize
            ? AreaReducer.workingBytes(anyOrder: resultSize, layout: layout) : 0
    }

    /// Returns the bytes of `count` source rows, which the library and the reducer hold at a time.
    package func rows(_ count: Int, bytesPerPixel: Int) -> Int {
        let width = max(header.pixelSize.width, header.orientation.applied(to: header.pixelSize).width)
        return count * width * bytesPerPixel + 8 * 2 * 4 * resultSize.width
    }

    /// Bytes that an animation needs beside its first frame: the canvas, and the preloaded frames.
    package var animation: Int {
        guard header.isAnimated || header.mayHaveMoreFrames, options.animation != .firstFrame else { return 0 }
        // A file without its end may turn out to have one more frame.
        let frames = header.frameCount + (header.mayHaveMoreFrames ? 1 : 0)
        let kept = options.animation == .preloaded ? frames * 4 * resultSize.area : 0
        return Self.composing(header.pixelSize) + kept
    }

    /// Returns the bytes to compose frames: the canvas, a frame, and a copy for `Disposal.restore`.
    package static func composing(_ canvas: PixelSize) -> Int { 3 * 4 * canvas.area }

    /// Bytes of tables, windows and buffers that every coder needs, whatever the image.
    package static let fixed = 300_000
}

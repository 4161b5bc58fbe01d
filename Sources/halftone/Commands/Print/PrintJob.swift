import ImageCoding
import Pixels
import ScreenKit
import TerminalScreen

/// The settings for decoding and drawing the pictures of a run. A value; safe from any thread.
struct PrintJob: Sendable {
    let options: PrintOptions
    /// The box in cells.
    let box: CellSize
    let printer: PicturePrinter
    let renderer: PictureRenderer
    let background: PictureBackground
    let decoding: DecodeOptions
    /// Width divided by height of half a cell.
    private let halfCellAspect: Double
    private let hasWideBlocks: Bool

    init(options: PrintOptions, terminal: OutputTerminal, box: CellSize) {
        (self.options, self.box) = (options, box)
        background = terminal.background(asked: options.background)
        (printer, hasWideBlocks) = (terminal.printer, terminal.hasWideBlocks)
        let asked = options.common.glyphs
        // With so many cells, their samples would exceed the limit of pixels, and their shapes are not visible.
        let maxPixels = options.common.engine.limits.resultPixels
        let isPossible = 2 * asked.sampling.pixels(in: box).area <= maxPixels
        let pixels = terminal.pixels.flatMap {
            PictureSampling(samples: $0.cell).pixels(in: box).area <= maxPixels ? $0 : nil
        }
        let glyphs = isPossible ? asked : .halfBlocks
        let renderer = PictureRenderer(colors: terminal.colors, glyphs: glyphs, pixels: pixels)
        self.renderer = options.animates ? renderer.moving : renderer
        halfCellAspect = terminal.pixelAspect
        let sampling = renderer.sampling
        let reduced = sampling.decoding(to: sampling.pixels(in: box), halfCellAspect: halfCellAspect)
        var decoding = DecodeOptions(box: reduced.box)
        decoding.fit = options.fit
        decoding.pixelAspect = reduced.pixelAspect
        decoding.fidelity = options.fidelity
        decoding.limits = options.common.engine.limits
        if options.animates || options.frame ?? 0 > 0 { decoding.animation = .frames }
        self.decoding = decoding
    }

    /// Returns an image as it is printed.
    func picture(for image: Image) -> PictureCells {
        let size = renderer.sampling.size(
            of: image.visibleSize, in: box, halfCellAspect: halfCellAspect, fit: decoding.fit)
        let visible = PixelRect(centerOf: size, in: renderer.sampling.pixels(in: box))
        let source = ScaledPicture(image.bitmap, scaledTo: size, visible: visible)
        let cells = renderer.cells(of: source, background: background)
        return hasWideBlocks ? cells.withoutAmbiguousSigns() : cells
    }

    /// Returns the title, truncated to the width; empty if there is none.
    func line(_ title: String?) -> String { title.map { Canvas.truncated($0, columns: box.columns) } ?? "" }

    /// Returns the warning about the shown frame, or else about the animation, but not about other frames.
    static func warning(of frame: Image, in image: Image) -> DecodeWarning? {
        if let warning = frame.warning { return warning }
        return image.warning?.isOfAnimation == true ? image.warning : nil
    }

    /// Returns the requested frame.
    func frame(of image: Image) throws(Failure) -> Image {
        guard let frame = options.frame, frame > 0 else { return image }
        let count = image.animation?.frameCount ?? 1
        guard let animation = image.animation, frame < count else {
            throw Failure("no frame \(frame + 1) (\(count == 1 ? "still image" : "\(count) frames"))")
        }
        return try animation.printedFrame(at: frame)
    }
}

extension AnimatedImage {
    /// Returns a frame, or throws why it cannot be decoded.
    func printedFrame(at index: Int) throws(Failure) -> Image {
        do throws(ImageCodingError) {
            if let frame = try readFrame(at: index) { return frame }
        } catch {
            throw Failure("frame \(index + 1) cannot be read: \(error)")
        }
        throw Failure("frame \(index + 1) cannot be read")
    }
}

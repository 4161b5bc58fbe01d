import ImageCoding
import Pixels
import TerminalScreen

/// How every picture of a run is decoded and drawn. A value; safe from any thread.
struct PrintJob: Sendable {
    /// The cells to fit into.
    let box: CellSize
    let printer: PicturePrinter
    let renderer: PictureRenderer
    let background: PictureBackground
    let wanted: DecodeOptions
    let title: PictureTitle?
    /// Counted from 0.
    private let frame: Int
    /// Width divided by height of half a cell.
    private let halfCellAspect: Double

    init(options: PrintOptions, terminal: OutputTerminal, box: CellSize) {
        self.box = box
        background = terminal.background(asked: options.background)
        title = options.title
        frame = options.frame ?? 0
        printer = PicturePrinter(colors: terminal.colors)
        let asked = options.common.pictures ?? .blocks
        // So many cells that their samples would be more than a picture may have pixels: nobody sees their shapes.
        let isPossible = asked.decodedSize(for: asked.pixels(in: box)).area <= options.common.limits.resultPixels
        let glyphs = isPossible ? asked : .halfBlocks
        let renderer = PictureRenderer(colors: terminal.colors, dither: options.dither, glyphs: glyphs)
        self.renderer = options.animates && options.dither == nil ? renderer.moving : renderer
        var wanted = DecodeOptions(box: glyphs.decodedSize(for: glyphs.pixels(in: box)))
        wanted.fit = options.fit
        halfCellAspect = terminal.pixelAspect
        wanted.pixelAspect = halfCellAspect
        wanted.fidelity = options.fidelity
        wanted.limits = options.common.limits
        if options.animates || options.frame ?? 0 > 0 { wanted.animation = .frames }
        self.wanted = wanted
    }

    /// Returns the cells of an image; `previous` is the frame before it, of an animation.
    func cells(for image: Image, after previous: PictureCells? = nil) -> PictureCells {
        renderer.cells(for: bitmap(of: image), background: background, after: previous)
    }

    /// Returns the pixels of an image as large as they are printed, and no more of them than the box has room for.
    private func bitmap(of image: Image) -> Bitmap {
        let glyphs = renderer.glyphs
        let whole = glyphs.size(of: image.sourceSize, in: box, halfCellAspect: halfCellAspect, fit: wanted.fit)
        let pixels = glyphs.pixels(in: box)
        let shown = PixelSize(width: min(whole.width, pixels.width), height: min(whole.height, pixels.height))
        guard shown != image.bitmap.size else { return image.bitmap }
        // What was decoded may be more than is shown, as in cover: a picture too small for the box is not cropped by it.
        let decoded = wanted.fit.size(
            of: image.sourceSize, in: glyphs.decodedSize(for: pixels), pixelAspect: halfCellAspect)
        let size = image.bitmap.size
        let seen = PixelSize(
            width: min(size.width, max(1, decoded.width * shown.width / whole.width)),
            height: min(size.height, max(1, decoded.height * shown.height / whole.height)))
        let rect = PixelRect(x: (size.width - seen.width) / 2, y: (size.height - seen.height) / 2, size: seen)
        return image.bitmap.cropped(to: rect).resized(to: shown)
    }

    /// As much of a picture's title as there is room for; empty if there is none.
    func line(_ title: String?) -> String { title.map { Canvas.truncated($0, columns: box.columns) } ?? "" }

    /// The frame that was asked for.
    func frame(of image: Image) throws(NoSuchFrame) -> Image {
        guard frame > 0 else { return image }
        let count = image.animation?.frameCount ?? 1
        guard frame < count else { throw NoSuchFrame(number: frame + 1, count: count) }
        let shown: Image?
        do throws(ImageCodingError) {
            shown = try image.animation?.readFrame(at: frame)
        } catch {
            throw NoSuchFrame(number: frame + 1, count: 0, why: "\(error)")
        }
        guard let shown else { throw NoSuchFrame(number: frame + 1, count: 0) }
        return shown
    }
}

/// Why there is no frame of that number.
struct NoSuchFrame: Error, CustomStringConvertible {
    let number: Int
    /// How many there are; 0 if it is there but cannot be read.
    let count: Int
    var why: String?

    var description: String {
        switch count {
        case 0: "frame \(number) cannot be read" + (why.map { ": \($0)" } ?? "")
        case 1: "there is no frame \(number): it is a still picture"
        default: "there is no frame \(number): it has \(count)"
        }
    }
}

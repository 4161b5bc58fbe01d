import ImageCoding
import Pixels
import TerminalScreen

/// The settings for decoding and drawing the pictures of a run. A value; safe from any thread.
struct PrintJob: Sendable {
    /// The box in cells.
    let box: CellSize
    private let printer: PicturePrinter
    /// The printer of pixels; `nil` to print characters.
    private let pixels: PixelPrinter?
    let renderer: PictureRenderer
    let background: PictureBackground
    let wanted: DecodeOptions
    let title: PictureTitle?
    /// The index of the frame, from 0.
    private let frame: Int
    /// Width divided by height of half a cell.
    private let halfCellAspect: Double

    init(options: PrintOptions, terminal: OutputTerminal, box: CellSize) {
        let most = terminal.pixels?.maximumSize ?? box
        let box = CellSize(columns: min(box.columns, most.columns), rows: min(box.rows, most.rows))
        self.box = box
        background = terminal.background(asked: options.background)
        title = options.title
        frame = options.frame ?? 0
        printer = PicturePrinter(colors: terminal.colors)
        let asked = options.common.pictures ?? .blocks
        // With so many cells, their samples would exceed the limit of pixels, and their shapes are not visible.
        let mostPixels = options.common.limits.resultPixels
        let isPossible = asked.decodedSize(for: asked.pixels(in: box)).area <= mostPixels
        pixels = terminal.pixels.flatMap { Self.pixels(of: $0.cell, in: box).area <= mostPixels ? $0 : nil }
        let glyphs = isPossible ? asked : .halfBlocks
        let renderer = PictureRenderer(colors: terminal.colors, dither: options.dither, glyphs: glyphs)
        self.renderer = options.animates && options.dither == nil ? renderer.moving : renderer
        let decoded =
            pixels.map { Self.pixels(of: $0.cell, in: box) } ?? glyphs.decodedSize(for: glyphs.pixels(in: box))
        var wanted = DecodeOptions(box: decoded)
        wanted.fit = options.fit
        halfCellAspect = terminal.pixelAspect
        wanted.pixelAspect = pixels == nil ? halfCellAspect : 1
        wanted.fidelity = options.fidelity
        wanted.limits = options.common.limits
        if options.animates || options.frame ?? 0 > 0 { wanted.animation = .frames }
        self.wanted = wanted
    }

    /// Returns an image as it is printed; `previous` is the previous frame of an animation.
    func picture(for image: Image, after previous: PrintedPicture? = nil) -> PrintedPicture {
        if let pixels {
            return .pixels(
                pixels.picture(of: bitmap(of: image).blended(over: background, cell: pixels.cell)))
        }
        let cells: PictureCells? = if case .cells(let cells) = previous { cells } else { nil }
        return .cells(renderer.cells(for: bitmap(of: image), background: background, after: cells))
    }

    /// Returns lines as bytes, each ended by a line feed.
    func bytes(of lines: PrintedLines) -> [UInt8] {
        pixels?.lines(of: lines.canvas, with: lines.pictures, colors: printer.colors) ?? printer.lines(of: lines.canvas)
    }

    /// Returns a picture as lines.
    func bytes(of picture: PrintedPicture) -> [UInt8] {
        switch picture {
        case .cells(let cells): printer.lines(of: cells)
        case .pixels(let picture): pixels?.lines(of: picture) ?? []
        }
    }

    /// Returns the printer of an animation's frames.
    func frames() -> PrintedFrames {
        pixels.map { .pixels(PixelFramePrinter($0)) } ?? .cells(FramePrinter(colors: printer.colors))
    }

    private static func pixels(of cell: PixelSize, in box: CellSize) -> PixelSize {
        PixelSize(width: box.columns * cell.width, height: box.rows * cell.height)
    }

    /// Returns the pixels of an image in the printed size, cropped to the box.
    private func bitmap(of image: Image) -> Bitmap {
        if let pixels {
            // each of the picture's pixels is shown at most as large as with half blocks
            let source = image.sourceSize
            let full = PixelSize(width: source.width * pixels.cell.width, height: source.height * pixels.cell.width)
            let box = Self.pixels(of: pixels.cell, in: box)
            return bitmap(of: image, shown: wanted.fit.size(of: full, in: box), in: box, decodedFor: box)
        }
        let glyphs = renderer.glyphs
        let pixels = glyphs.pixels(in: box)
        return bitmap(
            of: image,
            shown: glyphs.size(of: image.sourceSize, in: box, halfCellAspect: halfCellAspect, fit: wanted.fit),
            in: pixels, decodedFor: glyphs.decodedSize(for: pixels))
    }

    /// Returns the pixels of an image whose whole size is `whole`, cropped to `pixels`.
    private func bitmap(
        of image: Image, shown whole: PixelSize, in pixels: PixelSize, decodedFor box: PixelSize
    ) -> Bitmap {
        let shown = PixelSize(width: min(whole.width, pixels.width), height: min(whole.height, pixels.height))
        guard shown != image.bitmap.size else { return image.bitmap }
        // The decoded image may be larger than the box, as in cover; a smaller one is not cropped.
        let decoded = wanted.fit.size(of: image.sourceSize, in: box, pixelAspect: wanted.pixelAspect)
        let size = image.bitmap.size
        let seen = PixelSize(
            width: min(size.width, max(1, decoded.width * shown.width / whole.width)),
            height: min(size.height, max(1, decoded.height * shown.height / whole.height)))
        let rect = PixelRect(x: (size.width - seen.width) / 2, y: (size.height - seen.height) / 2, size: seen)
        return image.bitmap.cropped(to: rect).resized(to: shown)
    }

    /// Returns the title, truncated to the width; empty if there is none.
    func line(_ title: String?) -> String { title.map { Canvas.truncated($0, columns: box.columns) } ?? "" }

    /// Returns the requested frame.
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

/// The error of a missing frame.
struct NoSuchFrame: Error, CustomStringConvertible {
    let number: Int
    /// The number of frames; 0 if the frame exists but cannot be decoded.
    let count: Int
    var why: String?

    var description: String {
        switch count {
        case 0: "frame \(number) cannot be read" + (why.map { ": \($0)" } ?? "")
        case 1: "no frame \(number) (still image)"
        default: "no frame \(number) (\(count) frames)"
        }
    }
}

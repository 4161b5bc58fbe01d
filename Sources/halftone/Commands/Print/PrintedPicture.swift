import TerminalScreen

/// A picture ready to print: as characters, or in pixels.
enum PrintedPicture: Sendable {
    case cells(PictureCells)
    case pixels(EncodedPicture)

    /// The size in cells.
    var size: CellSize {
        switch self {
        case .cells(let cells): cells.size
        case .pixels(let picture): picture.size
        }
    }
}

/// Lines of output: text and characters of pictures, and pictures in pixels on some of the lines.
struct PrintedLines {
    var canvas: Canvas
    var pictures: [PlacedPicture] = []

    /// Draws a picture with its top left cell at a position.
    mutating func draw(_ picture: PrintedPicture, at origin: CellPoint) {
        switch picture {
        case .cells(let cells): canvas.draw(cells, at: origin, clip: canvas.bounds)
        case .pixels(let picture): pictures.append(PlacedPicture(picture, at: origin))
        }
    }
}

/// A printer of animation frames, each over the preceding one.
enum PrintedFrames {
    case cells(FramePrinter)
    case pixels(PixelFramePrinter)

    /// A line below the picture, sanitized and no wider than the screen; empty for none.
    var caption: String {
        get {
            switch self {
            case .cells(let printer): printer.caption
            case .pixels(let printer): printer.caption
            }
        }
        set {
            change({ $0.caption = newValue }, { $0.caption = newValue })
        }
    }

    /// Returns the bytes that show the next frame.
    mutating func bytes(for frame: PrintedPicture) -> [UInt8] {
        var bytes: [UInt8] = []
        change(
            { if case .cells(let cells) = frame { bytes = $0.bytes(for: cells) } },
            { if case .pixels(let picture) = frame { bytes = $0.bytes(for: picture) } })
        return bytes
    }

    /// Discards the frame on the screen: the next one is printed whole.
    mutating func forget() { change({ $0.forget() }, { $0.forget() }) }

    /// Returns the bytes that erase the picture and its caption.
    mutating func erase() -> [UInt8] {
        var bytes: [UInt8] = []
        change({ bytes = $0.erase() }, { bytes = $0.erase() })
        return bytes
    }

    private mutating func change(_ cells: (inout FramePrinter) -> Void, _ pixels: (inout PixelFramePrinter) -> Void) {
        switch self {
        case .cells(var printer):
            cells(&printer)
            self = .cells(printer)
        case .pixels(var printer):
            pixels(&printer)
            self = .pixels(printer)
        }
    }
}

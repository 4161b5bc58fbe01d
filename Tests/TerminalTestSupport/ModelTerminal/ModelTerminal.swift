import Pixels
import TerminalScreen
import TestSupport

/// A model of a terminal that shows pictures, exact to the pixel: text, sixels, inline images, and kitty's pictures by
/// placeholders or at the cursor.
///
/// It knows only the sequences that this project sends; ``problems`` has every other one, and whatever a real terminal
/// would take differently than its neighbor. A value, so a test can compare two states.
public struct ModelTerminal: Sendable {
    /// A character cell.
    public struct Cell: Hashable, Sendable {
        /// The character; 0 for the right half of a wide one.
        public var glyph: UInt32 = 0x20
        /// The combining marks.
        public var marks: [UInt32] = []
        public var foreground: UInt32
        public var background: UInt32
        public var isReversed = false
    }

    /// A picture in the terminal's memory.
    public struct Image: Hashable, Sendable {
        public var bitmap: Bitmap
        /// The cells that it fills; `nil` before it is placed.
        public var cells: CellSize?
    }

    /// The size in cells.
    public let size: CellSize
    /// The size of a cell in pixels.
    public let cell: PixelSize
    /// The default colors, `0xRRGGBB`.
    public static let foreground: UInt32 = 0xD8D8D8
    public static let background: UInt32 = 0x101014

    /// The cells, row by row.
    public internal(set) var cells: [Cell]
    /// The pixels of sixels and inline images, row by row: `0xFFRRGGBB`, or 0 where there is none.
    var layer: [UInt32]
    /// The pictures of kitty's protocol by their numbers.
    public internal(set) var images: [UInt32: Image] = [:]
    /// The number of pictures that were uploaded, deleted, and drawn as sixels or inline images.
    public internal(set) var uploads = 0
    public internal(set) var deletions = 0
    public internal(set) var drawings = 0
    /// The largest number of bytes of ``images`` at any time.
    public internal(set) var largestMemory = 0
    /// What was sent that is wrong, or depends on the terminal.
    public internal(set) var problems: [String] = []

    var cursor = CellPoint.zero
    var savedCursor = CellPoint.zero
    /// Whether the cursor's position depends on the terminal, as after a sixel.
    var isCursorUnknown = false
    var isWrapPending = false
    var wraps = true
    var margins: Range<Int>
    var style: Cell
    var lastGlyph: UInt32?
    var pending: [UInt8] = []
    var replies: [UInt8] = []
    /// The upload that has begun and goes on in the next command.
    var upload: KittyUpload?

    /// Creates a blank terminal.
    public init(size: CellSize, cell: PixelSize) {
        (self.size, self.cell) = (size, cell)
        style = Cell(foreground: Self.foreground, background: Self.background)
        cells = [Cell](repeating: style, count: size.columns * size.rows)
        layer = [UInt32](repeating: 0, count: size.columns * size.rows * cell.area)
        margins = 0..<size.rows
    }

    /// The cell at a position.
    public subscript(column: Int, row: Int) -> Cell { cells[row * size.columns + column] }

    /// The bytes of the pictures of kitty's protocol.
    public var memory: Int { images.values.reduce(0) { $0 + ($1.bitmap.hasAlpha ? 4 : 3) * $1.bitmap.size.area } }

    /// Whether a sequence, or an upload of several commands, is unfinished.
    public var isInsideSequence: Bool { !pending.isEmpty || upload != nil }

    /// Returns the replies to queries since the last call.
    public mutating func takeReplies() -> [UInt8] {
        defer { replies = [] }
        return replies
    }

    // MARK: - The screen

    /// The size of the screen in pixels.
    public var pixels: PixelSize { PixelSize(width: size.columns * cell.width, height: size.rows * cell.height) }

    /// What the screen shows.
    public var screenshot: Bitmap {
        var bytes = [UInt8](repeating: 255, count: 4 * pixels.area)
        for row in 0..<size.rows {
            for column in 0..<size.columns { draw(column, row, into: &bytes) }
        }
        return Bitmap(size: pixels, bytes: bytes, hasAlpha: false)
    }

    /// Returns the pixels of some cells.
    public func picture(of rect: CellRect) -> Bitmap {
        let whole = screenshot
        let size = PixelSize(width: rect.size.columns * cell.width, height: rect.size.rows * cell.height)
        var bytes: [UInt8] = []
        for y in 0..<size.height {
            let start = 4 * ((rect.minRow * cell.height + y) * pixels.width + rect.minColumn * cell.width)
            bytes += whole.bytes[start..<(start + 4 * size.width)]
        }
        return Bitmap(size: size, bytes: bytes, hasAlpha: false)
    }

    private func draw(_ column: Int, _ row: Int, into bytes: inout [UInt8]) {
        let shown = self[column, row]
        let part = imagePart(of: shown)
        for y in 0..<cell.height {
            for x in 0..<cell.width {
                let place = (row * cell.height + y) * pixels.width + column * cell.width + x
                var color = layer[place]
                if color == 0 { color = part.flatMap { $0.color(x, y, cell) } ?? Self.color(of: shown, x, y, cell) }
                bytes[4 * place] = UInt8(color >> 16 & 0xFF)
                bytes[4 * place + 1] = UInt8(color >> 8 & 0xFF)
                bytes[4 * place + 2] = UInt8(color & 0xFF)
            }
        }
    }

    /// Returns the color of a pixel of a character. Block characters are exact; every other one has a pattern of its own.
    private static func color(of shown: Cell, _ x: Int, _ y: Int, _ cell: PixelSize) -> UInt32 {
        let isInk =
            switch shown.glyph {
            case 0x20, 0x10EEEE: false  // a placeholder whose picture is not there
            case 0x2580: y < cell.height / 2
            case 0x2584: y >= cell.height / 2
            case 0x2588: true
            default: (shown.glyph &* 0x9E37_79B1) >> UInt32((x * 7 + y * 3) % 32) & 1 == 1
            }
        return isInk != shown.isReversed ? shown.foreground : shown.background
    }

    // MARK: - Text

    mutating func put(_ glyph: UInt32) {
        if Self.isMark(glyph) {
            guard let last = lastPlace else { return }
            cells[last].marks.append(glyph)
            return
        }
        noteUnknownCursor("text")
        let columns = Self.isWide(glyph) ? 2 : 1
        if isWrapPending || cursor.column + columns > size.columns {
            guard wraps else { return }
            (cursor.column, isWrapPending) = (0, false)
            lineFeed()
        }
        for offset in 0..<columns {
            var cell = style
            cell.glyph = offset == 0 ? glyph : 0
            set(cursor.column + offset, cursor.row, cell)
        }
        lastGlyph = glyph
        lastPlace = cursor.row * size.columns + cursor.column
        cursor.column += columns
        if cursor.column >= size.columns { (cursor.column, isWrapPending) = (size.columns - 1, true) }
    }

    /// The cell that a combining mark belongs to.
    var lastPlace: Int?

    /// Sets a cell and erases what pictures had painted there.
    mutating func set(_ column: Int, _ row: Int, _ value: Cell) {
        cells[row * size.columns + column] = value
        for y in 0..<cell.height {
            let start = (row * cell.height + y) * pixels.width + column * cell.width
            for place in start..<(start + cell.width) { layer[place] = 0 }
        }
    }

    mutating func erase(columns: Range<Int>, row: Int) {
        var blank = style
        (blank.glyph, blank.isReversed) = (0x20, false)
        for column in columns { set(column, row, blank) }
    }

    mutating func lineFeed() {
        if cursor.row == margins.upperBound - 1 { scroll(1) } else { cursor.row = min(cursor.row + 1, size.rows - 1) }
    }

    /// Moves the rows between the margins up, with what pictures have painted there; down if `rows` is negative.
    mutating func scroll(_ rows: Int) {
        let count = min(abs(rows), margins.count)
        let painted = pixels.width * cell.height
        // Images move beyond the edge of the screen, but in foot into the rows beside a smaller region.
        let leaving =
            rows > 0
            ? margins.prefix(margins.lowerBound == 0 ? 0 : count)
            : margins.suffix(margins.upperBound == size.rows ? 0 : count)
        if layer.indices.contains(where: {
            layer[$0] != 0 && (!margins.contains($0 / painted) || leaving.contains($0 / painted))
        }) {
            problems.append("a scroll of images outside of the margins, which foot and mintty move, too")
        }
        func move<Element>(_ array: inout [Element], width: Int) {
            let (start, end) = (margins.lowerBound * width, margins.upperBound * width)
            let part = Array(array[start..<end])
            let shift = count * width
            if rows > 0 {
                array.replaceSubrange(start..<(end - shift), with: part[shift...])
            } else {
                array.replaceSubrange((start + shift)..<end, with: part[..<(part.count - shift)])
            }
        }
        move(&cells, width: size.columns)
        move(&layer, width: painted)
        let revealed =
            rows > 0
            ? (margins.upperBound - count)..<margins.upperBound : margins.lowerBound..<(margins.lowerBound + count)
        for row in revealed { erase(columns: 0..<size.columns, row: row) }
    }

    mutating func noteUnknownCursor(_ what: String) {
        if isCursorUnknown { problems.append("\(what) after a picture without a position") }
        isCursorUnknown = false
    }

    private static func isWide(_ glyph: UInt32) -> Bool {
        [0x1100...0x115F, 0x2E80...0x9FFF, 0xAC00...0xD7A3, 0xFF00...0xFF60, 0x1F300...0x1FAFF].contains {
            $0.contains(glyph)
        }
    }

    private static func isMark(_ glyph: UInt32) -> Bool {
        glyph > 0x2FF && Unicode.Scalar(glyph)?.properties.generalCategory == .nonspacingMark
    }
}

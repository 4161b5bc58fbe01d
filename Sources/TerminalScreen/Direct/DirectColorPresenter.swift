/// A presenter in 24-bit color, with the semicolon form of SGR that every such terminal understands.
///
/// Between frames it relies on the following: no other code changes the colors, attributes, margins or origin mode of the
/// terminal, and the cursor is hidden. The cursor's position does not matter. The first frame, and one after
/// ``invalidate()``, rely on nothing. Frames end in the style of the last cell; code that restores the terminal resets
/// it.
public final class DirectColorPresenter: Presenter {
    /// Optional features of the terminal.
    public struct Options: Hashable, Sendable {
        /// Whether frames of more than a few hundred bytes, and all that scroll, are sent as synchronized updates (DEC
        /// mode 2026), so that terminals which support it show them at once. Others ignore it. On by default.
        public var synchronizesUpdates = true
        /// Whether content that moved is moved by the terminal's own scrolling. On by default.
        public var scrolls = true
        /// The terminal's functions for runs of equal cells; none by default, because not every terminal has them.
        public var runs: CellRuns = []
        /// Maximum difference per color channel, of 255, where that saves bytes; 0 by default. 2 is invisible, 4 barely
        /// visible.
        public var colorTolerance = 0
        /// Whether hyperlinks are sent (OSC 8); off by default, because some terminals print part of them.
        public var links = false
        /// Whether only ASCII characters are sent; off by default.
        public var isASCII = false

        /// Creates the default options.
        public init() {}
    }

    public private(set) var statistics = PresenterStatistics()

    /// Size of the smallest frame that is sent as a synchronized update; a smaller one reaches the terminal in one
    /// piece anyway.
    private static let synchronizedBytes = 512

    /// The options, which may be changed between frames when the terminal has reported more about itself.
    public var options: Options
    var encoder = FrameEncoder()
    /// The canvas on the terminal. Its colors may differ a little from those of ``wanted``.
    var shown: Canvas
    /// The canvas that was presented last.
    private var wanted: Canvas
    private var isShownKnown = false
    private var blankRow: [Cell]
    // kept for its capacity: a frame's bytes reuse the memory of an earlier frame, once the writer has released it
    var buffer: [UInt8] = []
    /// The hyperlink targets that were sent.
    var shownLinks = CanvasLinks()

    /// Creates a presenter. `size` is a first guess at the size of the canvases to come.
    public init(size: CellSize, options: Options = Options()) {
        self.options = options
        shown = Canvas(size: size)
        wanted = shown
        blankRow = Array(repeating: .blank, count: shown.size.columns)
    }

    public func invalidate() { isShownKnown = false }

    public func present(_ canvas: Canvas) -> [UInt8] {
        let canvas = options.isASCII ? canvas.inASCII() : canvas
        if canvas.size != shown.size { isShownKnown = false }
        let sentBefore = statistics.cellsSent
        buffer.removeAll(keepingCapacity: true)
        let opening = TerminalSequence.synchronizedUpdate(true).bytes
        buffer += opening
        encoder.didLoseCursor()
        if !isShownKnown { startOver(size: canvas.size) }
        let links = adoptLinks(of: canvas)
        let scroll = options.scrolls ? planScroll(to: canvas) : nil
        if let scroll { perform(scroll) }
        shown = paint(options.colorTolerance > 0 ? snapped(canvas, after: scroll) : canvas, after: scroll, links: links)
        wanted = canvas
        let bytes = finishFrame(opening: opening.count, isScrolled: scroll != nil)
        if !bytes.isEmpty { statistics.cellsElided += canvas.cells.count - (statistics.cellsSent - sentBefore) }
        return bytes
    }

    /// Erases the terminal, whatever it shows, so that its content is known.
    private func startOver(size: CellSize) {
        let sequences: [TerminalSequence] = [.resetMargins, .resetStyle, .eraseScreen]
        for sequence in sequences { sequence.append(to: &buffer) }
        encoder.didResetStyle()
        shown = Canvas(size: size)
        wanted = shown
        blankRow = Array(repeating: .blank, count: shown.size.columns)
        isShownKnown = true
    }

    private func planScroll(to canvas: Canvas) -> Scroll? {
        guard !canvas.size.isEmpty else { return nil }
        // compared with the requested cells: rows that moved are exactly equal there
        return withRows(of: canvas, over: wanted) { next, last, blank in
            ScrollPlanner(next: next, last: last, blank: blank, size: canvas.size).plan()
        }
    }

    private func perform(_ scroll: Scroll) {
        encoder.prepareForBlankRows()?.append(to: &buffer)
        for sequence in scroll.sequences(screenRows: shown.size.rows) { sequence.append(to: &buffer) }
        statistics.scrolls += 1
    }

    /// Returns the canvas in colors that are near to those on the terminal already.
    private func snapped(_ canvas: Canvas, after scroll: Scroll?) -> Canvas {
        var (snapper, result) = (ColorCoalescer(tolerance: options.colorTolerance, pen: encoder.pen), canvas)
        let columns = canvas.size.columns
        for row in 0..<canvas.size.rows {
            let source: Int? = if let scroll { scroll.source(of: row) } else { row }
            for column in 0..<columns {
                let old = source.map { shown.cells[$0 * columns + column] } ?? .blank
                let index = row * columns + column
                result.cells[index] = snapper.snapped(canvas.cells[index], over: old)
            }
        }
        return result
    }

    /// Appends the bytes that turn the screen into the canvas, and returns the canvas.
    private func paint(_ canvas: Canvas, after scroll: Scroll?, links: CanvasLinks) -> Canvas {
        guard !canvas.size.isEmpty else { return canvas }
        let columns = canvas.size.columns
        let sentBefore = encoder.cellsSent
        withRows(of: canvas, over: shown) { next, last, blank in
            for row in 0..<canvas.size.rows {
                let source: Int? = if let scroll { scroll.source(of: row) } else { row }
                let old = source.map { last + $0 * columns } ?? blank
                guard links.isEmpty else {
                    encodeLinked(next + row * columns, over: old, columns: columns, row: row, links: links)
                    continue
                }
                encoder.encode(
                    next + row * columns, over: old, columns: 0..<columns, row: row, runs: options.runs,
                    appendingTo: &buffer)
            }
        }
        statistics.cellsSent += encoder.cellsSent - sentBefore
        return canvas
    }

    private func finishFrame(opening: Int, isScrolled: Bool) -> [UInt8] {
        guard buffer.count > opening else { return [] }
        statistics.frames += 1
        let isLarge = buffer.count - opening >= Self.synchronizedBytes || isScrolled
        guard options.synchronizesUpdates, isLarge else {
            statistics.bytes += buffer.count - opening
            return Array(buffer[opening...])
        }
        TerminalSequence.synchronizedUpdate(false).append(to: &buffer)
        statistics.bytes += buffer.count
        return buffer
    }

    private func withRows<Result>(
        of canvas: Canvas, over old: Canvas,
        _ body: (UnsafePointer<Cell>, UnsafePointer<Cell>, UnsafePointer<Cell>) -> Result
    ) -> Result {
        canvas.cells.withUnsafeBufferPointer { next in
            old.cells.withUnsafeBufferPointer { last in
                blankRow.withUnsafeBufferPointer { blank in
                    guard let next = next.baseAddress, let last = last.baseAddress, let blank = blank.baseAddress else {
                        preconditionFailure("a canvas with columns and rows has cells")
                    }
                    return body(next, last, blank)
                }
            }
        }
    }
}

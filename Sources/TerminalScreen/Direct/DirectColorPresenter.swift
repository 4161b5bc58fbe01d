/// Presents canvases in 24-bit colour, with the semicolon form of SGR that every such terminal understands.
///
/// What it relies on between frames: nobody else changes colours, emphasis, margins or origin mode of the terminal, and
/// the cursor is hidden. Where the cursor is left is nobody's business. After ``invalidate()`` and for the first
/// frame it relies on nothing. Frames end in whatever style came last; whoever restores the terminal resets it.
public final class DirectColorPresenter: Presenter {
    /// What the terminal may be asked to do besides showing cells.
    public struct Options: Hashable, Sendable {
        /// Frames of more than a few hundred bytes, and all that scroll, come between the brackets of DEC mode 2026, so
        /// that terminals which know it show them at once. Others ignore it. On by default.
        public var synchronizesUpdates = true
        /// Moves what moved by the terminal's own scrolling. On by default.
        public var scrolls = true
        /// What the terminal does with many equal cells at once; nothing by default, because not every one can.
        public var runs: CellRuns = []
        /// How far each channel of a colour may be off, of 255, where that saves bytes; 0 by default. Nothing is seen of
        /// 2 and little of 4.
        public var colorTolerance = 0
        /// Whether links are sent (OSC 8); off by default, because some terminals print part of them.
        public var links = false
        /// Whether only ASCII may be written; off by default.
        public var isASCII = false

        public init() {}
    }

    public private(set) var statistics = PresenterStatistics()

    /// Below this a frame reaches the terminal in one piece anyway.
    private static let synchronizedBytes = 512

    /// May be changed between frames, when the terminal has told more about itself.
    public var options: Options
    var encoder = FrameEncoder()
    /// What the terminal shows. Its colours may be a little off those of ``wanted``.
    var shown: Canvas
    /// The canvas that was presented last.
    private var wanted: Canvas
    private var isShownKnown = false
    private var blankRow: [Cell]
    // Kept for its capacity: a frame's bytes go where an earlier frame's were, once the writer has let go of them.
    var buffer: [UInt8] = []
    /// Where the links lead that were sent.
    var shownLinks = CanvasLinks()

    /// `size` is only a first guess at the canvases that will come.
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

    /// Makes the terminal blank, whatever was there, and known.
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
        // By what was wanted: rows that moved are equal there to the last bit.
        return withRows(of: canvas, over: wanted) { next, last, blank in
            ScrollPlanner(next: next, last: last, blank: blank, size: canvas.size).plan()
        }
    }

    private func perform(_ scroll: Scroll) {
        encoder.prepareForBlankRows()?.append(to: &buffer)
        for sequence in scroll.sequences(screenRows: shown.size.rows) { sequence.append(to: &buffer) }
        statistics.scrolls += 1
    }

    /// The canvas in colours that are near enough to those the terminal has already.
    private func snapped(_ canvas: Canvas, after scroll: Scroll?) -> Canvas {
        var (snapper, result) = (ColorSnapper(tolerance: options.colorTolerance, pen: encoder.pen), canvas)
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

    /// Appends what turns the screen into the canvas, and returns that.
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

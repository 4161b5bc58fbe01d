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

        public init() {}
    }

    public private(set) var statistics = PresenterStatistics()

    /// Below this a frame reaches the terminal in one piece anyway.
    private static let synchronizedBytes = 512

    /// May be changed between frames, when the terminal has told more about itself.
    public var options: Options
    private var encoder = FrameEncoder()
    private var shown: Canvas
    private var isShownKnown = false
    private var blankRow: [Cell]
    // Kept for its capacity: a frame's bytes go where an earlier frame's were, once the writer has let go of them.
    private var buffer: [UInt8] = []

    /// `size` is only a first guess at the canvases that will come.
    public init(size: CellSize, options: Options = Options()) {
        self.options = options
        shown = Canvas(size: size)
        blankRow = Array(repeating: .blank, count: shown.size.columns)
    }

    public func invalidate() { isShownKnown = false }

    public func present(_ canvas: Canvas) -> [UInt8] {
        if canvas.size != shown.size { isShownKnown = false }
        buffer.removeAll(keepingCapacity: true)
        let opening = TerminalSequence.synchronizedUpdate(true).bytes
        buffer += opening
        encoder.didLoseCursor()
        if !isShownKnown { startOver(size: canvas.size) }
        let scroll = options.scrolls ? planScroll(to: canvas) : nil
        if let scroll { perform(scroll) }
        paint(canvas, after: scroll)
        shown = canvas
        return finishFrame(opening: opening.count, isScrolled: scroll != nil)
    }

    /// Makes the terminal blank, whatever was there, and known.
    private func startOver(size: CellSize) {
        let sequences: [TerminalSequence] = [.resetMargins, .resetStyle, .eraseScreen]
        for sequence in sequences { sequence.append(to: &buffer) }
        encoder.didResetStyle()
        shown = Canvas(size: size)
        blankRow = Array(repeating: .blank, count: shown.size.columns)
        isShownKnown = true
    }

    private func planScroll(to canvas: Canvas) -> Scroll? {
        guard !canvas.size.isEmpty else { return nil }
        return withRows(of: canvas) { next, last, blank in
            ScrollPlanner(next: next, last: last, blank: blank, size: canvas.size).plan()
        }
    }

    private func perform(_ scroll: Scroll) {
        encoder.prepareForBlankRows()?.append(to: &buffer)
        for sequence in scroll.sequences(screenRows: shown.size.rows) { sequence.append(to: &buffer) }
        statistics.scrolls += 1
    }

    private func paint(_ canvas: Canvas, after scroll: Scroll?) {
        guard !canvas.size.isEmpty else { return }
        let columns = canvas.size.columns
        let sentBefore = encoder.cellsSent
        withRows(of: canvas) { next, last, blank in
            for row in 0..<canvas.size.rows {
                let source: Int? = if let scroll { scroll.source(of: row) } else { row }
                let old = source.map { last + $0 * columns } ?? blank
                encoder.encode(
                    next + row * columns, over: old, columns: columns, row: row, runs: options.runs,
                    appendingTo: &buffer)
            }
        }
        statistics.cellsSent += encoder.cellsSent - sentBefore
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
        of canvas: Canvas, _ body: (UnsafePointer<Cell>, UnsafePointer<Cell>, UnsafePointer<Cell>) -> Result
    ) -> Result {
        canvas.cells.withUnsafeBufferPointer { next in
            shown.cells.withUnsafeBufferPointer { last in
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

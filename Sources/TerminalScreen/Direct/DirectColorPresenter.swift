import Pixels

/// A presenter in 24-bit color, with the semicolon form of SGR that every such terminal understands.
///
/// Between frames it relies on the following: no other code changes the colors, attributes, margins or origin mode of the
/// terminal, and the cursor is hidden. The cursor's position does not matter. The first frame, and one after
/// ``invalidate()``, rely on nothing. Frames end in the style of the last cell; code that restores the terminal resets
/// it.
public final class DirectColorPresenter: Presenter {
    /// Optional features of the terminal.
    public struct Options: Hashable, Sendable {
        /// The blanks that the terminal erases at the end of a row; none by default, because not every terminal can.
        var erasure = RowErasure.none
        /// Whether hyperlinks are sent (OSC 8); off by default, because some terminals print part of them.
        public var links = false
        /// The protocol that pictures are sent in pixel by pixel; `nil`, the default, for half blocks.
        public var pixels: PixelProtocol?
        /// The sequences of kitty's protocol.
        var kitty = KittyGraphics()
        /// The number of colors of a row of sixels.
        var sixelColors = SixelEncoder.maxColors
        /// Whether images may be part of a synchronized update. On by default.
        var synchronizesImages = true
        /// The color under transparent pixels; black by default.
        public var background = RGB(0, 0, 0)

        /// Creates the default options.
        public init() {}

        /// Adopts how a terminal is sent pictures.
        public mutating func adopt(_ support: PixelSupport) {
            kitty = KittyGraphics(isInsideTmux: support.isInsideTmux, reportsFailures: true)
            sixelColors = support.sixelColors
            synchronizesImages = support.synchronizesImages
        }
    }

    /// Size of the smallest frame that is sent as a synchronized update (DEC mode 2026), so that terminals which support
    /// it show the frame at once; a smaller one reaches the terminal in one piece anyway, unless it scrolls.
    private static let synchronizedBytes = 512
    /// Bytes of a cell of sixels; 25 to 325 were measured in cells of 6x14 pixels on pictures of the demo.
    private static let bytesPerImageCell = 200
    /// Bytes of a placeholder of kitty's protocol, or of a half block.
    private static let bytesPerPlaceholder = 20

    /// The options, which may be changed between frames when the terminal has reported more about itself.
    public var options: Options {
        didSet {
            let changesPixels =
                options.pixels != oldValue.pixels || options.pixels != nil && options.background != oldValue.background
            if changesPixels { invalidate() }
        }
    }
    var encoder = FrameEncoder()
    /// The canvas on the terminal. Pictures that are not at rest are in half blocks, not in pixels as in ``requested``.
    var shown: Canvas
    /// The canvas that was presented last.
    private var requested: Canvas
    private var isScreenKnown = false
    private var blankRow: [Cell]
    // kept for its capacity: a frame's bytes reuse the memory of an earlier frame, once the writer has released it
    var buffer: [UInt8] = []
    /// The hyperlink targets that were sent.
    var shownLinks = CanvasLinks()
    var pixels = PictureState()

    /// When a frame with the same canvas would show more pixels of its pictures; `nil` for never.
    public internal(set) var nextChange: Duration?

    /// Creates a presenter. `size` is a first guess at the size of the canvases to come.
    public init(size: CellSize, options: Options = Options()) {
        self.options = options
        shown = Canvas(size: size)
        requested = shown
        blankRow = Array(repeating: .blank, count: shown.size.columns)
    }

    public func invalidate() { isScreenKnown = false }

    public func present(_ canvas: Canvas) -> [UInt8] { present(canvas, at: .zero) }

    /// Returns the bytes that turn the screen into `canvas`; empty if nothing differs.
    ///
    /// - Parameters:
    ///   - canvas: the screen as it is to be.
    ///   - now: the time, by which pictures rest that have not moved: with ``Options/pixels`` these are shown pixel by
    ///     pixel. See ``nextChange``.
    public func present(_ canvas: Canvas, at now: Duration) -> [UInt8] {
        if canvas.size != shown.size { isScreenKnown = false }
        buffer.removeAll(keepingCapacity: true)
        let opening = TerminalSequence.synchronizedUpdate(true).bytes
        buffer += opening
        encoder.didLoseCursor()
        if !isScreenKnown { eraseScreen(size: canvas.size) }
        let links = adoptLinks(of: canvas)
        let scroll = planScroll(to: canvas)
        if let scroll { perform(scroll) }
        let visible = choosePixels(of: canvas, after: scroll, at: now)
        let runs = newImageRuns(of: visible, after: scroll)
        paint(visible.text(under: runs), after: scroll, links: links)
        let images = images(of: visible, in: runs)
        if options.synchronizesImages { buffer += images }
        (shown, requested) = (visible, canvas)
        nextChange = options.pixels == nil ? nil : pixels.hasWaitingPictures ? now : pixels.rests.nextRest(after: now)
        let bytes = finishFrame(opening: opening.count, isScrolled: scroll != nil)
        return options.synchronizesImages ? bytes : bytes + images
    }

    /// Erases the terminal, whatever it shows, so that its content is known.
    private func eraseScreen(size: CellSize) {
        buffer += [TerminalSequence.resetMargins, .resetStyle, .eraseScreen].bytes
        buffer += freedPictures()
        encoder.didResetStyle()
        shown = Canvas(size: size)
        requested = shown
        blankRow = Array(repeating: .blank, count: shown.size.columns)
        isScreenKnown = true
    }

    private func planScroll(to canvas: Canvas) -> Scroll? {
        guard !canvas.size.isEmpty else { return nil }
        let hasImages = options.pixels?.isDrawnInRows == true
        // compared with the requested cells: rows that moved are exactly equal there
        let scroll = withRows(of: canvas, over: requested) { next, last, blank in
            ScrollPlanner(
                next: next, last: last, blank: blank, size: canvas.size,
                placeholderCost: hasImages ? Self.bytesPerImageCell : Self.bytesPerPlaceholder
            ).plan()
        }
        guard let scroll, hasImages else { return scroll }
        // foot 1.13 and mintty (issue 1381) move images outside of the scrolling region, too
        let (above, below) = (0..<scroll.band.lowerBound, scroll.band.upperBound..<shown.size.rows)
        return shown.hasPlaceholders(in: above) || shown.hasPlaceholders(in: below) ? nil : scroll
    }

    private func perform(_ scroll: Scroll) {
        buffer += encoder.prepareForBlankRows()?.bytes ?? []
        eraseLeavingRows(of: scroll)
        buffer += scroll.sequences(screenRows: shown.size.rows).bytes
        eraseRevealedRows(of: scroll)
    }

    /// Appends the bytes that turn the text on the screen into that of the canvas.
    private func paint(_ canvas: Canvas, after scroll: Scroll?, links: CanvasLinks) {
        guard !canvas.size.isEmpty else { return }
        let columns = canvas.size.columns
        withRows(of: canvas, over: shown) { next, last, blank in
            for row in 0..<canvas.size.rows {
                let source: Int? = if let scroll { scroll.source(of: row) } else { row }
                let old = source.map { last + $0 * columns } ?? blank
                guard links.isEmpty else {
                    encodeLinked(next + row * columns, over: old, columns: columns, row: row, links: links)
                    continue
                }
                encoder.encode(
                    next + row * columns, over: old, columns: 0..<columns, row: row, erasure: options.erasure,
                    appendingTo: &buffer)
            }
        }
    }

    private func finishFrame(opening: Int, isScrolled: Bool) -> [UInt8] {
        guard buffer.count > opening else { return [] }
        guard buffer.count - opening >= Self.synchronizedBytes || isScrolled else { return Array(buffer[opening...]) }
        buffer += TerminalSequence.synchronizedUpdate(false).bytes
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

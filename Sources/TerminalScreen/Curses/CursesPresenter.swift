import CCurses

/// A presenter that uses ncursesw: 256, 16 or 8 colors or none, on any terminal that terminfo knows.
///
/// ncurses compares and encodes; its output goes to a file in memory and is returned from there. Rows are passed from
/// the first to the last changed cell, because ncurses finds the differences in between itself. A character to which
/// ncurses would give another width than the canvas, or none without a UTF-8 locale, is shown as one of ASCII.
final class CursesPresenter: Presenter {
    private let screen: CursesScreen
    private var palette: CursesPalette
    private var pairs: ColorPairs
    /// The canvas on the screen; `nil` when the screen's content is not known.
    private var shown: Canvas?
    private var line: [cchar_t] = []
    /// Whether a wide character in the last cell must be avoided, because an insertion there would cut it in two.
    private let avoidsWideCorner: Bool
    /// Whether the cursor cannot be hidden, as on a VT100. It is then moved to the start of the last row, not left in
    /// the middle of the last change.
    private let showsCursor: Bool

    /// Creates a presenter on a screen.
    ///
    /// - Parameter pairLimit: fewer pairs than ncurses has, for tests.
    init(screen: CursesScreen, colors: ColorDepth, pairLimit: Int? = nil) {
        self.screen = screen
        var terminalColors = 0
        var hasOwnColors = true
        if colors != .mono, has_colors() {
            start_color()
            hasOwnColors = use_default_colors() == OK
            terminalColors = Int(halftone_curses_colors())
        }
        palette = CursesPalette(colors: terminalColors >= 8 ? colors : .mono, hasOwnColors: hasOwnColors)
        let limit = Int(halftone_curses_color_pairs())
        pairs = ColorPairs(limit: min(pairLimit ?? limit, limit), colors: terminalColors)
        showsCursor = curs_set(0) == ERR
        leaveok(halftone_curses_screen(), !showsCursor)  // a hidden cursor may stay anywhere
        idcok(halftone_curses_screen(), false)  // terminals disagree on the color that insertion and deletion fill in
        avoidsWideCorner = screen.insertsIntoCorner
    }

    func invalidate() { shown = nil }

    func present(_ canvas: Canvas) -> [UInt8] {
        guard screen.isOpen, let window = halftone_curses_screen() else { return [] }
        let canvas = canvas.inHalfBlocks()
        if shown?.size != canvas.size { shown = nil }
        if shown == nil {
            clearok(window, true)
            werase(window)
        }
        for row in 0..<canvas.size.rows {
            if let columns = changedColumns(in: canvas, row: row) {
                put(canvas, row: row, columns: columns, in: window)
            }
        }
        shown = canvas
        if showsCursor { wmove(window, Int32(max(0, canvas.size.rows - 1)), 0) }
        wnoutrefresh(window)
        doupdate()
        return screen.drain()
    }

    // MARK: - Rows

    private func changedColumns(in canvas: Canvas, row: Int) -> Range<Int>? {
        let columns = canvas.size.columns
        let cells = row * columns..<(row + 1) * columns
        guard let shown else { return columns > 0 ? 0..<columns : nil }
        guard let first = cells.first(where: { shown.cells[$0] != canvas.cells[$0] }),
            let last = cells.last(where: { shown.cells[$0] != canvas.cells[$0] })
        else { return nil }
        return first - cells.lowerBound..<last - cells.lowerBound + 1
    }

    private func put(_ canvas: Canvas, row: Int, columns: Range<Int>, in window: UnsafeMutablePointer<WINDOW>) {
        let start = row * canvas.size.columns
        line.removeAll(keepingCapacity: true)
        for index in start + columns.lowerBound..<start + columns.upperBound {
            append(canvas.cells, index, of: canvas)
        }
        guard wmove(window, Int32(row), Int32(columns.lowerBound)) == OK else { return }  // below a smaller window
        wadd_wchnstr(window, line, Int32(line.count))
    }

    private func append(_ cells: [Cell], _ index: Int, of canvas: Canvas) {
        let cell = cells[index]
        guard cell.glyph != 0 else { return }  // the right half was added with the left
        var glyph = cell.glyph
        let isWide = index + 1 < cells.count && cells[index + 1].glyph == 0 && (index + 1) % canvas.size.columns != 0
        var width = isWide ? 2 : 1
        let isCorner = avoidsWideCorner && isWide && index + 3 >= cells.count
        if isCorner {
            glyph = 0x3F
        } else if glyph >= 0x7F, halftone_curses_width(glyph) != Int32(width) {
            glyph = ASCIIFallback.ascii(for: glyph)
        }
        if glyph < 0x7F, isWide { width = 1 }
        let mark =
            glyph == cell.glyph && halftone_curses_width(UInt32(cell.mark)) == 0
            ? UInt32(cell.mark) : 0
        let appearance = appearance(of: cell, in: canvas)
        var entry = cchar_t()
        halftone_curses_cell(&entry, glyph, mark, appearance.attributes, appearance.pair)
        line.append(entry)
        guard isWide, width == 1 else { return }
        halftone_curses_cell(&entry, 0x20, 0, appearance.attributes, appearance.pair)  // the second column
        line.append(entry)
    }

    // MARK: - Colors

    private func appearance(of cell: Cell, in canvas: Canvas) -> (attributes: UInt32, pair: Int32) {
        let choice = choose(colors(of: cell), in: canvas)
        var attributes = cell.attributes
        if choice.isReversed { attributes.formSymmetricDifference(.reverse) }
        return (UInt32(attributes.rawValue), choice.pair)
    }

    private func colors(of cell: Cell) -> ColorPairs.Colors {
        let showsInk = !cell.attributes.isDisjoint(with: [.underline, .reverse])
        return palette.colors(of: cell, isBlank: cell.glyph == 0x20 && cell.mark == 0 && !showsInk)
    }

    private func choose(_ colors: ColorPairs.Colors, in canvas: Canvas) -> ColorPairs.Choice {
        if let choice = pairs.choose(colors) { return defined(choice, colors) }
        // Cells on the screen that change in this frame are passed again; ncurses repaints other cells that had the
        // pair.
        pairs.keepOnly(Set(canvas.cells.lazy.map { self.colors(of: $0) }))
        guard let choice = pairs.choose(colors) else { return ColorPairs.Choice(pair: 0) }
        return defined(choice, colors)
    }

    private func defined(_ choice: ColorPairs.Choice, _ colors: ColorPairs.Colors) -> ColorPairs.Choice {
        if choice.isNew { init_extended_pair(choice.pair, Int32(colors.foreground), Int32(colors.background)) }
        return choice
    }
}

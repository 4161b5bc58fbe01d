import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// Pictures of more cells than a placeholder can name, which are drawn as several tiles.
@MainActor @Suite(.endsInTime) struct PictureTileTests {
    nonisolated static let cell = PixelSize(width: 1, height: 2)
    /// More columns, and more rows, than a tile has.
    nonisolated static let sizes = [CellSize(columns: 261, rows: 5), CellSize(columns: 5, rows: 261)]

    private func pixels(_ size: CellSize) -> PixelSize { PixelSize(width: size.columns, height: 2 * size.rows) }

    private func noise(_ size: CellSize, seed: UInt64) -> Bitmap {
        .noise(size.columns, 2 * size.rows, colors: 40, seed: seed)
    }

    private func renderer(_ way: PixelProtocol) -> PictureRenderer {
        PictureRenderer(colors: .direct, pixels: TerminalPixels(way, cell: Self.cell))
    }

    /// A terminal with rows to spare for what follows a picture.
    private func terminal(_ size: CellSize) -> ModelTerminal {
        ModelTerminal(size: CellSize(columns: size.columns, rows: size.rows + 2), cell: Self.cell)
    }

    /// Shows a picture by a presenter until it rests.
    private func presented(_ picture: PictureCells, _ way: PixelProtocol) -> ModelTerminal {
        var (terminal, options) = (terminal(picture.size), DirectColorPresenter.Options())
        options.pixels = way
        let presenter = DirectColorPresenter(size: terminal.size, options: options)
        var canvas = Canvas(size: terminal.size)
        canvas.draw(picture, at: .zero, clip: canvas.bounds)
        var now = Duration.seconds(1)
        terminal.feed(presenter.present(canvas, at: now))
        while let next = presenter.nextChange {
            now = max(now, next)
            terminal.feed(presenter.present(canvas, at: now))
        }
        #expect(terminal.problems.isEmpty)
        return terminal
    }

    private func shown(_ terminal: ModelTerminal, as picture: Bitmap) -> Bitmap {
        terminal.screenshot.cropped(to: PixelRect(picture.size))
    }

    /// The number of images of a printed picture: one for each row of each tile.
    private static func parts(of size: CellSize) -> Int { size.rows * (size.columns > 256 ? 2 : 1) }

    @Test(arguments: PixelProtocol.allCases, sizes)
    func `a picture of many cells is printed to the pixel`(way: PixelProtocol, size: CellSize) {
        // the last row of cells is covered by half
        let picture = noise(size, seed: 1).cropped(to: PixelRect(0, 0, size.columns, 2 * size.rows - 1))
        let cells = renderer(way).cells(for: picture, background: .terminal)
        #expect(cells.size == size && cells.tiles.count == 2)
        var terminal = terminal(size)
        let bytes = PicturePrinter(colors: .direct, method: way).lines(of: cells)
        terminal.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
        #expect(shown(terminal, as: picture) == picture)
        #expect(terminal.problems.isEmpty && !terminal.isInsideSequence)
        #expect(terminal.images.count == (way == .kitty ? Self.parts(of: size) : 0))
    }

    @Test(arguments: sizes)
    func `all tiles of a frame are freed`(size: CellSize) {
        var (terminal, frames) = (terminal(size), FramePrinter(PicturePrinter(colors: .direct, method: .kitty)))
        for seed in 1...2 {
            let picture = noise(size, seed: UInt64(seed))
            let bytes = frames.bytes(for: renderer(.kitty).cells(for: picture, background: .terminal))
            terminal.feed(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
            #expect(shown(terminal, as: picture) == picture)
            #expect(terminal.images.count == Self.parts(of: size))
        }
        terminal.feed(frames.erase())
        #expect(terminal.images.isEmpty)
    }

    @Test(arguments: PixelProtocol.allCases, sizes)
    func `a picture of many cells is shown to the pixel by a presenter`(way: PixelProtocol, size: CellSize) {
        let picture = noise(size, seed: 2)
        let terminal = presented(renderer(way).cells(for: picture, background: .terminal), way)
        #expect(shown(terminal, as: picture) == picture)
    }

    @Test(arguments: sizes)
    func `an enlarged picture has no seam between its tiles`(size: CellSize) {
        let (source, whole) = (Bitmap.noise(87, 111, colors: 40, seed: 3), pixels(size))
        let cells = renderer(.kitty).cells(of: ScaledPicture(source, scaledTo: whole), background: .terminal)
        let picture = source.resized(to: whole)
        #expect(shown(presented(cells, .kitty), as: picture) == picture)
    }

    @Test(arguments: sizes)
    func `a part of an enlarged picture has no seam between its tiles`(size: CellSize) {
        let (source, part) = (Bitmap.noise(87, 111, colors: 40, seed: 3), PixelRect(x: 17, y: 3, size: pixels(size)))
        let zoomed = ScaledPicture(source, scaledTo: PixelSize(width: 870, height: 1110), visible: part)
        let picture = source.part(part, ofSize: zoomed.scaled)
        let cells = renderer(.kitty).cells(of: zoomed, background: .terminal)
        #expect(shown(presented(cells, .kitty), as: picture) == picture)
    }

    @Test(arguments: sizes)
    func `a checkerboard goes on from tile to tile`(size: CellSize) {
        let pixels = pixels(size)
        let clear = Bitmap(size: pixels, filledWith: RGBA(0, 0, 0, 0))
        let cells = renderer(.kitty).cells(for: clear, background: .checkerboard)
        let board = Bitmap.drawn(pixels.width, pixels.height) { x, y in
            (x / 4 + y / 4).isMultiple(of: 2) ? RGB(0x99, 0x99, 0x99) : RGB(0x66, 0x66, 0x66)
        }
        #expect(shown(presented(cells, .kitty), as: clear) == board)
    }

    @Test func `tiles have the half blocks of their place`() {
        let size = CellSize(columns: 261, rows: 260)
        let cells = renderer(.sixel).cells(for: noise(size, seed: 4), background: .terminal)
        #expect(cells.tiles.count == 4)
        var canvas = Canvas(size: CellSize(columns: 10, rows: 10))
        canvas.draw(cells, at: CellPoint(column: -251, row: -250), clip: canvas.bounds)
        let placeholders = canvas.cells.count { $0.isPlaceholder }
        #expect(placeholders == 100)
        let half = canvas.inHalfBlocks()
        for row in 0..<10 {
            let start = (row + 250) * size.columns + 251
            #expect(half.cells[10 * row..<10 * row + 10] == cells.cells[start..<start + 10], "row \(row)")
        }
    }
}

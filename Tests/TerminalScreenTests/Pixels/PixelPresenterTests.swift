import Pixels
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// A list of pictures that scrolls under a random overlay, and what a terminal must show of it.
private struct PictureList {
    static let size = CellSize(columns: 24, rows: 12)
    static let cell = PixelSize(width: 4, height: 8)

    /// The pictures' pixels: whole cells, and colors that sixels have exactly.
    let bitmaps: [Bitmap]
    let pictures: [PictureCells]
    var offset = 0
    var overlay: CellRect?
    private var random: SeededGenerator

    init(_ pixels: PixelProtocol, seed: UInt64, count: Int = 9) {
        random = SeededGenerator(seed: seed)
        var bitmaps: [Bitmap] = []
        for number in 0..<count {
            let size = CellSize(columns: 3 + Int.random(in: 0..<8, using: &random), rows: 3)
            bitmaps.append(
                .noise(
                    size.columns * Self.cell.width, size.rows * Self.cell.height, colors: 40,
                    seed: seed * 100 + UInt64(number)))
        }
        self.bitmaps = bitmaps
        let renderer = PictureRenderer(colors: .direct, pixels: TerminalPixels(pixels, cell: Self.cell))
        pictures = bitmaps.map { renderer.cells(for: $0, background: .terminal) }
    }

    mutating func step() {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: offset = Int.random(in: -2..<4 * bitmaps.count, using: &random)
        case 1: overlay = nil
        case 2:
            overlay = CellRect(
                column: Int.random(in: 0..<20, using: &random), row: Int.random(in: 0..<10, using: &random),
                columns: Int.random(in: 1..<9, using: &random), rows: Int.random(in: 1..<6, using: &random))
        default: offset += Int.random(in: -2...2, using: &random)
        }
    }

    /// The place of a picture.
    private func origin(_ number: Int) -> CellPoint { CellPoint(column: 1 + number % 3, row: 4 * number - offset) }

    func canvas(withPixels: Bool = true) -> Canvas {
        var canvas = Canvas(size: Self.size)
        for (number, picture) in pictures.enumerated() {
            let place = origin(number)
            canvas.draw(picture, at: place, clip: canvas.bounds)
            canvas.draw(
                "row \(number)", at: CellPoint(column: 15, row: place.row), style: .plain, clip: canvas.bounds)
        }
        if let overlay { canvas.fill(overlay, with: Cell("o"), clip: canvas.bounds) }
        canvas.draw("footer \(offset)", at: CellPoint(column: 0, row: 11), style: .plain, clip: canvas.bounds)
        return withPixels ? canvas : canvas.inHalfBlocks()
    }

    /// Returns the pixels of a cell of a picture; `nil` for text.
    func pixels(_ column: Int, _ row: Int, in canvas: Canvas) -> Bitmap? {
        let shown = canvas[column, row]
        guard shown.isPlaceholder,
            let number = pictures.firstIndex(where: { $0.tiles.first?.number == shown.foreground.bits })
        else { return nil }
        let place = shown.placeInPicture
        return bitmaps[number].part(
            PixelRect(
                x: place.column * Self.cell.width, y: place.row * Self.cell.height, size: Self.cell))
    }
}

/// A presenter and the model terminal that receives its frames.
private struct PixelScreen {
    let presenter: DirectColorPresenter
    var terminal = ModelTerminal(size: PictureList.size, cell: PictureList.cell)
    var now = Duration.seconds(1)
    var events: [PictureEvent] = []
    private let pixels: PixelProtocol

    @MainActor
    init(_ pixels: PixelProtocol) {
        var options = DirectColorPresenter.Options()
        options.pixels = pixels
        options.erasure = .colored
        presenter = DirectColorPresenter(size: PictureList.size, options: options)
        self.pixels = pixels
    }

    @MainActor
    mutating func show(_ canvas: Canvas) {
        terminal.feed(presenter.present(canvas, at: now))
        events += presenter.takePictureEvents()
    }

    /// Lets all pictures rest and shows them.
    @MainActor
    mutating func rest(_ canvas: Canvas) {
        var frames = 0
        while let next = presenter.nextChange, frames < 50 {
            now = max(now, next)
            show(canvas)
            frames += 1
        }
        #expect(presenter.nextChange == nil)
    }

    /// Returns the first cell that shows neither its text nor its pixels nor, unless it is at rest, its half block.
    @MainActor
    func fault(_ list: PictureList, isResting: Bool) -> String? {
        var half = ModelTerminal(size: PictureList.size, cell: PictureList.cell)
        half.feed(DirectColorPresenter(size: PictureList.size).present(list.canvas(withPixels: false)))
        let (shown, text, canvas) = (terminal.screenshot, half.screenshot, list.canvas())
        let last = pixels == .kitty ? PictureList.size.rows : PictureList.size.rows - 1
        for row in 0..<PictureList.size.rows {
            for column in 0..<PictureList.size.columns {
                let cell = PictureList.cell
                let rect = PixelRect(x: column * cell.width, y: row * cell.height, size: cell)
                let (seen, plain) = (shown.part(rect), text.part(rect))
                let expected = list.pixels(column, row, in: canvas)
                if seen == expected { continue }
                // a row of images is never drawn in the last row, but may have scrolled there
                if seen == plain, expected == nil || row >= last || !isResting { continue }
                return "column \(column), row \(row)"
            }
        }
        return nil
    }
}

@MainActor @Suite(.endsInTime) struct PixelPresenterTests {
    nonisolated static let sessions = PixelProtocol.allCases.flatMap { pixels in
        (1...12).map { (pixels, UInt64($0)) }
    }

    @Test(arguments: sessions)
    func `cells show their picture or their half blocks, and their pixels once they rest`(
        pixels: PixelProtocol, seed: UInt64
    ) {
        var list = PictureList(pixels, seed: seed)
        var screen = PixelScreen(pixels)
        var random = SeededGenerator(seed: seed + 1000)
        for step in 0..<60 {
            list.step()
            screen.now += .milliseconds(Int.random(in: 0...200, using: &random))
            screen.show(list.canvas())
            #expect(screen.fault(list, isResting: false) == nil, "step \(step)")
            if Int.random(in: 0..<4, using: &random) == 0 {
                screen.rest(list.canvas())
                #expect(screen.fault(list, isResting: true) == nil, "at rest after step \(step)")
            }
            if Int.random(in: 0..<20, using: &random) == 0 { screen.presenter.invalidate() }
        }
        #expect(screen.terminal.problems == [])
        #expect(!screen.terminal.isInsideSequence)
        screen.terminal.feed(screen.presenter.freedPictures())
        #expect(screen.terminal.images.isEmpty)
    }

    @Test(arguments: PixelProtocol.allCases)
    func `a picture that leaves before it rests is never sent`(pixels: PixelProtocol) {
        var list = PictureList(pixels, seed: 5)
        var screen = PixelScreen(pixels)
        screen.show(list.canvas())
        for _ in 0..<20 {
            screen.now += .milliseconds(100)
            list.offset = list.offset == 0 ? 16 : 0
            screen.show(list.canvas())
        }
        #expect(screen.terminal.uploads + screen.terminal.drawings == 0)
        #expect(screen.events.allSatisfy { $0 == .cancelled } && screen.events.count >= 40)
        screen.rest(list.canvas())
        #expect(screen.fault(list, isResting: true) == nil)
        #expect(screen.terminal.uploads + screen.terminal.drawings >= 3)
    }

    @Test func `a picture of kitty's protocol is sent once, however often it comes back`() {
        var list = PictureList(.kitty, seed: 6)
        var screen = PixelScreen(.kitty)
        for offset in [0, 12, 0, 24, 12, 0, 24] {
            list.offset = offset
            screen.show(list.canvas())
            screen.rest(list.canvas())
            #expect(screen.fault(list, isResting: true) == nil)
        }
        #expect(screen.terminal.uploads == list.bitmaps.count)
        #expect(screen.terminal.deletions == 0)
    }

    @Test(arguments: [PixelProtocol.sixel, .iterm])
    func `only cells that something covered are drawn again as images`(pixels: PixelProtocol) throws {
        let list = PictureList(pixels, seed: 8)
        var screen = PixelScreen(pixels)
        let canvas = list.canvas()
        let run = try #require(
            canvas.pictureRuns().first { $0.columns.count >= 5 && $0.row < PictureList.size.rows - 1 })
        var covered = canvas
        for column in [run.columns.lowerBound, run.columns.lowerBound + 2, run.columns.upperBound - 1] {
            covered[column, run.row] = Cell("x")
        }
        screen.show(canvas)
        screen.rest(canvas)
        #expect(screen.fault(list, isResting: true) == nil)
        let before = screen.terminal.drawings
        screen.show(covered)
        #expect(screen.terminal.drawings == before)
        screen.show(canvas)
        #expect(screen.terminal.drawings == before + 3)
        #expect(screen.fault(list, isResting: true) == nil)
    }

    @Test(arguments: [PixelProtocol.sixel, .iterm])
    func `a background that moves beside pictures leaves them where they are`(pixels: PixelProtocol) {
        let list = PictureList(pixels, seed: 7)
        var screen = PixelScreen(pixels)
        func canvas(selected number: Int) -> Canvas {
            var canvas = list.canvas()
            for column in 14..<24 {
                let hue = CellStyle(
                    foreground: CellColor(hex: UInt32(column)), background: CellColor(hex: UInt32(column) << 8))
                let part = CellRect(column: column, row: 4 * number, columns: 1, rows: 3)
                canvas.fill(part, with: Cell("x", style: hue))
            }
            return canvas
        }
        screen.rest(canvas(selected: 0))
        screen.show(canvas(selected: 0))
        screen.rest(canvas(selected: 0))
        let drawings = screen.terminal.drawings
        #expect(drawings > 0)
        screen.show(canvas(selected: 1))
        #expect(screen.terminal.drawings == drawings)
        #expect(screen.terminal.problems == [])
    }

    @Test func `equal pictures have equal numbers, others never`() {
        let renderer = PictureRenderer(colors: .direct, pixels: TerminalPixels(.kitty, cell: PictureList.cell))
        let one = Bitmap.noise(12, 16, colors: 9, seed: 1)
        let number = { (bitmap: Bitmap, background: PictureBackground) in
            renderer.cells(for: bitmap, background: background).tiles.first?.number
        }
        #expect(number(one, .terminal) == number(.noise(12, 16, colors: 9, seed: 1), .terminal))
        #expect(number(one, .terminal) != number(one, .checkerboard))
        #expect(number(one, .terminal) != number(.noise(12, 16, colors: 9, seed: 2), .terminal))
        #expect(number(one, .terminal) != number(.noise(24, 8, colors: 9, seed: 1), .terminal))
    }

    @Test func `another method frees what the terminal has`() {
        let list = PictureList(.kitty, seed: 7)
        var screen = PixelScreen(.kitty)
        screen.show(list.canvas())
        screen.rest(list.canvas())
        #expect(!screen.terminal.images.isEmpty)
        screen.presenter.options.pixels = nil
        screen.show(list.canvas())
        #expect(screen.terminal.images.isEmpty)
        #expect(screen.presenter.nextChange == nil)
        let half = list.canvas(withPixels: false)
        var other = ModelTerminal(size: PictureList.size, cell: PictureList.cell)
        other.feed(DirectColorPresenter(size: PictureList.size).present(half))
        #expect(screen.terminal.screenshot == other.screenshot)
    }

    @Test func `text cannot pretend to be a picture`() {
        var canvas = Canvas(size: CellSize(columns: 4, rows: 1))
        canvas.draw("a\u{10EEEE}\u{305}\u{305}b", at: .zero, style: .plain, clip: canvas.bounds)
        canvas[3, 0] = Cell("\u{10EEEE}")
        #expect(canvas.cells.map(\.glyph) == [0x61, 0xFFFD, 0x62, 0xFFFD])
    }
}

import HalftoneCore
import LoopTestSupport
import Pixels
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

/// A view that shows pictures below one another.
@MainActor
private final class Pictures: View {
    var bitmaps: [Bitmap] { didSet { setNeedsDisplay() } }
    var renderer: PictureRenderer { didSet { setNeedsDisplay() } }

    init(_ bitmaps: [Bitmap], _ renderer: PictureRenderer) {
        (self.bitmaps, self.renderer) = (bitmaps, renderer)
        super.init()
    }

    override func draw(in context: inout DrawingContext) {
        for (number, bitmap) in bitmaps.enumerated() {
            context.draw(renderer.cells(for: bitmap, background: .terminal), column: 2, row: 1 + 2 * number)
        }
    }
}

@MainActor @Suite(.endsInTime) struct MainLoopPictureTests {
    private static let cell = PixelSize(width: 4, height: 8)
    private let stage = LoopStage()
    private let pictures: Pictures

    init() {
        pictures = Pictures([], PictureRenderer(colors: .direct))
        pictures.frame = CellRect(stage.terminal.size)
        stage.root.addSubview(pictures)  // so that keys go to the root
    }

    /// Returns a picture of 5x2 cells in colors that sixels have exactly, different for every number.
    private static func picture(_ number: Int) -> Bitmap {
        let width = 5 * cell.width
        return Bitmap.drawn(width, 2 * cell.height) { x, y in
            let place = y * width + x
            return RGB(UInt8(51 * (place / 7 % 6)), UInt8(51 * (place % 6)), UInt8(51 * (number % 6)))
        }
    }

    private func show(_ numbers: Range<Int>, by method: PixelProtocol) {
        stage.window.environment.renderer = PictureRenderer(
            colors: .direct, pixels: TerminalPixels(method, cell: Self.cell))
        pictures.renderer = stage.window.environment.renderer
        pictures.bitmaps = numbers.map(Self.picture)
    }

    /// The model terminal that all output went to.
    private var terminal: ModelTerminal {
        stage.terminal.show()
        var terminal = ModelTerminal(size: stage.terminal.size, cell: Self.cell)
        terminal.feed(stage.terminal.output)
        return terminal
    }

    /// Whether the terminal shows a picture pixel by pixel.
    private func isShown(_ number: Int, at place: Int = 0) -> Bool {
        terminal.picture(of: CellRect(column: 2, row: 1 + 2 * place, columns: 5, rows: 2)) == Self.picture(number)
    }

    @Test(arguments: PixelProtocol.allCases)
    func `pictures follow pixel by pixel once they rest, and then the loop sleeps`(method: PixelProtocol) {
        show(0..<1, by: method)
        stage.start()
        stage.run(until: .milliseconds(100))
        #expect(!isShown(0))
        #expect(stage.frames.presented == 1)
        stage.run(until: .seconds(1))
        #expect(isShown(0))
        #expect(stage.frames.presented == 2)
        #expect(stage.wakeups.dueAt == nil)
        #expect(terminal.problems == [])
    }

    @Test func `a picture that is replaced before it rests is not sent, and the trace counts it`() {
        show(0..<1, by: .kitty)
        stage.start()
        stage.at(.milliseconds(60)) { pictures.bitmaps = [Self.picture(1)] }
        stage.run(until: .seconds(1))
        #expect(isShown(1))
        #expect(terminal.uploads == 1)
        let summary = stage.engine.manager.trace.summary
        #expect(summary.uploads == 1 && summary.uploadsCancelled == 1 && summary.uploadBytes > 100)
    }

    @Test func `while the terminal does not read, keys are, and pictures are no dropped frames`() {
        show(0..<4, by: .kitty)
        stage.root.noise = 1
        stage.start()
        stage.run(until: .milliseconds(50))
        stage.isReading = false
        let dropped = stage.frames.dropped
        stage.run(until: .seconds(2))
        stage.terminal.type("abc")
        stage.run(until: .seconds(3))
        #expect(stage.root.text == "abc")
        #expect(stage.frames.dropped <= dropped + 1)
        stage.isReading = true
        stage.run(until: .seconds(5))
        for number in 0..<4 { #expect(isShown(number, at: number)) }
        #expect(terminal.problems == [] && !terminal.isInsideSequence)
    }

    @Test func `pictures are freed before the end, a stop, and other programs, and sent anew`() {
        show(0..<2, by: .kitty)
        stage.start()
        stage.run(until: .seconds(1))
        #expect(terminal.images.count == 2)
        stage.terminal.send(.suspend)
        stage.run(until: .seconds(70))
        #expect(terminal.deletions == 2 && terminal.images.count == 2 && terminal.uploads == 4)
        stage.loop.perform(.lend {})
        stage.run(until: .seconds(72))
        #expect(terminal.deletions == 4 && terminal.images.count == 2)
        stage.loop.end(.quit)
        #expect(terminal.images.isEmpty && terminal.problems == [])
    }

    @Test func `a new size frees pictures and sends them anew`() {
        show(0..<2, by: .kitty)
        stage.start()
        stage.run(until: .seconds(1))
        stage.terminal.resize(to: CellSize(columns: 40, rows: 9))
        stage.run(until: .seconds(2))
        #expect(terminal.images.count == 2 && terminal.uploads == 4 && terminal.deletions == 2)
    }

    @Test func `a picture that the terminal cannot take stays in half blocks`() throws {
        show(0..<1, by: .kitty)
        stage.start()
        stage.run(until: .seconds(1))
        let number = try #require(terminal.images.keys.first)
        for _ in 0..<2 { stage.terminal.type("\u{1B}_Gi=\(number);ENOSPC:full\u{1B}\\") }
        stage.run(until: .seconds(3))
        #expect(terminal[2, 1].glyph == 0x2580)
        #expect(terminal.uploads == 1)
        #expect(stage.wakeups.dueAt == nil)
        #expect(stage.root.text.isEmpty)
    }

    @Test func `without pixels nothing but half blocks is sent`() {
        show(0..<2, by: .sixel)
        stage.start()
        stage.at(.milliseconds(50)) {
            stage.window.environment.renderer = PictureRenderer(colors: .direct)
            pictures.renderer = stage.window.environment.renderer
            pictures.bitmaps = [Bitmap(size: PixelSize(width: 5, height: 4), filledWith: RGBA(9, 9, 9))]
        }
        stage.run(until: .seconds(1))
        #expect(terminal.drawings == 0)
        #expect(stage.wakeups.dueAt == nil)
    }
}

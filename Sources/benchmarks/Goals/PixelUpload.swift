import Pixels
import TerminalScreen

extension Benchmark {
    static let pixelUpload = Benchmark(
        name: "P17", summary: "a list's pictures in a terminal's pixels: processor time and bytes of their upload",
        runs: 9
    ) { session in
        let canvases = PixelProtocol.allCases.map { (method: $0, canvas: list(by: $0)) }
        let times = try Rounds.times(
            session.runs,
            canvases.map { method, canvas in
                Subject(name: method.rawValue) { Clock.thread.seconds { _ in consume(upload(of: canvas, by: method)) } }
            })
        let halves = Double(upload(of: canvases[0].canvas, by: nil))
        return zip(canvases, times).flatMap { list, time in
            [
                Finding(
                    name: "P17", work: "a list's screen by \(list.method.rawValue), processor time", ours: time,
                    goal: .within(0.06)),
                Finding(
                    name: "P17", work: "the same, bytes",
                    ours: Measurement([Double(upload(of: list.canvas, by: list.method))], .bytes),
                    other: ("half blocks", Measurement([halves], .bytes))),
            ]
        }
    }

    private static let cell = PixelSize(width: 9, height: 20)

    /// Returns ten rows of a list, each with a picture of 10x4 cells and text, on 80x40 cells.
    private static func list(by method: PixelProtocol) -> Canvas {
        var canvas = Canvas(size: CellSize(columns: 80, rows: 41))
        let renderer = PictureRenderer(colors: .direct, pixels: TerminalPixels(method, cell: cell))
        let size = PixelSize(width: 10 * cell.width, height: 4 * cell.height)
        for row in 0..<10 {
            // pictures that differ in their blue
            var bytes = SyntheticPicture(width: size.width, height: size.height).bitmap().bytes
            for place in stride(from: 2, to: bytes.count, by: 4) { bytes[place] ^= UInt8(row) }
            let picture = renderer.cells(for: Bitmap(size: size, bytes: bytes, hasAlpha: false), background: .terminal)
            canvas.draw(picture, at: CellPoint(column: 0, row: 4 * row), clip: canvas.bounds)
            canvas.draw("picture \(row)", at: CellPoint(column: 12, row: 4 * row), style: .plain, clip: canvas.bounds)
        }
        return canvas
    }

    /// Presents the list until all of it is in pixels. Returns the number of bytes.
    private static func upload(of canvas: Canvas, by method: PixelProtocol?) -> Int {
        var options = DirectColorPresenter.Options()
        options.pixels = method
        let presenter = DirectColorPresenter(size: canvas.size, options: options)
        var (now, bytes) = (Duration.zero, presenter.present(canvas, at: .zero).count)
        if method != nil { bytes = 0 }
        while let next = presenter.nextChange {
            now = max(now, next)
            bytes += presenter.present(canvas, at: now).count
        }
        return bytes
    }
}

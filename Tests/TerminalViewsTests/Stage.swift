import EngineTestSupport
import FoundationEssentials
import ImageCoding
import ImageLoading
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalViews

/// A window with an engine in which nothing happens by itself, and a clock that the test advances.
@MainActor
final class Stage {
    let engine: FakeEngine
    let window: Window
    /// Fills the window and leaves its subviews where they are.
    let host = View()
    private let traces: TemporaryDirectory?

    /// With `isTraced`, ``events()`` returns the recorded trace events.
    init(
        columns: Int = 20, rows: Int = 10, colors: ColorDepth = .direct, pixelAspect: Double = 1,
        cancelAnswer: FakeTransport.CancelAnswer = .atOnce, diskCache: DiskCache? = nil, isTraced: Bool = false,
        framePools: FramePools? = nil
    ) {
        traces = isTraced ? TemporaryDirectory() : nil
        let trace = traces.flatMap { try? Trace(writingTo: $0.path + "/trace") }
        engine = FakeEngine(
            transport: FakeTransport(cancelAnswer: cancelAnswer), diskCache: diskCache, trace: trace)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: colors), pixelAspect: pixelAspect, manager: engine.manager,
            framePools: framePools)
        window = Window(size: CellSize(columns: columns, rows: rows), environment: environment)
        window.addSubview(host)
        window.turn(at: .zero)
    }

    /// Creates a stage that a view fills, and runs a turn.
    convenience init(showing view: View, columns: Int, rows: Int, colors: ColorDepth = .direct) {
        self.init(columns: columns, rows: rows, colors: colors)
        view.frame = window.bounds
        host.addSubview(view)
        turn()
    }

    var environment: ScreenEnvironment { window.environment }
    var summary: TraceSummary { engine.trace.summary }

    /// Returns an image view as large as the window, or with this frame, without an indicator. Its transitions run
    /// however short the load.
    func makeImageView(_ frame: CellRect? = nil) -> ImageView {
        let view = ImageView(environment: environment)
        view.indicator = .none
        view.transitionThreshold = .zero
        view.frame = frame ?? window.bounds
        host.addSubview(view)
        return view
    }

    /// Advances the clock, and runs one turn of the main loop.
    func turn(after duration: Duration = .zero) {
        engine.time.advance(by: duration)
        window.turn(at: engine.time.now)
    }

    /// Runs one turn and returns its frame.
    @discardableResult
    func frame(after duration: Duration = .zero) -> Canvas {
        turn(after: duration)
        return window.drawFrame()
    }

    /// Answers every request with the picture of its number.
    func answerAll() { engine.answerAll { FakePicture(number: Stage.number(of: $0)) } }

    /// Loads a picture to the end and draws it.
    func load(_ number: Int, into view: ImageView) {
        view.setImage(url: Stage.url(number))
        answerAll()
        frame(after: .seconds(10))
    }

    // MARK: - Pictures by number

    static func url(_ number: Int) -> URL { URL(string: "http://lab/\(number)") ?? URL(filePath: "/") }
    static func number(of url: String) -> Int { Int(url.split(separator: "/").last ?? "") ?? -1 }
    static func color(_ number: Int) -> RGB { FakePicture(number: number).color }

    // MARK: - Trace

    struct Event {
        let event: String
        let url: String?
        let bound: String?
    }

    /// Ends the recording, and returns all events of it.
    func events() -> [Event] {
        engine.trace.finish()
        guard let traces, let trace = try? RecordedTrace(traces.read("trace")) else {
            Issue.record("no trace was recorded")
            return []
        }
        return trace.events.map { Event(event: $0["event"] ?? "", url: $0["url"], bound: $0["bound"]) }
    }
}

/// A cell that an image view fills.
class PictureCell: TableViewCell {
    let imageView: ImageView

    init(environment: ScreenEnvironment) {
        imageView = ImageView(environment: environment)
        super.init(reuseIdentifier: "row")
        addSubview(imageView)
    }

    override func layoutSubviews() { imageView.frame = bounds }

    override func prepareForReuse() {
        super.prepareForReuse()
        imageView.prepareForReuse()
    }
}

extension Placeholder {
    static let red = Placeholder.plain(RGB(255, 0, 0))
    static let green = Placeholder.plain(RGB(0, 255, 0))
}

extension Canvas {
    /// Returns whether the cells that are not blank are those of a rectangle.
    func fills(_ rect: CellRect) -> Bool {
        (0..<size.rows).allSatisfy { row in
            (0..<size.columns).allSatisfy { column in
                (self[column, row] != .blank) == rect.contains(CellPoint(column: column, row: row))
            }
        }
    }

    /// The texts of all rows, their right ends trimmed.
    var lines: [String] { textLines.map { String($0.reversed().drop { $0 == " " }.reversed()) } }

    /// The colors of the halves of all cells in an area, except text; `nil` is the terminal's own.
    func colors(in rect: CellRect? = nil) -> Set<RGB?> {
        let area = (rect ?? bounds).intersection(bounds)
        var colors: Set<RGB?> = []
        for row in area.minRow..<area.maxRow {
            for column in area.minColumn..<area.maxColumn {
                let cell = self[column, row]
                colors.insert(cell.background.rgb)
                if cell.glyph == 0x2580 || cell.glyph == 0x2584 { colors.insert(cell.foreground.rgb) }
            }
        }
        return colors
    }

    /// The text of a row, its right end trimmed.
    func text(row: Int) -> String { lines[row] }
}

extension Result where Success == LoadedImage, Failure == ImageError {
    var error: ImageError? { if case .failure(let error) = self { error } else { nil } }
    var loaded: LoadedImage? { if case .success(let loaded) = self { loaded } else { nil } }
}

import HalftoneCore
import ImageLab
import ImageLoading
import LoopTestSupport
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import LabScreens
@testable import ScreenKit

/// The screens of the Lab in an offscreen window, with their own server and engine. The clock stands still unless the
/// test advances it.
@MainActor
final class LabStage {
    let lab: LabEnvironment
    let screen: LabScreen
    let window: Window
    let time = ManualTime()
    let trace: Trace

    init(columns: Int = 160, rows: Int = 50) throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        let settings = Engine.Settings(userAgent: "Test", timeout: .seconds(600), usesDiskCache: false)
        trace = Trace(time: time)
        lab = LabEnvironment(settings, feed: .steady, server: server, trace: trace) { _ in }
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: lab.manager)
        screen = LabScreen(lab: lab, environment: environment)
        window = Window(size: CellSize(columns: columns, rows: rows), environment: environment)
        window.addSubview(screen)
        lab.didChange = { [unowned screen] in screen.follow($0) }
    }

    /// Creates a main loop over the window, without a terminal.
    func makeLoop() -> MainLoop {
        MainLoop(
            terminal: OffscreenTerminal(size: window.bounds.size, signals: nil), window: window, root: screen,
            frames: FrameStatistics(), time: time)
    }

    /// Runs a loop for this duration of the clock, at each of its deadlines.
    func run(_ wakeups: ManualWakeups, for duration: Duration) {
        let end = time.now + duration
        while let due = wakeups.dueAt, due <= end {
            time.advance(by: max(.zero, due - time.now))
            wakeups.fire()
        }
        time.advance(by: max(.zero, end - time.now))
    }

    /// The lines of the screen after some time.
    func lines(after pause: Duration = .milliseconds(16)) -> [String] {
        time.advance(by: pause)
        window.turn(at: time.now)
        return window.drawFrame().textLines
    }

    func shows(_ text: String) -> Bool { lines().contains { $0.contains(text) } }

    var footer: String { lines().last ?? "" }

    func press(_ keys: Key...) { for key in keys { window.sendEvent(.key(key)) } }

    func mouse(_ action: MouseEvent.Action, _ column: Int, _ row: Int) {
        window.sendEvent(
            .mouse(MouseEvent(action: action, position: CellPoint(column: column, row: row), button: .left)))
    }

    func click(_ column: Int, _ row: Int) {
        mouse(.press, column, row)
        mouse(.release, column, row)
    }

    /// Clicks on a hint of the last line, which must be there.
    func click(on hint: String) {
        let footer = footer
        guard let range = footer.firstRange(of: hint) else {
            Issue.record("no \(hint) in \(footer)")
            return
        }
        click(footer.distance(from: footer.startIndex, to: range.lowerBound), window.bounds.size.rows - 1)
    }

    /// Records events of a load, a tenth of a second apart.
    func happen(_ load: Int, _ events: TraceEvent.Name..., tier: TraceEvent.Tier? = nil) {
        for event in events {
            trace.record(TraceEvent(event, load: load, url: "http://lab/image/picture\(load).png", tier: tier))
            time.advance(by: .milliseconds(100))
        }
        lab.takeEvents()
    }
}

import EngineTestSupport
import Glibc
import LoopTestSupport
import TerminalScreen
import TerminalViews
import TestSupport
import Testing

/// The main loop without a screen, with a simulated clock: the events that begin a turn, its frames, and its end.
@Suite(.endsInTime) @MainActor struct OffscreenTerminalTests {
    /// Signals that the test sends.
    private final class FakeSignals: OffscreenSignals {
        let descriptor: Int32 = -1003  // ``ManualWakeups`` recognizes it
        var waiting: [ProcessSignal] = []
        var stops = 0
        func read() -> [ProcessSignal] {
            defer { waiting = [] }
            return waiting
        }
        func stop() { stops += 1 }
    }

    private let engine = FakeEngine()
    private let wakeups: ManualWakeups
    private let window: Window
    private let root = LoopProbe()
    private let frames = FrameStatistics()
    private let signals = FakeSignals()
    private let loop: MainLoop

    init() {
        wakeups = ManualWakeups(time: engine.time)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: engine.manager)
        let terminal = OffscreenTerminal(size: CellSize(columns: 40, rows: 10), signals: signals)
        window = Window(size: terminal.size, environment: environment)
        window.addSubview(root)
        root.time = engine.time
        loop = MainLoop(
            terminal: terminal, window: window, root: root, frames: frames, time: engine.time)
    }

    /// Starts the loop; returns a record of how it ended.
    @discardableResult
    private func start() -> Ends {
        let ends = Ends()
        loop.start(on: wakeups) { ends.all.append($0.text) }
        return ends
    }

    private final class Ends {
        var all: [String] = []
    }

    /// Wakes the loop at each of its deadlines, up to and including that time. Returns the number of turns.
    @discardableResult
    private func run(until end: Duration) -> Int {
        var wakes = 0
        while let due = wakeups.dueAt, due <= end, wakes < 10_000 {
            engine.time.advance(by: max(.zero, due - engine.time.now))
            wakeups.fire()
            wakes += 1
        }
        engine.time.advance(by: max(.zero, end - engine.time.now))
        return wakes
    }

    // MARK: - Turns

    @Test func `it draws at once and then sleeps`() {
        root.text = "hello"
        start()
        #expect(frames.presented == 1 && loop.canvas?.text(row: 0) == "hello")
        #expect(wakeups.dueAt == nil && run(until: .seconds(86_400)) == 0)
    }

    @Test func `every change is a frame, however soon it follows`() {
        start()
        for number in 1...100 {
            engine.time.advance(by: .microseconds(10))
            loop.handle(.key(.character("k")))
            #expect(wakeups.dueAt == engine.time.now, "a change brings a turn at once")
            run(until: engine.time.now)
            #expect(frames.presented == 1 + number)
        }
        #expect(root.text.count == 100 && loop.canvas?.text(row: 0).hasPrefix("kkkk") == true)
    }

    @Test func `changes between two turns are one frame`() {
        start()
        for _ in 0..<5 { loop.handle(.key(.character("k"))) }
        #expect(run(until: engine.time.now) == 1)
        #expect(frames.presented == 2 && loop.canvas?.text(row: 0) == "kkkkk")
    }

    @Test func `the end of a turn has its frame and may request the next turn`() {
        var seen: [String] = []
        loop.didTurn = { [loop, root] now in
            seen.append(loop.canvas?.text(row: 0) ?? "nothing")
            if seen.count < 4 { root.text = "\(seen.count)" }  // as a script's key does
            return nil
        }
        root.text = "0"
        start()
        run(until: .zero)
        #expect(seen == ["0", "1", "2", "3"] && frames.presented == 4)
    }

    // MARK: - Ends

    @Test func `a turn that ends the run draws nothing more`() {
        let alarm = Alarm("end", at: [.milliseconds(10)], probe: root)
        alarm.didRing = { [loop, root] in
            root.text = "never seen"
            loop.end(.quit)
        }
        root.addSubview(alarm)
        var turns = 0
        loop.didTurn = { _ in
            turns += 1
            return nil
        }
        let ends = start()
        run(until: .seconds(1))
        #expect(ends.all == ["quit"] && turns == 1 && frames.presented == 1)
    }

    @Test func `signals end it, stop it or are ignored`() {
        let ends = start()
        signals.waiting = [.resized, .continued, .suspend]
        wakeups.inputs[signals.descriptor]?()
        #expect(signals.stops == 1 && ends.all.isEmpty)
        signals.waiting = [.end(SIGINT), .suspend, .end(SIGTERM)]
        wakeups.inputs[signals.descriptor]?()
        #expect(ends.all == ["signal \(SIGINT)"] && signals.stops == 1, "events after the end have no effect")
    }
}

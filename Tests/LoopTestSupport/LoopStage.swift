import EngineTestSupport
import ImageLoading
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

/// The program's main loop in a simulation: a clock that moves only when nothing else can happen, a user who types at
/// set times, a terminal of any speed, an engine without threads.
@MainActor
package final class LoopStage {
    package let engine = FakeEngine()
    package let terminal: FakeTerminal
    package let wakeups: ManualWakeups
    package let window: Window
    package let root = LoopProbe()
    package let frames = FrameStatistics()
    package let loop: MainLoop
    /// How the loop ended, as texts.
    package private(set) var ends: [String] = []
    /// The number of times that the loop was woken.
    package private(set) var wakes = 0
    /// The times at which frames were given to the terminal.
    package private(set) var frameTimes: [Duration] = []
    /// Whether the terminal reads the output.
    package var isReading = true
    /// The first of several ready events; the others follow in turn.
    package var firstReady = Ready.input
    /// Chooses the first event at random instead, if set.
    package var order: SeededGenerator?

    package enum Ready: Hashable { case input, signals, output, time }

    private var plans: [(time: Duration, body: @MainActor () -> Void)] = []
    private var known = 0

    package init(
        size: CellSize = CellSize(columns: 40, rows: 10), colors: ColorDepth = .direct
    ) {
        terminal = FakeTerminal(size: size, time: engine.time)
        terminal.colors = colors
        wakeups = ManualWakeups(time: engine.time)
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: colors), pixelAspect: 1, manager: engine.manager)
        window = Window(size: size, environment: environment)
        window.addSubview(root)
        root.time = engine.time
        loop = MainLoop(
            terminal: terminal, window: window, root: root, frames: frames, time: engine.time)
    }

    package var now: Duration { engine.time.now }

    package func start() {
        loop.start(on: wakeups) { [weak self] end in self?.ends.append(end.text) }
        noteFrame()
    }

    /// Schedules an external event.
    package func at(_ time: Duration, _ body: @escaping @MainActor () -> Void) {
        plans.append((time, body))
        plans.sort { $0.time < $1.time }
    }

    // MARK: - Time

    /// Runs everything up to and including that time, and leaves the clock there.
    package func run(until end: Duration) {
        while true {
            while let plan = plans.first, plan.time <= now {
                plans.removeFirst()
                plan.body()
                noteFrame()
            }
            guard settle() else { return }
            let next = [wakeups.dueAt, plans.first?.time].compactMap(\.self).min()
            guard let next, next <= end else { break }
            engine.time.advance(by: max(.zero, next - now))
        }
        if now < end { engine.time.advance(by: end - now) }
    }

    /// Handles ready events until there are none. `false`: they never end.
    private func settle() -> Bool {
        for _ in 0..<1000 {
            if isReading, !terminal.isHungUp { terminal.show() }
            guard let ready = pick() else { return true }
            wakes += 1
            switch ready {
            case .input: wakeups.inputs[terminal.inputDescriptor]?()
            case .signals: wakeups.inputs[terminal.signalDescriptor]?()
            case .output: wakeups.output?()
            case .time: wakeups.fire()
            }
            noteFrame()
        }
        Issue.record("the loop spins at \(now)")
        return false
    }

    private func pick() -> Ready? {
        guard !wakeups.isCancelled else { return nil }
        var ready: [Ready] = []
        if terminal.hasInput { ready.append(.input) }
        if terminal.hasSignals { ready.append(.signals) }
        if wakeups.output != nil, terminal.hasRoom { ready.append(.output) }
        if let due = wakeups.dueAt, due <= now { ready.append(.time) }
        if var random = order {
            defer { order = random }
            return ready.randomElement(using: &random)
        }
        return ready.contains(firstReady) ? firstReady : ready.first
    }

    private func noteFrame() {
        guard frames.presented > known else { return }
        known = frames.presented
        frameTimes.append(now)
    }

    // MARK: - Checks

    /// Describes the first difference between the screen and the views; `nil`: none.
    package var fault: String? { terminal.emulator.firstDifference(from: window.drawFrame()) }
    package var firstRow: String { terminal.emulator.text(row: 0).trimmingSpaces }
}

/// The view that fills the window: shows a text, and records its events with their times.
@MainActor
package final class LoopProbe: View, LoopRoot {
    package var didAsk: @MainActor (TerminalApplication.Request) -> Void = { _ in }
    package var time = ManualTime()
    package private(set) var log: [String] = []
    package private(set) var draws = 0
    package var text = "" { didSet { setNeedsDisplay() } }
    /// Fills the rows below the first with as many colors as there are cells, which differ for every seed.
    package var noise: UInt64? { didSet { setNeedsDisplay() } }
    /// Whether it appends typed characters to the text.
    package var echoes = true

    package func note(_ what: String) { log.append("\(what) \(Int(time.now / .milliseconds(1)))") }
    package func forget() { log = [] }

    package override func handle(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return false }
        if case .character(let character) = key {
            note("key \(character)")
            if echoes { text.append(character) }
        } else {
            note("key \(key)")
        }
        return true
    }

    package override func advance(to now: Duration) -> Duration? {
        note("advance")
        return nil
    }

    package override func draw(in context: inout DrawingContext) {
        draws += 1
        note("draw")
        if let noise {
            var random = SeededGenerator(seed: noise)
            for row in 1..<max(1, bounds.size.rows) {
                for column in 0..<bounds.size.columns {
                    let color = CellColor(hex: UInt32(truncatingIfNeeded: random.next()) & 0xFFFFFF)
                    context.draw("▀", column: column, row: row, columns: 1, style: CellStyle(foreground: color))
                }
            }
        }
        context.draw(text, column: 0, row: 0, columns: bounds.size.columns, style: .plain)
    }
}

/// A view that schedules callbacks at given times, and records when they run.
@MainActor
package final class Alarm: View {
    private let name: String
    private var times: [Duration]
    private weak var probe: LoopProbe?
    /// Called at these times, for example to change the screen.
    package var didRing: @MainActor () -> Void = {}

    package init(_ name: String, at times: [Duration], probe: LoopProbe) {
        (self.name, self.times, self.probe) = (name, times, probe)
        super.init()
    }

    package override func advance(to now: Duration) -> Duration? {
        let due = times.prefix { $0 <= now }.count
        if due > 0 {
            times.removeFirst(due)
            probe?.note(name)
            didRing()
        }
        return times.first
    }
}

extension MainLoop.End {
    package var text: String {
        switch self {
        case .quit: "quit"
        case .signal(let number): "signal \(number)"
        case .failure(let error): "\(error)"
        }
    }
}

import HalftoneCore
import TerminalScreen

/// The main loop of a ``TerminalApplication``, which combines input, signals, time and results on the main thread.
///
/// Each of them starts a turn: views receive the event, time advances, and ``LoopOutput`` draws a frame if anything
/// changed. Time comes from a ``TimeSource`` and turns from ``LoopWakeups``, so that tests control both.
@MainActor
package final class MainLoop {
    private let terminal: any LoopTerminal
    /// What wakes the loop; `nil` before its start.
    private var wakeups: (any LoopWakeups)?
    private let output: LoopOutput
    private let window: Window
    private let root: (any LoopRoot)?
    private let time: any TimeSource
    private var inputPause: Duration?

    package typealias End = TerminalApplication.End

    private var didEnd: @MainActor (End) -> Void = { _ in }
    /// Called before and after a stop by Ctrl-Z, or another program on the terminal, however long it lasts.
    package var willSuspend: @MainActor () -> Void = {}
    package var didContinue: @MainActor () -> Void = {}
    /// Called when the terminal has replied to a query.
    package var didLearnFacts: @MainActor (TerminalCapabilities) -> Void = { _ in }
    /// Called with an event that no view handled.
    var didIgnore: @MainActor (InputEvent) -> Void = { _ in }
    /// The speed of time for the views.
    package var pace = Pace()
    /// Called at the end of every turn; returns the latest time of the next turn, `nil` for any.
    package var didTurn: @MainActor (_ now: Duration) -> Duration? = { _ in nil }
    /// The last frame that was drawn.
    package var canvas: Canvas? { output.canvas }

    package init(
        terminal: any LoopTerminal, window: Window, root: (any LoopRoot)?, frames: FrameStatistics,
        time: any TimeSource = SystemTime()
    ) {
        self.terminal = terminal
        self.window = window
        self.root = root
        self.time = time
        output = LoopOutput(to: terminal, of: window, frames: frames, time: time)
    }

    /// Starts the loop. `didEnd` is called once; the terminal must then be restored.
    package func start(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (End) -> Void) {
        if let ended { return didEnd(ended) }  // before it began
        (self.wakeups, self.didEnd) = (wakeups, didEnd)
        listen(to: terminal.descriptors.input) { $0.readInput() }
        listen(to: terminal.descriptors.signals) { $0.readSignals() }
        wakeups.didWake = { [weak self] in self?.turn() }
        output.start(
            on: wakeups, didWrite: { [weak self] in self?.turn() }, didFail: { [weak self] in self?.end(.failure($0)) })
        // images arrive between the turns that input and time start
        window.onFrameNeeded = { [wakeups] in wakeups.wake(after: .zero) }
        root?.didAsk = { [weak self] request in self?.perform(request) }
        turn()
    }

    /// Does what only the loop can do.
    package func perform(_ request: TerminalApplication.Request) {
        switch request {
        case .quit: end(.quit)
        case .redraw: output.repaint()
        case .send(let sequence): output.send(sequence.bytes)
        case .lend(let use):
            borrowers.append(use)
            wakeups?.wake(after: .zero)
        }
    }

    /// The pending uses of the terminal. They run at the beginning of a turn, not during input.
    private var borrowers: [@MainActor () -> Void] = []

    private func lendTerminal() {
        while !borrowers.isEmpty, !hasEnded {
            let use = borrowers.removeFirst()
            leaveTerminal { (terminal: any LoopTerminal) throws(TerminalError) in try terminal.lend(use) }
        }
    }

    private func listen(to descriptor: Int32?, _ body: @escaping @MainActor (MainLoop) -> Void) {
        guard let descriptor else { return }
        wakeups?.watchInput(descriptor) { [weak self] in
            guard let self else { return }
            body(self)
            self.turn()
        }
    }

    // MARK: - Input

    private func readInput() {
        do throws(TerminalError) {
            for event in try terminal.readEvents() { handle(event) }
            output.sendQueries()
            inputPause = terminal.pendingInputTimeout.map { time.now + $0 }
        } catch {
            end(.failure(error))
        }
    }

    /// Ends unfinished input after its time is over, or reads the rest if the process was too busy to read it.
    private func finishInput() {
        inputPause = nil
        guard !terminal.hasInput else { return readInput() }
        for event in terminal.finishPendingInput() { handle(event) }
    }

    /// Passes an event to the views.
    package func handle(_ event: InputEvent) {
        if case .reply(let reply) = event { return adopt(reply) }
        if !window.sendEvent(event) { didIgnore(event) }
    }

    private func readSignals() {
        for signal in terminal.readSignals() {
            switch signal {
            case .end(let number): return end(.signal(number))
            case .resized: adoptSize()
            case .suspend: suspend()
            case .continued:
                output.discardPending()  // the rest of a frame that the stop may have cut
                try? terminal.resume()  // a terminal that is gone ends the loop when it is read
                output.adoptColors()
                output.repaint()
            }
        }
    }

    private func adoptSize() {
        let cell = terminal.pixelSupport.cell
        window.resize(to: terminal.resized())
        window.environment.pixelAspect = terminal.pixelAspect  // another font has another aspect ratio
        output.invalidate()
        if terminal.pixelSupport.cell != cell { didLearnFacts(terminal.facts) }
        output.sendQueries()
    }

    /// Applies a reply of the terminal, and all that it has made known.
    private func adopt(_ reply: TerminalReply) {
        output.adopt(reply)
        didLearnFacts(terminal.facts)
        guard window.environment.pixelAspect != terminal.pixelAspect else { return }
        window.environment.pixelAspect = terminal.pixelAspect
        window.resize(to: terminal.size)
    }

    private func suspend() {
        leaveTerminal { (terminal: any LoopTerminal) throws(TerminalError) in try terminal.suspend() }
    }

    /// Lets others have the terminal until `leave` returns.
    private func leaveTerminal(_ leave: (any LoopTerminal) throws(TerminalError) -> Void) {
        output.finish(within: .milliseconds(200))
        willSuspend()
        defer { didContinue() }
        do throws(TerminalError) {
            try leave(terminal)
            adoptSize()
            output.adoptColors()  // replies may have been read meanwhile
            readInput()  // input typed during the suspension has been read from the line already
        } catch {
            end(.failure(error))
        }
    }

    // MARK: - Turns

    /// Advances time, draws changes, and schedules the next turn.
    package func turn() {
        guard !hasEnded else { return }
        let now = time.now
        if let pause = inputPause, pause <= now { finishInput() }
        lendTerminal()
        guard !hasEnded else { return }
        window.turn(at: pace.viewTime(at: now))
        guard !hasEnded else { return }
        output.drawIfNeeded(at: now, pace)
        let requested = didTurn(now)
        guard !hasEnded else { return }
        schedule(now, requested)
    }

    /// Whether pictures on the screen will soon be shown pixel by pixel: not while time stands still.
    package var awaitsPixels: Bool { output.awaitsPixels && pace.rate > Pace.still }

    private func schedule(_ now: Duration, _ requested: Duration?) {
        let deadlines = [
            window.nextDeadline.map(pace.wallTime), requested, inputPause, output.nextFrame(after: now, pace),
        ]
        wakeups?.wake(after: deadlines.compactMap(\.self).min().map { max(.zero, $0 - now) })
    }

    // MARK: - End

    private var ended: End?
    private var hasEnded: Bool { ended != nil }

    package func end(_ end: End) {
        guard !hasEnded else { return }
        ended = end
        wakeups?.cancel()
        output.finish(within: .milliseconds(500))
        didEnd(end)
    }
}

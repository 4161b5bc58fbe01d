import HalftoneCore
import TerminalScreen

/// The main loop of a ``TerminalApplication``, which combines input, signals, time and results on the main thread.
///
/// Each of them starts a turn: views receive the event, time advances, and a frame is drawn if anything changed, as
/// often as ``FramePacer`` lets it. A terminal that does not keep up gets fewer frames, each of them whole; keys are
/// read nevertheless. On an ``OffscreenTerminal`` every turn with changes draws its frame. Time comes from a
/// ``TimeSource`` and turns from ``LoopWakeups``, so that tests control both.
@MainActor
package final class MainLoop {
    private let terminal: any LoopTerminal
    /// What wakes the loop; `nil` before its start.
    private var wakeups: (any LoopWakeups)?
    /// The writer to the terminal; `nil` without a screen.
    private let writer: TerminalWriter?
    /// The encoder of frames; `nil` without a screen.
    private var presenter: LoopPresenter?
    private let window: Window
    private let root: (any LoopRoot)?
    private let time: any TimeSource
    private let frames: FrameStatistics
    private var pacer = FramePacer()
    /// When the frame that is being written was submitted.
    private var submittedAt = Duration.zero
    private var inputPause: Duration?

    package typealias End = TerminalApplication.End

    private var didEnd: @MainActor (End) -> Void = { _ in }
    /// Called before and after a stop by Ctrl-Z, or another program on the terminal, however long it lasts.
    package var willSuspend: @MainActor () -> Void = {}
    package var didContinue: @MainActor () -> Void = {}
    /// Called when the terminal has replied to a query.
    package var didLearnFacts: @MainActor (TerminalCapabilities) -> Void = { _ in }
    /// Called with an event that no view handled.
    package var didIgnore: @MainActor (InputEvent) -> Void = { _ in }
    /// The speed of time for the views.
    package var pace = Pace()
    /// Called at the end of every turn; returns the latest time of the next turn, `nil` for any.
    package var didTurn: @MainActor (_ now: Duration) -> Duration? = { _ in nil }
    /// The last frame that was drawn.
    package private(set) var canvas: Canvas?

    package init(
        terminal: any LoopTerminal, window: Window, root: (any LoopRoot)?, frames: FrameStatistics,
        time: any TimeSource = SystemTime()
    ) {
        self.terminal = terminal
        self.window = window
        self.root = root
        self.frames = frames
        self.time = time
        writer = terminal.descriptors.output.map(TerminalWriter.init(fileDescriptor:))
        presenter = LoopPresenter(for: terminal)
    }

    /// Starts the loop. `didEnd` is called once; the terminal must then be restored.
    package func start(on wakeups: any LoopWakeups, didEnd: @escaping @MainActor (End) -> Void) {
        if let ended { return didEnd(ended) }  // before it began
        (self.wakeups, self.didEnd) = (wakeups, didEnd)
        listen(to: terminal.descriptors.input) { $0.readInput() }
        listen(to: terminal.descriptors.signals) { $0.readSignals() }
        wakeups.didWake = { [weak self] in self?.turn() }
        // images arrive between the turns that input and time start
        window.onFrameNeeded = { [wakeups] in wakeups.wake(after: .zero) }
        root?.didAsk = { [weak self] request in self?.perform(request) }
        turn()
    }

    /// Does what only the loop can do.
    package func perform(_ request: TerminalApplication.Request) {
        switch request {
        case .quit: end(.quit)
        case .redraw: repaint()
        case .send(let sequence): send(sequence)
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
            sendQueries()
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
                writer?.discardPending()  // the rest of a frame that the stop may have cut
                try? terminal.resume()  // a terminal that is gone ends the loop when it is read
                adoptColors()
                repaint()
            }
        }
    }

    private func adoptSize() {
        let cell = terminal.pixelSupport.cell
        window.resize(to: terminal.resized())
        window.environment.pixelAspect = terminal.pixelAspect  // another font has another aspect ratio
        presenter?.invalidate()
        if terminal.pixelSupport.cell != cell { didLearnFacts(terminal.facts) }
        sendQueries()
    }

    /// Applies a reply of the terminal, and all that it has made known.
    private func adopt(_ reply: TerminalReply) {
        if case .graphics(let number, isOK: false) = reply { presenter?.didFailUpload(of: number) }
        adoptColors()
        if presenter?.adoptFacts(of: terminal) == true { repaint() }
        didLearnFacts(terminal.facts)
        guard window.environment.pixelAspect != terminal.pixelAspect else { return }
        window.environment.pixelAspect = terminal.pixelAspect
        window.resize(to: terminal.size)
    }

    /// Draws with as many colors as the terminal is now known to have.
    private func adoptColors() {
        guard presenter?.adoptColors(of: terminal) == true else { return }
        window.environment.renderer = window.environment.renderer.with(terminal.colors)
        repaint()
    }

    private func suspend() {
        leaveTerminal { (terminal: any LoopTerminal) throws(TerminalError) in try terminal.suspend() }
    }

    /// Lets others have the terminal until `leave` returns.
    private func leaveTerminal(_ leave: (any LoopTerminal) throws(TerminalError) -> Void) {
        writer?.finish(lastBytes(), within: .milliseconds(200))
        willSuspend()
        defer { didContinue() }
        do throws(TerminalError) {
            try leave(terminal)
            adoptSize()
            adoptColors()  // replies may have been read meanwhile
            readInput()  // input typed during the suspension has been read from the line already
        } catch {
            end(.failure(error))
        }
    }

    /// Returns what the terminal is still to be sent before others use it.
    private func lastBytes() -> [UInt8] {
        defer { unsent = [] }
        return unsent + (presenter?.freePictures() ?? [])
    }

    /// Sequences to send with the next frame: the writer accepts whole frames, and never two at once.
    private var unsent: [UInt8] = []

    private func send(_ sequence: TerminalSequence) { send(sequence.bytes) }

    private func sendQueries() {
        let queries = terminal.takeQueries()
        if !queries.isEmpty { send(queries) }
    }

    private func send(_ bytes: [UInt8]) {
        unsent += bytes
        window.setNeedsDisplay(CellRect(column: 0, row: 0, columns: 1, rows: 1))
    }

    private func repaint() {
        presenter?.invalidate()
        window.setNeedsDisplay()
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
        if needsFrame(at: now) { drawIfPossible(now) }
        let wish = didTurn(now)
        guard !hasEnded else { return }
        schedule(now, wish)
    }

    /// Whether views have changed, or pictures are at rest and can now be shown pixel by pixel.
    private func needsFrame(at now: Duration) -> Bool { window.needsFrame || nextPixels.map { $0 <= now } ?? false }

    /// When a frame would show more pictures pixel by pixel; `nil` for never, or while an earlier frame is being
    /// written.
    private var nextPixels: Duration? {
        writer?.isIdle == false ? nil : presenter?.nextChange.map(pace.wallTime)
    }

    /// Whether pictures on the screen will soon be shown pixel by pixel: not while time stands still.
    package var awaitsPixels: Bool { presenter?.nextChange != nil && pace.rate > Pace.still }

    private func drawIfPossible(_ now: Duration) {
        guard terminal.isActive else { return }  // stopped, or about to end: the screen is the shell's
        guard let writer else {
            let canvas = window.drawFrame()
            (self.canvas, unsent) = (canvas, [])
            if presenter?.usesPixels(of: window) == true {
                _ = presenter?.present(canvas, of: window, at: pace.viewTime(at: now))
            }
            return frames.presented += 1
        }
        switch pacer.decide(at: now, isIdle: writer.isIdle) {
        case .wait: break
        case .drop: frames.dropped += 1
        case .draw: draw(writer)
        }
    }

    private func draw(_ writer: TerminalWriter) {
        let canvas = window.drawFrame()
        self.canvas = canvas
        let drawn = time.now
        let bytes = (presenter?.present(canvas, of: window, at: pace.viewTime(at: drawn)) ?? []) + unsent
        unsent = []
        let encoded = time.now
        guard !bytes.isEmpty else { return }
        frames.encoding += encoded - drawn
        frames.presented += 1
        frames.bytes += bytes.count
        frames.cellsElided = presenter?.cellsElided ?? 0
        submittedAt = encoded
        writer.submit(bytes)
        if let error = writer.error { return end(.failure(error)) }
        waitUntilWritten(writer)
    }

    /// Starts a turn once the terminal has accepted the whole frame.
    private func waitUntilWritten(_ writer: TerminalWriter) {
        guard !writer.isIdle else {
            frames.writing += time.now - submittedAt
            return
        }
        guard !isWatchingOutput, let descriptor = terminal.descriptors.output else { return }
        isWatchingOutput = true
        wakeups?.watchOutput(descriptor) { [weak self] in self?.continueWriting(writer) }
    }

    private var isWatchingOutput = false

    private func continueWriting(_ writer: TerminalWriter) {
        do throws(TerminalError) { try writer.flush() } catch { return end(.failure(error)) }
        guard writer.isIdle else { return }
        frames.writing += time.now - submittedAt
        isWatchingOutput = false
        wakeups?.ignoreOutput()
        turn()
    }

    private func schedule(_ now: Duration, _ wish: Duration?) {
        let frame = writer.map { pacer.nextChance(isIdle: $0.isIdle) } ?? now
        let moments = [
            window.nextDeadline.map(pace.wallTime), wish, inputPause,
            !terminal.isActive ? nil : needsFrame(at: now) ? frame : nextPixels,
        ]
        wakeups?.wake(after: moments.compactMap(\.self).min().map { max(.zero, $0 - now) })
    }

    // MARK: - End

    private var ended: End?
    private var hasEnded: Bool { ended != nil }

    package func end(_ end: End) {
        guard !hasEnded else { return }
        ended = end
        wakeups?.cancel()
        writer?.finish(lastBytes(), within: .milliseconds(500))
        didEnd(end)
    }
}

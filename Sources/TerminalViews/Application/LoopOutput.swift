import HalftoneCore
import TerminalScreen

/// The output of a ``MainLoop``: a window's frames, and sequences between them.
///
/// A frame is drawn if anything changed, as often as ``FramePacer`` lets it. A terminal that does not keep up gets fewer
/// frames, each of them whole. On an ``OffscreenTerminal`` every turn with changes draws its frame.
@MainActor
final class LoopOutput {
    private let terminal: any LoopTerminal
    private let window: Window
    /// The writer to the terminal; `nil` without a screen.
    private let writer: TerminalWriter?
    /// The encoder of frames; `nil` without a screen.
    private var presenter: LoopPresenter?
    private let time: any TimeSource
    private let frames: FrameStatistics
    private var pacer = FramePacer()
    /// When the frame that is being written was submitted.
    private var submittedAt = Duration.zero
    /// Sequences to send with the next frame: the writer accepts whole frames, and never two at once.
    private var unsent: [UInt8] = []
    private var isWatchingOutput = false
    /// What wakes the loop; `nil` before its start.
    private var wakeups: (any LoopWakeups)?
    private var didWrite: @MainActor () -> Void = {}
    private var didFail: @MainActor (TerminalError) -> Void = { _ in }
    /// The last frame that was drawn.
    private(set) var canvas: Canvas?

    init(to terminal: any LoopTerminal, of window: Window, frames: FrameStatistics, time: any TimeSource) {
        (self.terminal, self.window, self.frames, self.time) = (terminal, window, frames, time)
        writer = terminal.descriptors.output.map(TerminalWriter.init(fileDescriptor:))
        presenter = LoopPresenter(for: terminal)
        adoptColors()
    }

    /// Starts the output. `didWrite` is called when the terminal has accepted the rest of a frame, `didFail` when it
    /// cannot be written to.
    func start(
        on wakeups: any LoopWakeups, didWrite: @escaping @MainActor () -> Void,
        didFail: @escaping @MainActor (TerminalError) -> Void
    ) {
        (self.wakeups, self.didWrite, self.didFail) = (wakeups, didWrite, didFail)
    }

    // MARK: - Sequences

    /// Sends bytes with the next frame.
    func send(_ bytes: [UInt8]) {
        unsent += bytes
        window.setNeedsDisplay(CellRect(column: 0, row: 0, columns: 1, rows: 1))
    }

    /// Sends the queries that the terminal's replies give reason for.
    func sendQueries() {
        let queries = terminal.takeQueries()
        if !queries.isEmpty { send(queries) }
    }

    /// Drops the rest of a frame.
    func discardPending() { writer?.discardPending() }

    /// Writes what the terminal is still to be sent before others use it, for at most this time.
    func finish(within limit: Duration) {
        writer?.finish(unsent + (presenter?.freePictures() ?? []), within: limit)
        unsent = []
    }

    // MARK: - The terminal

    /// Applies a reply of the terminal, and all that it has made known.
    func adopt(_ reply: TerminalReply) {
        if case .graphics(let number, isOK: false) = reply { presenter?.didFailUpload(of: number) }
        adoptColors()
        if presenter?.adoptFacts(of: terminal) == true { repaint() }
    }

    /// Draws with as many colors as the terminal is now known to have, and on the background that it has reported.
    func adoptColors() {
        window.environment.terminalBackground = terminal.facts.background
        guard presenter?.adoptColors(of: terminal) == true else { return }
        window.environment.renderer = PictureRenderer(
            colors: terminal.colors, glyphs: window.environment.renderer.glyphs.possible(in: terminal.colors))
        repaint()
    }

    /// Discards the known content of the screen.
    func invalidate() { presenter?.invalidate() }

    /// Draws the whole screen again.
    func repaint() {
        invalidate()
        window.setNeedsDisplay()
    }

    // MARK: - Frames

    /// Whether pictures on the screen will be shown pixel by pixel.
    var awaitsPixels: Bool { presenter?.nextChange != nil }

    /// When the next frame is due; `nil` for not before something changes, or while an earlier frame is being written.
    func nextFrame(after now: Duration, _ pace: Pace) -> Duration? {
        guard terminal.isActive else { return nil }
        guard needsFrame(at: now, pace) else { return nextPixels(pace) }
        return writer.map { pacer.nextChance(isIdle: $0.isIdle) } ?? now
    }

    /// Draws a frame if views have changed, or pictures are at rest and can now be shown pixel by pixel.
    func drawIfNeeded(at now: Duration, _ pace: Pace) {
        // one that is stopped, or about to end, is the shell's
        guard needsFrame(at: now, pace), terminal.isActive else { return }
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
        case .draw: draw(writer, pace)
        }
    }

    private func needsFrame(at now: Duration, _ pace: Pace) -> Bool {
        window.needsFrame || nextPixels(pace).map { $0 <= now } ?? false
    }

    /// When a frame would show more pictures pixel by pixel; `nil` for never, or while an earlier frame is being
    /// written.
    private func nextPixels(_ pace: Pace) -> Duration? {
        writer?.isIdle == false ? nil : presenter?.nextChange.map(pace.wallTime)
    }

    private func draw(_ writer: TerminalWriter, _ pace: Pace) {
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
        submittedAt = encoded
        writer.submit(bytes)
        if let error = writer.error { return didFail(error) }
        waitUntilWritten(writer)
    }

    /// Waits until the terminal has accepted the whole frame.
    private func waitUntilWritten(_ writer: TerminalWriter) {
        guard !writer.isIdle else {
            frames.writing += time.now - submittedAt
            return
        }
        guard !isWatchingOutput, let descriptor = terminal.descriptors.output else { return }
        isWatchingOutput = true
        wakeups?.watchOutput(descriptor) { [weak self] in self?.continueWriting(writer) }
    }

    private func continueWriting(_ writer: TerminalWriter) {
        do throws(TerminalError) { try writer.flush() } catch { return didFail(error) }
        guard writer.isIdle else { return }
        frames.writing += time.now - submittedAt
        isWatchingOutput = false
        wakeups?.ignoreOutput()
        didWrite()
    }
}

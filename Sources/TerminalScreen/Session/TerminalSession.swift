import HalftoneCore
import CCurses
import CSystem
import Glibc
import Pixels

/// The program's control of the terminal, from its creation to ``end()``, a crash or a fatal signal, which restore it.
///
/// Owns the terminal's modes, size, keys and mouse. It draws nothing: ``makePresenter()`` returns the
/// presenter that encodes canvases, and the caller writes the bytes to ``descriptor``. The session itself writes
/// only at its start, end, suspension and resumption, for a second at most. Main actor only. One at a time, because
/// ncurses and the signal handlers have one terminal.
@MainActor
public final class TerminalSession {
    /// The number of colors, and the reason for it. May change when the terminal has reported its name and colors.
    public var detection: TerminalDetection { queries.detection }
    /// The number of colors to draw with.
    public var colors: ColorDepth { detection.colors }
    /// The terminal's terminfo capabilities.
    public let terminfo: TerminfoCapabilities
    /// Warnings for the user, one line each; none prevents drawing.
    public let warnings: [String]
    /// The size in cells, at least 1x1.
    public var size: CellSize { window.size }
    /// Width divided by height of a displayed pixel (half a cell); 1 if the size of a cell is not known.
    public var pixelAspect: Double { TerminalWindow.pixelAspect(ofCell: cell) }
    /// The size of a cell in pixels; `nil` if it is not known.
    public var cell: PixelSize? { facts.cell(in: window) }
    /// The terminal's replies so far. Changes when ``readEvents()`` returns an ``InputEvent/reply(_:)``.
    public var facts: TerminalCapabilities { queries.facts }
    /// Whether the terminal is known to support hyperlinks. May become true when it has reported its name.
    public var supportsHyperlinks: Bool { profile.hasLinks }
    /// The profile for the terminal's name. May change when the terminal has reported that.
    public var profile: TerminalProfile { queries.profile }
    /// The protocols for pictures. May change when replies arrive.
    public var pixelSupport: PixelSupport { queries.pixelSupport(cell: cell) }

    /// The signals that the main loop handles; caught before the session changes the terminal.
    public let signals: ProcessSignals
    /// The non-blocking descriptor of the terminal, for output, and readable when there may be events.
    public let descriptor: Int32

    /// Whether the program controls the terminal now. Draw only then: not after ``end()``, and not after a ``resume()``
    /// that left the terminal to the shell because the process is about to end.
    public var isActive: Bool { state == .active }

    private var window: TerminalWindow
    private let screen: CursesScreen
    private let modes: TerminalModes
    private var sequences: TerminalSequences
    private var queries: SessionQueries
    private var input: SessionInput
    private let time: any TimeSource
    /// Input that was typed while the session ended or was suspended, returned after its resumption.
    private var kept: [InputEvent] = []
    private var state = State.suspended
    private enum State { case active, suspended, ended }

    /// The time within which the terminal has to accept the session's sequences at its start and end.
    private static let writeTimeoutMilliseconds: Int32 = 1000

    /// Starts a session: modes, alternate screen, keys, mouse, crash handlers. Sets the process's locale.
    ///
    /// - Parameters:
    ///   - choice: the number of colors; `nil`, the default, to detect it.
    ///   - path: the path of the terminal. By default the controlling terminal, so that standard input and output remain
    ///     free for data.
    ///   - time: the clock.
    /// - Throws: `TerminalError.noTerminal`, `.noTerminalType`, `.dumbTerminal`, `.unknownTerminal`, or `.system` for a
    ///   failed system call.
    public init(
        colors choice: ColorDepth? = nil, path: String = "/dev/tty", time: any TimeSource = SystemTime()
    ) throws(TerminalError) {
        let environment = TerminalEnvironment { name in getenv(name).map { String(cString: $0) } }
        let descriptor = try Self.open(path)
        do throws(TerminalError) {
            let term = try Self.usableName(environment)
            signals = try ProcessSignals()
            let locale = TerminalLocale.adopt()
            let modes = try TerminalModes(of: descriptor)
            window = TerminalWindow(of: descriptor) ?? .vt100  // a serial line
            let screen = try CursesScreen(term: term, input: descriptor, size: window.size)
            guard screen.string("cup") != nil else {
                screen.close()
                throw TerminalError.dumbTerminal(term)
            }
            terminfo = screen.facts
            let detection = TerminalDetection(choice: choice, environment: environment, terminfo: terminfo)
            let keepsPictures = TerminalProfile(environment: environment).row.pixels.contains(.kitty)
            sequences = TerminalSequences(keepsPictures: keepsPictures) { screen.string($0) }
            queries = SessionQueries(detection, environment, isEnabled: sequences.canBeQueried)
            input = SessionInput(descriptor, keys: screen.keyTable, time: time)
            var warnings = [locale.warning].compactMap(\.self)
            if let choice, choice != detection.colors {
                warnings.append("\(choice.rawValue) colors were asked for, TERM=\(term) has \(terminfo.colors)")
            }
            self.warnings = warnings
            (self.descriptor, self.screen, self.modes, self.time) = (descriptor, screen, modes, time)
        } catch {
            close(descriptor)
            throw error
        }
        try enter()
    }

    isolated deinit { end() }

    // MARK: - Size

    /// Reads the window's new size and returns it. Presenters are not notified: call ``Presenter/invalidate()``.
    @discardableResult
    public func resized() -> CellSize {
        guard state != .ended else { return size }
        let before = window.cell
        window = TerminalWindow(of: descriptor) ?? .vt100
        queries.didResize(changesCell: window.cell != before)
        screen.resize(to: size)
        return size
    }

    // MARK: - Events

    /// Returns all input since the last call; never blocks.
    ///
    /// Call when ``descriptor`` is readable. If ``pendingInputTimeout`` is not `nil` afterwards, call
    /// ``finishPendingInput()`` when nothing becomes readable for that long.
    ///
    /// - Throws: ``TerminalError/hangup`` if the terminal is gone or the session has ended.
    public func readEvents() throws(TerminalError) -> [InputEvent] {
        guard state != .ended else { throw .hangup }
        defer { kept = [] }
        return kept + (try readNewEvents())
    }

    private func readNewEvents() throws(TerminalError) -> [InputEvent] {
        let events = try input.read()
        for case .reply(let reply) in events { queries.adopt(reply) }
        return events
    }

    /// How long to wait for more input before ``finishPendingInput()``; `nil` if no input is unfinished.
    public var pendingInputTimeout: Duration? { input.timeout }

    /// Whether there is input that ``readEvents()`` has not returned. Check before ``finishPendingInput()``: a process
    /// that was busy for longer than the timeout finds the time over, but the rest of a key waiting.
    public var hasInput: Bool { state != .ended && (!kept.isEmpty || input.isReadable) }

    /// Returns the events of unfinished input after its time is over: a lone ESC becomes the Esc key.
    public func finishPendingInput() -> [InputEvent] { input.finish() }

    /// Returns the queries that the replies so far require, each once; empty most of the time.
    ///
    /// Call after ``readEvents()`` and ``resized()``, and send the bytes between two frames. Only an end of the session
    /// soon afterwards waits for the replies, so that they are not typed into the shell.
    public func takeQueries() -> [UInt8] { isActive ? queries.next(at: time.now) : [] }

    // MARK: - Drawing

    /// The sequence that the presenter of ``colors`` needs before its first frame: ``DirectColorPresenter`` draws without
    /// autowrap, ncurses with it. Sent at the start of the session, and by the caller when ``colors`` has changed.
    public var presenterModes: [UInt8] { screen.string(colors == .direct ? "rmam" : "smam") ?? [] }

    /// Returns a presenter for this terminal's number of colors.
    public func makePresenter() -> any Presenter { makePresenter(pairLimit: nil) }

    /// Returns a presenter with fewer color pairs than ncurses has.
    func makePresenter(pairLimit: Int?) -> any Presenter {
        guard colors == .direct else {
            return CursesPresenter(screen: screen, colors: colors, pairLimit: pairLimit)
        }
        var options = DirectColorPresenter.Options()
        options.erasure = terminfo.erasure
        options.links = supportsHyperlinks
        return DirectColorPresenter(size: size, options: options)
    }

    // MARK: - Suspending and ending

    /// Suspends the session: restores the terminal, stops the process as Ctrl-Z does, and resumes when it is continued.
    ///
    /// Flush or discard the output in progress before. Afterwards call ``Presenter/invalidate()`` and draw, and call
    /// ``readEvents()`` for input typed meanwhile; the size may have changed too. Returns at once if no shell could
    /// continue the process.
    ///
    /// - Throws: `TerminalError` if the session cannot resume.
    public func suspend() throws(TerminalError) {
        guard state == .active else { return }
        leave()
        halftone_stop_self()
        try resume()
    }

    /// Lends the terminal to another program: restores it, calls `use`, and takes it again.
    ///
    /// Flush the output in progress before, and do afterwards what is to be done after ``suspend()``. `use` is not
    /// called while the session is not active.
    ///
    /// - Throws: `TerminalError` if the session cannot resume.
    public func lend(_ use: @MainActor () -> Void) throws(TerminalError) {
        guard state == .active else { return }
        leave()
        use()
        try resume()
    }

    /// Resumes the session after a stop that the program did not request, during which the shell has used the terminal.
    ///
    /// Discard the output in progress before. May be called while the session is active: however often the screen is
    /// taken, the shell's original screen is restored in the end, including its cursor. Does nothing if the session has
    /// ended or the process is about to.
    ///
    /// - Throws: `TerminalError.system` if a system call failed.
    public func resume() throws(TerminalError) {
        guard state != .ended, halftone_signals_ending() == 0 else { return }  // about to end: leave it to the shell
        try enter()
        resized()
    }

    /// Ends the session and restores the terminal. Idempotent; also called when the session is released.
    public func end() {
        guard state != .ended else { return }
        leave()
        state = .ended
        screen.close()
        close(descriptor)
    }

    private func enter() throws(TerminalError) {
        state = .active
        let end = sequences.end
        let isArmed = modes.withOriginal { original in
            halftone_restore_install(descriptor, end, end.count, original) == 0
        }
        let failure = errno
        guard isArmed, modes.setForKeys(descriptor) else {
            leave()
            throw .system(call: isArmed ? "tcsetattr" : "dup", errno: failure)
        }
        let start = sequences.take() + presenterModes + queries.start(on: size)
        _ = halftone_write_bounded(descriptor, start, start.count, Self.writeTimeoutMilliseconds)
        queries.didSend(at: time.now)
    }

    /// Reads input until all queries are answered or the time is over, so that no reply is typed into the shell. Keys
    /// that arrive meanwhile are kept.
    private func awaitReplies() {
        guard let deadline = queries.deadline else { return }
        while queries.expectsReplies {
            let left = deadline - time.now
            guard left > .zero else { break }
            var line = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&line, 1, Int32(left / .milliseconds(1)) + 1)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            guard ready > 0, line.revents & Int16(POLLIN) != 0, readKeys() else { break }
        }
        queries.didWait()
    }

    /// Reads input and keeps its keys and pastes. Returns `false` if the terminal is gone.
    @discardableResult
    private func readKeys() -> Bool {
        guard let events = try? readNewEvents() else { return false }
        kept += events.filter { event in
            switch event {
            case .key, .paste: true
            case .mouse, .reply: false
            }
        }
        return true
    }

    private func leave() {
        guard state == .active else { return }
        state = .suspended
        awaitReplies()
        let end = sequences.end
        sequences.didSendEnd(
            isWhole: halftone_write_bounded(descriptor, end, end.count, Self.writeTimeoutMilliseconds))
        if input.isReadable { readKeys() }  // setting the modes discards unread input
        modes.restore(descriptor)
        halftone_restore_disarm()  // last: until here a crash still restores the terminal
        _ = input.finish()
    }
}

/// The checks before a session starts.
extension TerminalSession {
    private static func open(_ path: String) throws(TerminalError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        if descriptor >= 0, isatty(descriptor) == 1 { return descriptor }
        if descriptor >= 0 { close(descriptor) }
        throw .noTerminal
    }

    private static func usableName(_ environment: TerminalEnvironment) throws(TerminalError) -> String {
        if environment.term.isEmpty { throw .noTerminalType }
        if environment.term == "dumb" { throw .dumbTerminal(environment.term) }
        return TerminfoCapabilities.entry(for: environment.term)
    }
}

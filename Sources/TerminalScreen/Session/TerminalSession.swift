import Basis
import CCurses
import CSystem
import Glibc

/// The terminal while it is ours: taken when this is made, given back by ``end()``, by a crash or by a fatal signal.
///
/// Owns the terminal's modes, its size, its keys and mouse. It draws nothing: ``makePresenter()`` makes what turns
/// canvases into bytes, and the caller writes them to ``outputDescriptor``. The session itself writes only when it
/// takes the terminal and gives it back, for a second at most.
/// Main actor. One at a time, because ncurses and the signal handlers have one terminal.
@MainActor
public final class TerminalSession {
    /// Which terminal is taken, and for what.
    public struct Options: Sendable {
        /// `nil` to find out.
        public var colors: ColorDepth?
        public var usesMouse = true
        /// Whether the terminal is asked about itself. Answers are never waited for while it is drawn on.
        public var asksTerminal = true
        /// The controlling terminal, so that standard input and output stay data.
        public var path = "/dev/tty"
        public init() {}
    }

    /// How many colours it shows, and why we think so.
    public let detection: TerminalDetection
    public var colors: ColorDepth { detection.colors }
    /// What terminfo knows about its colours.
    public let terminfo: TerminfoFacts
    /// What the user may want to know, one line each; nothing that prevents drawing.
    public let warnings: [String]
    /// False where only ASCII may be written.
    public let isUnicode: Bool
    /// The size in cells, at least 1x1.
    public var size: CellSize { window.size }
    /// Width over height of a shown pixel (half a cell); 1 when the terminal does not tell.
    public var pixelAspect: Double { window.pixelAspect(orOf: facts.cell) }
    /// What the terminal has answered so far. Changes when ``readEvents()`` returns an ``InputEvent/reply(_:)``.
    public private(set) var facts = TerminalFacts()
    /// Whether it is known to take links. May become true when it has told its name.
    public var takesLinks: Bool { environmentTakesLinks || facts.name.map(LinkSupport.isKnown(name:)) ?? false }
    private let environmentTakesLinks: Bool
    /// What it does with many equal cells at once. May become more when it has told its name.
    public var runs: CellRuns { CellRuns(terminfo, name: facts.name) }

    /// The signals that the main loop answers; caught before the terminal is taken.
    public let signals: ProcessSignals
    /// Non-blocking; readable when there may be events.
    public var inputDescriptor: Int32 { descriptor }
    /// Non-blocking; the same terminal.
    public var outputDescriptor: Int32 { descriptor }

    /// Whether the terminal is ours now. Draw only then: not after ``end()``, and not after a ``resume()`` that left it to
    /// the shell because the process is about to end.
    public var isActive: Bool { state == .active }

    private let descriptor: Int32
    private var window: TerminalWindow
    private let screen: CursesScreen
    private let modes: TerminalModes
    private var claim: ScreenClaim
    private var decoder: KeyDecoder
    private var doubleClick = DoubleClick()
    private let time: any TimeSource
    /// Whether it is asked when it is taken. One that was silent once is not asked again: every stop would wait for it.
    private var asksTerminal: Bool
    private var askedAt: Duration?
    /// What was typed while the terminal was being given back, for when it is taken again.
    private var kept: [InputEvent] = []
    private var state = State.suspended
    private enum State { case active, suspended, ended }

    /// The time within which the terminal has to accept our few bytes at the start and the end.
    private static let patienceMilliseconds: Int32 = 1000
    /// The time within which a terminal that answers at all has answered. Who gives it back sooner waits for the rest of
    /// it: what comes after that is typed into the shell.
    private static let answerPatience = Duration.milliseconds(500)

    /// Takes the terminal: modes, alternate screen, keys, mouse, crash handlers. Sets the process's locale.
    public init(options: Options = Options(), time: any TimeSource = SystemTime()) throws(TerminalError) {
        let environment = TerminalEnvironment { name in getenv(name).map { String(cString: $0) } }
        let descriptor = try Self.open(options.path)
        do throws(TerminalError) {
            let term = try Self.usableName(environment)
            signals = try ProcessSignals()
            let locale = TerminalLocale.adopt()
            let modes = try TerminalModes(of: descriptor)
            window = Self.measure(descriptor)
            let screen = try CursesScreen(term: term, input: descriptor, size: window.size)
            guard screen.string("cup") != nil else {
                screen.close()
                throw TerminalError.dumbTerminal(term)
            }
            terminfo = screen.facts
            detection = TerminalDetection(choice: options.colors, environment: environment, terminfo: terminfo)
            let sequences = TerminalSequences(usesMouse: options.usesMouse, isDirect: detection.colors == .direct) {
                screen.string($0)
            }
            claim = ScreenClaim(sequences)
            environmentTakesLinks = LinkSupport.isKnown(environment)
            asksTerminal = options.asksTerminal && sequences.mayAsk
            decoder = KeyDecoder(table: screen.keyTable)
            if case .asciiOnly = locale { isUnicode = false } else { isUnicode = true }
            var warnings = [locale.warning].compactMap(\.self)
            if let choice = options.colors, choice != detection.colors {
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

    /// Adopts the window's new size and returns it. Presenters are told by ``Presenter/invalidate()``, not by this.
    @discardableResult
    public func resized() -> CellSize {
        guard state != .ended else { return size }
        window = Self.measure(descriptor)
        screen.resize(to: size)
        return size
    }

    // MARK: - Events

    /// Everything that has been typed, clicked or pasted; never waits.
    ///
    /// Call when ``inputDescriptor`` is readable. Throws ``TerminalError/hangup`` when the terminal is gone.
    /// While ``pendingInputPatience`` is not `nil` afterwards, call ``finishPendingInput()`` if nothing becomes readable
    /// for so long.
    public func readEvents() throws(TerminalError) -> [InputEvent] {
        guard state != .ended else { throw .hangup }
        defer { kept = [] }
        return kept + (try readNewEvents())
    }

    private func readNewEvents() throws(TerminalError) -> [InputEvent] {
        var events: [InputEvent] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<64 {  // 256 KB a turn: a paste without end must not starve the screen
            let count = read(descriptor, &bytes, bytes.count)
            if count > 0 {
                events += decoder.decode(bytes.prefix(count))
                if count < bytes.count { break }
            } else if count < 0, errno == EINTR {
                continue
            } else if count < 0, errno == EAGAIN {
                break
            } else if events.isEmpty {
                throw .hangup  // EOF, or EIO
            } else {
                break
            }
        }
        return refined(events)
    }

    /// How long to wait for more input before ``finishPendingInput()``; `nil` when nothing has begun.
    public var pendingInputPatience: Duration? { decoder.patience }

    /// Whether something has come that ``readEvents()`` has not read. Ask before ``finishPendingInput()``: a process that
    /// was busy for longer than the patience finds both the time over and the rest of a key waiting.
    public var hasInput: Bool { state != .ended && (!kept.isEmpty || hasTyped) }

    private var hasTyped: Bool {
        var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&input, 1, 0) > 0
    }

    /// Nothing came in time: a lone ESC becomes the Esc key.
    public func finishPendingInput() -> [InputEvent] { refined(decoder.finish()) }

    private func refined(_ events: [InputEvent]) -> [InputEvent] {
        events.map { event in
            switch event {
            case .mouse(let mouse): return .mouse(doubleClick.refine(mouse, at: time.now))
            case .reply(let reply):
                facts.adopt(reply)
                return event
            default: return event
            }
        }
    }

    // MARK: - Drawing

    /// What turns canvases into bytes at this terminal's colour depth.
    ///
    /// - Parameter synchronised: whether large frames are bracketed by DEC mode 2026, which 24-bit terminals know or ignore.
    public func makePresenter(synchronised: Bool = true) -> any Presenter {
        makePresenter(synchronised: synchronised, isUnicode: isUnicode)
    }

    /// The same for a locale with or without UTF-8, and with fewer pairs of colours than ncurses has.
    func makePresenter(synchronised: Bool = true, isUnicode: Bool, pairLimit: Int? = nil) -> any Presenter {
        guard colors == .direct else {
            return CursesPresenter(screen: screen, colors: colors, isUnicode: isUnicode, pairLimit: pairLimit)
        }
        var options = DirectColorPresenter.Options()
        options.synchronizesUpdates = synchronised
        options.runs = runs
        options.links = takesLinks
        options.isASCII = !isUnicode
        return DirectColorPresenter(size: size, options: options)
    }

    // MARK: - Coming and going

    /// Gives the terminal back, stops the process as Ctrl-Z does, takes the terminal again when it is continued.
    ///
    /// Flush or forget the output in progress before, then ``Presenter/invalidate()`` and draw, and ask ``readEvents()`` for
    /// what was typed meanwhile; the size may have changed too. Returns at once where no shell could continue the process.
    public func suspend() throws(TerminalError) {
        guard state == .active else { return }
        leave()
        halftone_stop_self()
        try resume()
    }

    /// Takes the terminal again, as after a stop that was not our own: the shell has used it meanwhile.
    ///
    /// Forget the output in progress before. May be called when the terminal is ours already: however often it is taken,
    /// what is given back in the end is what the shell left at first, its cursor included.
    public func resume() throws(TerminalError) {
        guard state != .ended, halftone_signals_ending() == 0 else { return }  // about to end: leave the shell alone
        try enter()
        resized()
    }

    /// Gives the terminal back for good. Idempotent; also runs when the session is released.
    public func end() {
        guard state != .ended else { return }
        leave()
        state = .ended
        screen.close()
        close(descriptor)
    }

    private func enter() throws(TerminalError) {
        state = .active
        let farewell = claim.sequences.end
        let isArmed = modes.withOriginal { original in
            halftone_restore_install(descriptor, farewell, farewell.count, original) == 0
        }
        let failure = errno
        guard isArmed, modes.setForKeys(descriptor) else {
            leave()
            throw .system(call: isArmed ? "tcsetattr" : "dup", errno: failure)
        }
        let start =
            claim.take()
            + (asksTerminal ? TerminalFacts.questions(triesWidth: isUnicode && size.rows > TerminalFacts.trialRow) : [])
        _ = halftone_write_bounded(descriptor, start, start.count, Self.patienceMilliseconds)
        if asksTerminal {
            facts = TerminalFacts()  // a resumed terminal may be another one: tmux attached elsewhere
            askedAt = time.now
        }
    }

    /// Reads until the terminal has answered what it was asked, so that no answer reaches the shell as typed text. Keys
    /// that come meanwhile are kept.
    private func awaitAnswers() {
        guard asksTerminal, let askedAt, !facts.isComplete else { return }
        let deadline = askedAt + Self.answerPatience
        while !facts.isComplete {
            let left = deadline - time.now
            guard left > .zero else { break }
            var input = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&input, 1, Int32(left / .milliseconds(1)) + 1)
            if ready == 0 || (ready < 0 && errno == EINTR) { continue }
            guard ready > 0, input.revents & Int16(POLLIN) != 0, keepKeys() else { break }
        }
        self.askedAt = nil
        asksTerminal = facts.isComplete
    }

    /// Reads what has been typed and keeps the keys and pastes of it. `false` if the terminal is gone.
    @discardableResult
    private func keepKeys() -> Bool {
        guard let events = try? readNewEvents() else { return false }
        kept += events.filter { event in
            switch event {
            case .key, .paste: true
            case .mouse, .focus, .reply: false
            }
        }
        return true
    }

    private func leave() {
        guard state == .active else { return }
        state = .suspended
        awaitAnswers()
        let farewell = claim.sequences.end
        claim.didSendEnd(
            isWhole: halftone_write_bounded(descriptor, farewell, farewell.count, Self.patienceMilliseconds))
        if hasTyped { keepKeys() }  // what is still there is forgotten with the modes
        modes.restore(descriptor)
        halftone_restore_disarm()  // last: until here a crash still restores
        _ = decoder.finish()
    }
}

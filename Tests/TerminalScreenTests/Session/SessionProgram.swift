import HalftoneCore
import CSystem
import Glibc
@testable import TerminalScreen
import TestSupport
import Testing

/// A small program around a session, run in a child process: it prints each event on the terminal as `[event]`.
///
/// `Y` sends it SIGTSTP, `Z` fifty of them to its own thread, where each has come when the next is sent.
/// `P` prints what it knows about pictures.
/// `q` ends it, `H` sends it two SIGHUPs, `F` fills the line to the terminal and ends it, `S` makes its main loop hang,
/// `A`, `V` and `I` crash it.
@MainActor
enum SessionProgram {
    static func run(on path: String, time: any TimeSource) throws {
        try PseudoTerminal.adopt(path)
        openStops()
        for name in ["COLORTERM", "NO_COLOR", "TMUX", "TERM_PROGRAM"] { unsetenv(name) }
        setenv("TERM", "xterm-256color", 1)
        let session = try TerminalSession(time: time)
        say("size \(session.size) aspect \(session.pixelAspect)", session)
        do {
            try loop(session)
        } catch TerminalError.hangup {
            exit(3)
        }
    }

    /// In a test process the main actor's thread has stop signals blocked.
    private static func openStops() {
        var stops = sigset_t()
        sigemptyset(&stops)
        sigaddset(&stops, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stops, nil)
    }

    /// A minimal main loop: wait, then signals, then keys.
    private static func loop(_ session: TerminalSession) throws {
        let signals = session.signals
        while true {
            var waiting = [
                pollfd(fd: session.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let timeout = session.pendingInputTimeout
            let ready = poll(&waiting, 2, timeout.map { Int32($0 / .milliseconds(1)) } ?? -1)
            if ready == 0 { answer(session.finishPendingInput(), session) }
            for signal in signals.read() { try answer(signal, session) }
            if waiting[0].revents == 0, session.hasInput { answer(try session.readEvents(), session) }
            if waiting[0].revents != 0 { answer(try session.readEvents(), session) }
            let queries = session.takeQueries()
            if !queries.isEmpty { say(String(decoding: queries, as: UTF8.self), session) }
        }
    }

    private static func answer(_ signal: ProcessSignal, _ session: TerminalSession) throws {
        switch signal {
        case .resized: say("size \(session.resized())", session)
        case .suspend:
            say("[stopping]", session)
            try session.suspend()
            say("[resumed]", session)
        case .continued:
            try session.resume()
            say("[continued]", session)
        case .end(let number):
            say("[ending]", session)
            session.end()
            ProcessSignals.terminate(bySignal: number)
        }
    }

    private static func answer(_ events: [InputEvent], _ session: TerminalSession) {
        for event in events {
            say("[\(Self.name(of: event))]", session)
            if case .reply(.deviceAttributes) = event { say("aspect \(session.pixelAspect)", session) }
            guard case .key(.character(let character)) = event else { continue }
            switch character {
            case "q":
                session.end()
                exit(0)
            case "P":
                let support = session.pixelSupport
                let cell = support.cell.map { "\($0)" } ?? "none"
                say("[usable \(support.usable.map(\.rawValue)) cell \(cell)]", session)
            case "Y": kill(getpid(), SIGTSTP)
            case "Z": for _ in 0..<50 { raise(SIGTSTP) }
            case "H":
                kill(getpid(), SIGHUP)
                awaitSignal(session)
                kill(getpid(), SIGHUP)
            case "S":
                hang(session)
            case "F":
                say(String(repeating: ".", count: 1 << 20), session, within: 200)
                session.end()
                exit(0)
            case "A", "V", "I":
                say("\u{1B}[38;2;1", session)  // a frame that the crash interrupts
                crash(character)
            default: break
            }
        }
    }

    /// A main loop that no longer handles anything, not even the first signal.
    private static func hang(_ session: TerminalSession) {
        say("[stuck]", session)
        awaitSignal(session)
        say("[unmoved]", session)
        while true { pause() }
    }

    private static func awaitSignal(_ session: TerminalSession) {
        var arrival = pollfd(fd: session.signals.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&arrival, 1, -1)
    }

    private static func crash(_ character: Character) {
        switch character {
        case "A": abort()
        case "V": UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        default: fatalError("a trap of Swift's")
        }
    }

    private static func say(_ text: String, _ session: TerminalSession, within milliseconds: Int32 = 60_000) {
        let bytes = Array(text.utf8)
        _ = halftone_write_bounded(session.descriptor, bytes, bytes.count, milliseconds)
    }

    private static func name(of event: InputEvent) -> String {
        switch event {
        case .key(.character(let character)): "character \(character)"
        case .key(.modified(let key, let modifiers)): "\(key) held \(modifiers.rawValue)"
        case .key(let key): "\(key)"
        case .mouse(let mouse): "\(mouse.action) \(mouse.position.column),\(mouse.position.row)"
        case .reply(let reply): "reply \(reply)"
        case .paste(let text): "paste \(text.split(separator: "\r").first ?? "")"
        }
    }
}

extension PseudoTerminal {
    /// Runs `SessionProgram` on the terminal in a child process, while `person` uses the terminal from here.
    @discardableResult
    func runSession(
        exitsWith expected: ExitTest.Condition = .success, isClockStill: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ person: @escaping @Sendable (PseudoTerminal) throws -> Void
    ) async throws -> ExitTest.Result? {
        let person = drive(person)
        let result = await #expect(processExitsWith: expected, sourceLocation: sourceLocation) {
            [path = path as String, isClockStill = isClockStill as Bool] in
            let time: any TimeSource = isClockStill ? ManualTime() : SystemTime()
            try await SessionProgram.run(on: path, time: time)
        }
        try await person.cancellableValue
        return result
    }

    /// How often a text is in ``outputTail``.
    func count(_ text: String) -> Int {
        outputTail.split(separator: text, omittingEmptySubsequences: false).count - 1
    }
}

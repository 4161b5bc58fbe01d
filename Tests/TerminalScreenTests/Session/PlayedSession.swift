import Glibc
import HalftoneCore
import TerminalTestSupport
import TestSupport
import Testing

@testable import TerminalScreen

/// A random session that the real session, presenter and writer play on a kernel terminal, in their own process: the
/// screen is compared after every step.
///
/// Ctrl-Z really stops that process; the test is the shell that uses the terminal meanwhile and continues it.
@MainActor
final class PlayedSession {
    private let screen: any SessionScreen
    private let session: TerminalSession
    private let presenter: any Presenter
    private let writer: TerminalWriter

    /// `shell` is the path where a ``SessionShell`` listens; `depth` the name of a color depth.
    init(on screen: any SessionScreen, term: String, depth: String, shell: String) throws {
        self.screen = screen
        try SessionShell.introduce(screen.path, on: shell)
        for name in ["COLORTERM", "NO_COLOR", "TMUX", "TERM_PROGRAM", "COLUMNS", "LINES"] { unsetenv(name) }
        setenv("TERM", term, 1)
        let depth = try #require(ColorDepth(rawValue: depth))
        session = try TerminalSession(colors: depth, path: screen.path)
        try #require(session.colors == depth)
        presenter = session.makePresenter()
        writer = TerminalWriter(fileDescriptor: session.descriptor)
    }

    /// Plays random steps: text, pictures, overlays, scrolling both ways, new sizes, and stops.
    func play(steps: Int, seed: UInt64) throws {
        var play = RandomSession(size: session.size, seed: seed)
        for step in 0..<steps {
            let action = play.step()
            if play.canvas.size != session.size { try resize(to: play.canvas.size) }
            if action == .invalidate { try stop() }
            let difference = try present(play.canvas)
            try #require(difference == nil, "step \(step) (\(action)) of seed \(seed): \(difference ?? "")")
            try #require(presenter.present(play.canvas).isEmpty, "step \(step) (\(action)) of seed \(seed)")
        }
        session.end()
    }

    /// Draws a frame; returns the first difference between the final screen and the canvas.
    private func present(_ canvas: Canvas) throws -> String? {
        writer.submit(presenter.present(canvas))
        while !writer.isIdle {
            screen.read()
            try writer.flush()
        }
        var difference: String?
        try wait {
            let shown = try screen.shown()
            difference =
                session.colors == .direct
                ? shown.firstDifference(from: canvas)
                : shown.firstDifference(from: canvas, in: session.colors)
            return difference == nil
        }
        return difference
    }

    private func resize(to size: CellSize) throws {
        try screen.resize(to: size)
        try wait { session.resized() == size }
        presenter.invalidate()
    }

    private func stop() throws {
        // A test's main actor is on a pool thread, which has signals blocked; a program's is not.
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        try session.suspend()
        for signal in session.signals.read() where signal == .continued { try session.resume() }
        presenter.invalidate()
    }

    /// Another process cannot signal that it is done: polls until the condition holds, with a time limit.
    private func wait(until condition: () throws -> Bool) throws {
        let wait = Wait("another process")
        while try !condition() {
            _ = try wait.check()
            poll(nil, 0, 1)
        }
    }
}

/// The shell that a ``PlayedSession`` is started from: the test's part while its child process plays.
struct SessionShell: Sendable {
    /// Called in the child: sends the shell its process ID and screen, and makes the child a job that can be stopped.
    static func introduce(_ screen: String, on path: String) throws {
        // The kernel stops only a process group that another one of the same session can continue: a group of its own.
        guard setpgid(0, 0) == 0 else { throw PseudoTerminal.Failure(description: "setpgid: \(errno)") }
        signal(SIGHUP, SIG_IGN)  // the terminal that is closed at the end is this program's own
        let descriptor = open(path, O_WRONLY | O_NOCTTY)
        defer { close(descriptor) }
        let words = Array("job \(getpid()) \(screen) \n".utf8)
        guard write(descriptor, words, words.count) == words.count else {
            throw PseudoTerminal.Failure(description: "no shell is listening: \(errno)")
        }
    }

    /// Called by the test: continues the job each time it has stopped, until it has ended. Returns the number of stops.
    static func attend(_ terminal: PseudoTerminal) throws -> Int {
        func introduction() -> [Substring] {
            String(decoding: terminal.output, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
        }
        try terminal.wait(for: "the job") { _ in introduction().count >= 4 }
        guard let pid = pid_t(introduction()[1]) else { throw PseudoTerminal.Failure(description: "no job") }
        let screen = String(introduction()[2])
        var stops = 0
        var wait = Wait("the job to stop or end")
        while true {
            var state = siginfo_t()
            // Looks without reaping: the parent of the child waits for its end.
            guard waitid(P_PID, id_t(pid), &state, WSTOPPED | WEXITED | WNOWAIT | WNOHANG) == 0 else {
                if errno == EINTR { continue }
                return stops
            }
            guard state.si_signo != 0 else {
                _ = poll(nil, 0, try wait.check() / 100)
                continue
            }
            wait = Wait("the job to stop or end")
            guard Int(state.si_code) == Int(CLD_STOPPED) else { return stops }
            stops += 1
            let descriptor = open(screen, O_WRONLY | O_NOCTTY | O_CLOEXEC)
            let words = Array("\u{1B}[5;3H$ fg\r\nhalftone\u{1B}[m".utf8)
            write(descriptor, words, words.count)
            close(descriptor)
            kill(pid, SIGCONT)
        }
    }
}

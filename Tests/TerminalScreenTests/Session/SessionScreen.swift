import Glibc
import HalftoneCore
import TerminalScreen
import TerminalTestSupport
import TestSupport

/// A kernel terminal that a session is played on, and an emulator of its screen.
@MainActor
protocol SessionScreen: AnyObject {
    /// The path of the terminal device that the session opens.
    var path: String { get }
    func resize(to size: CellSize) throws
    /// Reads what has been drawn, so that there is room for more.
    func read()
    /// Returns the screen after everything that has been read.
    func shown() throws -> TerminalEmulator
}

/// A pseudo-terminal with libvterm at its other end.
final class LibvtermScreen: SessionScreen {
    private let terminal: PseudoTerminal
    private let emulator: TerminalEmulator

    init(size: CellSize) throws {
        let emulator = TerminalEmulator(size: size)
        self.emulator = emulator
        terminal = try PseudoTerminal(columns: size.columns, rows: size.rows) { emulator.feed($0) }
    }

    var path: String { terminal.path }

    func resize(to size: CellSize) {
        read()
        terminal.resize(columns: size.columns, rows: size.rows)
        emulator.resize(size)
    }

    func read() { terminal.drain() }

    func shown() -> TerminalEmulator {
        read()
        return emulator
    }
}

/// A window of tmux, in which nothing else runs. The playing process may end at any time; the test that started it ends
/// the server.
final class TmuxScreen: SessionScreen {
    let path: String
    private var tmux: Tmux

    /// `folder` is an existing directory for this screen alone.
    init(size: CellSize, folder: String) throws {
        let script =
            "tty >\(folder)/tty; tmux -S \(folder)/tmux wait-for -S begun; tmux -S \(folder)/tmux wait-for over"
        tmux = try Tmux(["sh", "-c", script], size: size, folder: folder)
        try tmux.wait(for: "begun")
        guard let file = fopen(folder + "/tty", "r") else { throw PseudoTerminal.Failure(description: "no tty") }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        fgets(&line, Int32(line.count), file)
        path = String(decoding: line.prefix { $0 > 0x20 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    func resize(to size: CellSize) throws { try tmux.resize(to: size) }
    func read() {}  // tmux reads
    func shown() throws -> TerminalEmulator { try tmux.screen() }
}

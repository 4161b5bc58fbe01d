import FoundationEssentials
import Glibc
import HalftoneCore
import TerminalScreen
import TestSupport

/// A detached tmux server with one program: a second independent terminal, besides libvterm.
///
/// All its functions block, so do not use it on a thread of Swift's pool.
public struct Tmux: Sendable {
    private let socket: String
    private let folder: String
    private var size: CellSize

    /// Starts a command in a window of this size. `folder` is an existing folder of the caller, for the socket and the
    /// output of tmux.
    public init(_ command: [String], size: CellSize, folder: String, environment: [String: String] = [:]) throws {
        try requireProgram("tmux", of: "tmux")
        socket = folder + "/tmux"
        self.folder = folder
        self.size = size
        let settings = "set -g status off\nset -g default-terminal tmux-256color\nset -g escape-time 0\n"
        try Data(settings.utf8).write(to: URL(filePath: folder + "/tmux.conf"))
        try run(
            ["-f", folder + "/tmux.conf", "new-session", "-d", "-x", "\(size.columns)", "-y", "\(size.rows)"] + command,
            environment: environment)
    }

    /// Types characters, which must not form the name of a key.
    public func press(_ keys: String) throws {
        if !keys.isEmpty { try run(["send-keys", "-l", keys]) }
    }

    /// Resizes the window. tmux informs the program some time later.
    public mutating func resize(to size: CellSize) throws {
        try run(["resize-window", "-x", "\(size.columns)", "-y", "\(size.rows)"])
        self.size = size
    }

    /// Waits until a program in the window runs `tmux wait-for -S NAME`.
    public func wait(for name: String) throws { try run(["wait-for", name]) }

    /// Returns tmux's copy of the program's screen, drawn by the emulator.
    public func screen() throws -> TerminalEmulator {
        let path = folder + "/capture"
        unlink(path)
        try run(["capture-pane", "-e", "-p", "-N"], output: path)
        let emulator = TerminalEmulator(size: size)
        let lines = try Data(contentsOf: URL(filePath: path)).split(separator: 0x0A, omittingEmptySubsequences: false)
        for (row, line) in lines.prefix(size.rows).enumerated() {
            emulator.feed(Array("\u{1B}[\(row + 1)H".utf8) + Array(line))
        }
        return emulator
    }

    /// Repeats `look` at the screen until it returns no problem, because output may still be on its way.
    public func wait(for what: String, until look: (TerminalEmulator) throws -> String?) throws {
        let wait = Wait(what)
        while let difference = try look(screen()) { _ = try wait.check(difference) }
    }

    public func end() { try? run(["kill-server"]) }

    /// Ends the server that was started in this folder, if there is one, even by another process that has ended.
    public static func endServer(in folder: String) { Tmux(folder: folder).end() }

    private init(folder: String) {
        (socket, self.folder, size) = (folder + "/tmux", folder, CellSize(columns: 1, rows: 1))
    }

    private func run(
        _ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null"
    ) throws {
        let variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLORTERM": "truecolor"]
        let process = try ChildProcess(
            ["tmux", "-u", "-S", socket] + arguments, on: nil, environment: variables.merging(environment) { $1 },
            input: .file("/dev/null"), output: .file(output), error: .file(folder + "/tmux.err"))
        guard try process.waitForExit(on: nil) == .code(0) else {
            let words = (try? Data(contentsOf: URL(filePath: folder + "/tmux.err"))).map {
                String(decoding: $0, as: UTF8.self)
            }
            throw PseudoTerminal.Failure(description: "tmux \(arguments.first ?? ""): \(words ?? "")")
        }
    }
}

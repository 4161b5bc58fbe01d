import Glibc
import HalftoneCore
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport

/// The built program in a terminal, as a user sees it: an independent emulator shows what it draws.
final class Halftone: @unchecked Sendable {
    // Unchecked because one thread at a time uses it, as with its pseudo-terminal: see `run`.
    let terminal: PseudoTerminal
    let emulator: TerminalEmulator
    let process: ChildProcess
    let modesBefore: LineModes
    let folder: TemporaryDirectory
    /// Ends the program wherever it is.
    private let quitKey: String

    /// Starts the program in its own terminal and passes it to `body` on a thread that may block. With `inShell` an
    /// interactive shell is started instead; `program` names one of the built programs.
    static func run<Result: Sendable>(
        _ arguments: [String], columns: Int = 100, rows: Int = 30, environment: [String: String] = [:],
        input: String? = nil, output: String? = nil, folder: TemporaryDirectory = TemporaryDirectory(),
        inShell: Bool = false, program name: String = "halftone",
        _ body: @escaping @Sendable (Halftone) throws -> Result
    ) async throws -> Result {
        try await blocking {
            let command =
                inShell
                ? ["bash", "--norc", "-i"]
                : name == "halftone" ? [program] + patient(arguments) : [program(name)] + arguments
            return try body(
                Halftone(
                    command, columns: columns, rows: rows, environment: environment, input: input, output: output,
                    folder: folder))
        }
    }

    /// On a loaded machine the tests' servers may send nothing for longer than the default timeout. The layout is a list
    /// and the Lab's feed the steady one, unless the arguments name others, or a scenario.
    private static func patient(_ arguments: [String]) -> [String] {
        let isGallery =
            arguments.first.map { ["browse", "cache", "config", "doctor", "lab", "print", "trace"].contains($0) }
            != true
        if isGallery { return ["--timeout", "600", "--layout", "list"] + arguments }
        guard arguments.first == "lab", !arguments.contains("--scenario") else { return arguments }
        return ["lab", "--feed", "steady"] + arguments.dropFirst()
    }

    private init(
        _ command: [String], columns: Int, rows: Int, environment: [String: String], input: String?,
        output: String?, folder: TemporaryDirectory
    ) throws {
        let emulator = TerminalEmulator(size: CellSize(columns: columns, rows: rows))
        self.emulator = emulator
        self.folder = folder
        quitKey = command.first == Self.program && !command.contains("lab") ? "Q" : "q"
        terminal = try PseudoTerminal(columns: columns, rows: rows, readsAhead: true) { emulator.feed($0) }
        modesBefore = terminal.modes
        var variables = [
            "TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8",
            "XDG_CACHE_HOME": folder.path + "/cache", "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_STATE_HOME": folder.path + "/state",
        ]
        variables.merge(environment) { _, new in new }
        process = try ChildProcess(
            command, on: terminal, environment: variables,
            input: input.map { .file($0) } ?? .terminal, output: output.map { .file($0) } ?? .terminal)
    }

    /// The path of the program: what the variable `HALFTONE` names, or the program that was built with these tests.
    static let program: String = {
        guard let name = getenv("HALFTONE") else { return program("halftone") }
        guard let path = realpath(name, nil) else { return String(cString: name) }
        defer { free(path) }
        return String(cString: path)
    }()

    /// The path of a program that was built with these tests.
    static func program(_ name: String) -> String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
        let end = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
        return parts[..<end].joined(separator: "/") + "/" + name
    }

    // MARK: - User

    func press(_ keys: String...) throws {
        for key in keys { try terminal.type(key) }
    }

    /// The whole screen as text.
    var screen: String {
        (0..<emulator.size.rows).map { emulator.text(row: $0) }.joined(separator: "\n")
    }

    /// Waits until the screen shows a text.
    func see(_ text: String) throws { try see("\"\(text)\"") { $0.screen.contains(text) } }

    /// Waits until the condition holds for the screen. It checks whole frames only, so that what it finds in one part
    /// of the screen and what a test then expects of another belong to the same frame.
    func see(_ what: String, _ condition: (Halftone) -> Bool) throws {
        do {
            try terminal.wait(for: what) { _ in !emulator.isUpdating && condition(self) }
        } catch {
            let trace = String(decoding: folder.read(Self.traceName), as: UTF8.self)
            throw NotSeen(
                description: "did not see \(what); the screen is:\n\(screen)\n\(process.threads)\n"
                    + "unread keys: \(terminal.unreadInput)\n"
                    + trace.split(separator: "\n").suffix(40).joined(separator: "\n"))
        }
    }

    /// A trace of this name in the folder is part of the message when a wait fails.
    static let traceName = "trace.jsonl"

    /// The number of loaded pictures in the list, or 1 of an open picture: between two is a blank line.
    var loadedPictures: Int {
        let colored = (0..<emulator.size.rows - 1).map { row in
            (0..<emulator.size.columns).contains { column in
                emulator[column, row].background.map { !Self.surfaces.contains($0) } ?? false
            }
        }
        return colored.indices.count { colored[$0] && ($0 == 0 || !colored[$0 - 1]) }
    }

    /// The background of pictures that have not loaded, and that of the selected row.
    private static let surfaces = [RGB(hex: 0x30343C), RGB(hex: 0x303030)]

    /// Waits until this number of pictures of the list is loaded.
    func seePictures(_ count: Int = 1) throws { try see("\(count) pictures") { $0.loadedPictures >= count } }

    /// The number of different colors of the cells: a picture has many.
    var colors: Int {
        var seen: Set<UInt32> = []
        for row in 0..<emulator.size.rows {
            for column in 0..<emulator.size.columns {
                let cell = emulator[column, row]
                for color in [cell.foreground, cell.background] { if let color { seen.insert(color.hex) } }
            }
        }
        return seen.count
    }

    /// Whether a placeholder is visible: a cell has the surface color of the dark theme.
    var showsPlaceholder: Bool {
        (0..<emulator.size.rows).contains { row in
            (0..<emulator.size.columns).contains { column in
                emulator[column, row].background?.hex == 0x30343C
            }
        }
    }

    struct NotSeen: Error, CustomStringConvertible {
        let description: String
    }

    func quit() throws -> ChildProcess.Exit {
        terminal.readAll()
        try press(quitKey)
        return try process.waitForExit(on: terminal)
    }

    /// Whether the screen is the normal one again, the cursor is visible, and the terminal modes are as before.
    var isTerminalGivenBack: Bool {
        !emulator.isAlternateScreen && emulator.isCursorVisible && !emulator.reportsMouse
            && terminal.modes == modesBefore
    }
}

extension Halftone {
    /// The title of the selected row, which has the mark at its left edge.
    var selectedTitle: String? {
        for row in 0..<emulator.size.rows where emulator[0, row].text == "▌" {
            let text = emulator.text(row: row).split(separator: "  ").last.map { $0.trimmingSpaces }
            return text
        }
        return nil
    }
}

import Basis
import DemoAssets
import FoundationEssentials
import Glibc
import ImageLab
import TerminalScreen
import TestSupport
import Testing

/// The built program in a terminal, as a person sees it: what it draws goes through an independent emulator.
final class Halftone: @unchecked Sendable {
    // Unchecked because one thread at a time uses it, like the pseudo-terminal in it: see `run`.
    let terminal: PseudoTerminal
    let emulator: TerminalEmulator
    let process: ChildProcess
    let modesBefore: LineModes
    let folder: TemporaryFolder

    /// Starts the program in a terminal of its own and lets `body` use it on a thread that may block. With `inShell` it
    /// is an interactive shell that is started.
    static func run<Result: Sendable>(
        _ arguments: [String], columns: Int = 100, rows: Int = 30, environment: [String: String] = [:],
        input: String? = nil, output: String? = nil, folder: TemporaryFolder = TemporaryFolder(), inShell: Bool = false,
        _ body: @escaping @Sendable (Halftone) throws -> Result
    ) async throws -> Result {
        try await blocking {
            let command = inShell ? ["bash", "--norc", "-i"] : [program] + patient(arguments)
            return try body(
                Halftone(
                    command, columns: columns, rows: rows, environment: environment, input: input, output: output,
                    folder: folder))
        }
    }

    /// On a loaded machine the tests' servers may be silent for longer than a user would wait for them.
    private static func patient(_ arguments: [String]) -> [String] {
        let isGallery =
            arguments.first.map { ["browse", "cache", "config", "doctor", "lab", "print", "trace"].contains($0) }
            != true
        return isGallery ? ["--timeout", "600"] + arguments : arguments
    }

    private init(
        _ command: [String], columns: Int, rows: Int, environment: [String: String], input: String?,
        output: String?, folder: TemporaryFolder
    ) throws {
        let emulator = TerminalEmulator(size: CellSize(columns: columns, rows: rows))
        self.emulator = emulator
        self.folder = folder
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

    /// The program that was built beside these tests.
    static var program: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let parts = bundle.split(separator: "/", omittingEmptySubsequences: false)
        let end = parts.firstIndex { $0.hasSuffix(".xctest") } ?? parts.count - 1
        return parts[..<end].joined(separator: "/") + "/halftone"
    }

    // MARK: - The person

    func press(_ keys: String...) throws {
        for key in keys { try terminal.type(key) }
    }

    /// The whole screen as text.
    var screen: String {
        (0..<emulator.size.rows).map { emulator.text(row: $0) }.joined(separator: "\n")
    }

    /// Waits until the screen shows a text.
    func see(_ text: String) throws { try see("\"\(text)\"") { $0.screen.contains(text) } }

    /// Waits until the condition holds for the screen. As a person does it looks at whole frames: what it finds on one
    /// part of the screen and what a test then expects of another belong to the same frame.
    func see(_ what: String, _ condition: (Halftone) -> Bool) throws {
        do {
            try terminal.wait(for: what) { _ in !emulator.isUpdating && condition(self) }
        } catch {
            throw NotSeen(description: "did not see \(what); the screen is:\n\(screen)")
        }
    }

    /// How many different colours the cells have: a picture has many.
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

    /// Whether a picture is yet to come somewhere: a cell has a colour of the checkerboard in its place.
    var showsPlaceholder: Bool {
        (0..<emulator.size.rows).contains { row in
            (0..<emulator.size.columns).contains { column in
                let cell = emulator[column, row]
                return [cell.foreground, cell.background].contains { $0?.hex == 0x36393F || $0?.hex == 0x26282D }
            }
        }
    }

    struct NotSeen: Error, CustomStringConvertible {
        let description: String
    }

    func quit() throws -> ChildProcess.Exit {
        terminal.readAll()
        try press("q")
        return try process.waitForExit(on: terminal)
    }

    /// The screen is the normal one again, the cursor shows, and the line's modes are as they were.
    var isTerminalGivenBack: Bool {
        !emulator.isAlternateScreen && emulator.isCursorVisible && !emulator.reportsMouse
            && terminal.modes == modesBefore
    }
}

/// A folder that is removed with its last user.
final class TemporaryFolder: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/halftone-test-XXXXXX".utf8CString)
        path = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) } ?? "/nonexistent"
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
        let path = path + "/" + name
        #expect(FileManager.default.createFile(atPath: path, contents: Data(bytes)), "a test's file can be written")
        return path
    }

    func read(_ name: String) -> [UInt8] {
        FileManager.default.contents(atPath: path + "/" + name).map { [UInt8]($0) } ?? []
    }
}

/// The demo pictures, to serve and to store.
enum DemoPicture {
    static let all: [(name: String, bytes: [UInt8])] = (0..<halftone_demo_picture_count()).map { index in
        let picture = halftone_demo_picture(index)
        return (
            String(cString: picture.name),
            [UInt8](UnsafeRawBufferPointer(start: picture.bytes, count: picture.byte_count))
        )
    }

    static var firstJPEG: (name: String, bytes: [UInt8]) { all.first { $0.name.hasSuffix(".jpg") } ?? ("", []) }

    static func server() throws -> LabServer {
        let server = LabServer(
            pictures: all.map { picture in
                LabPicture(
                    name: picture.name, title: picture.name,
                    mimeType: picture.name.hasSuffix(".png") ? "image/png" : "image/jpeg", bytes: { picture.bytes })
            })
        try server.start()
        return server
    }
}

/// The last line of a trace, and its events.
struct RecordedTrace {
    let summary: [String: Int]
    let events: [[String: String]]

    init(_ bytes: [UInt8]) throws {
        var events: [[String: String]] = []
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let object = try JSONDecoder().decode([String: Value].self, from: Data(line))
            events.append(object.mapValues(\.text))
        }
        summary = (events.popLast() ?? [:]).compactMapValues { Int($0) }
        self.events = events
    }

    func count(_ name: String) -> Int { events.count { $0["event"] == name } }

    /// Any JSON scalar as text.
    private struct Value: Decodable {
        let text: String
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                text = number == number.rounded() ? String(Int(number)) : String(number)
            } else {
                text = try container.decode(String.self)
            }
        }
    }
}

extension Halftone {
    /// The title of the selected row: beside the mark at the left edge.
    var selectedTitle: String? {
        for row in 0..<emulator.size.rows where emulator[0, row].text == "▌" {
            let text = emulator.text(row: row).split(separator: "  ").last.map { $0.trimmingSpaces }
            return text
        }
        return nil
    }
}

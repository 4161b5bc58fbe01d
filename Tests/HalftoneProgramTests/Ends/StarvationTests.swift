import Glibc
import LabTestSupport
import TestSupport
import Testing

@testable import halftone

/// Too few system resources: the program reports it in one line before it starts anything.
@Suite(.serialized, .endsInTime) struct StarvationTests {
    private func refusal(
        _ limit: String, _ arguments: String, columns: Int = 200
    ) async throws -> (end: ChildProcess.Exit, screen: String, output: String) {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let command = "ulimit \(limit); exec \(Halftone.program) \(arguments)"
        let script = folder.write(Array(command.utf8), to: "start")
        return try await Halftone.run([], columns: columns, folder: folder, inShell: true) { halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column > 0 }
            try halftone.press("exec bash \(script)\r")
            let end = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(halftone.isTerminalGivenBack)
            return (end, halftone.screen, String(decoding: halftone.terminal.output, as: UTF8.self))
        }
    }

    /// All pairs of a number and a command, without the largest number for `print`, which needs less.
    private static func pairs(_ numbers: [Int], _ commands: [String]) -> [(Int, String)] {
        commands.flatMap { command in
            (command.hasPrefix("print") ? numbers.dropLast() : numbers[...]).map { ($0, command) }
        }
    }

    /// The option of `ulimit` with a number that is too small, and what is too little then.
    private static let shortages: [(limit: String, command: String, resource: String)] =
        pairs([6, 10, 12, 14, 18, 24, 32], ["", "lab", "print --animate a.jpg"])
        .map { ("-n \($0)", $1, "few file descriptors") }
        + pairs([150_000, 250_000, 350_000], ["", "lab", "print http://127.0.0.1:1/a http://127.0.0.1:1/b"])
        .map { ("-v \($0)", $1, "little memory") }

    @Test(arguments: shortages)
    func `too few resources are refused in one line`(limit: String, command: String, resource: String) async throws {
        let (end, screen, output) = try await refusal(limit, command)
        #expect(end == .code(2))
        #expect(screen.contains("halftone: too \(resource): "))
        #expect(screen.split(separator: "halftone: ").count == 2 && !output.contains("\u{1B}[?1049h"))
    }

    /// The superuser has no limit of threads, so the test runs as another user.
    @Test func `too few threads are refused`() async {
        await #expect(processExitsWith: .exitCode(9)) {
            if geteuid() == 0 { setuid(54321) }
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            setrlimit(Int32(__RLIMIT_NPROC.rawValue), &limit)
            let shortage = StartRequirements.gallery.shortage() ?? ""
            exit(shortage.hasPrefix("too few threads: ") ? 9 : 1)
        }
    }

    @Test func `the available resources suffice`() {
        #expect(StartRequirements.gallery.shortage() == nil)
        #expect(StartRequirements.pictures.shortage() == nil)
        #expect(StartRequirements(descriptors: 0, threads: 0, bytes: 0).shortage() == nil)
    }

    @Test func `one local picture needs next to nothing`() async throws {
        let folder = TemporaryDirectory()
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let end = try await blocking {
            try ChildProcess(
                ["bash", "-c", "ulimit -n 10; exec \(Halftone.program) print --size 10x5 \(picture)"], on: nil,
                output: .file(folder.path + "/output"), error: .file(folder.path + "/error")
            ).waitForExit(on: nil)
        }
        #expect(end == .code(0) && folder.read("error") == [])
        #expect(folder.read("output").count > 100)
    }
}

import Foundation
import Glibc
import TerminalScreen
import TestSupport
import Testing

/// The example of a program with a table of pictures, run in a terminal.
@Suite(.endsInTime) struct PictureTableTests {
    private let folder = TemporaryDirectory()

    private func pictures(_ count: Int) -> [String] {
        (1...count).map { number in
            "file://" + folder.write(FlatPicture.png(30, 30, (200, UInt8(number), 0)), to: "picture\(number).png")
        }
    }

    /// Whether there is a picture in that row of the screen.
    private func isRed(_ halftone: Halftone, row: Int) -> Bool {
        let cell = halftone.emulator[5, row]
        return [cell.foreground, cell.background].contains { $0.map { $0.hex >> 16 == 200 } ?? false }
    }

    @Test func `it shows pictures, scrolls, follows the size of the terminal and restores it`() async throws {
        try await Halftone.run(pictures(20), folder: folder, program: "picture-table") { program in
            try program.see("a picture beside its name") {
                $0.screen.contains("picture1.png") && isRed($0, row: 2) && isRed($0, row: 8)
            }
            #expect(program.emulator.isAlternateScreen && !program.screen.contains("picture9.png"))
            for _ in 1...8 { try program.press("\u{1B}[B") }
            try program.see("picture9.png")
            program.terminal.resize(columns: 60, rows: 12)
            program.emulator.resize(CellSize(columns: 60, rows: 12))
            // the row at the top stays there
            try program.see("the smaller screen") {
                $0.screen.contains("picture5.png") && !$0.screen.contains("picture9.png") && isRed($0, row: 2)
            }
            #expect(try program.quit() == .code(0))
            #expect(program.isTerminalGivenBack)
        }
    }

    @Test(arguments: [SIGTERM, SIGINT])
    func `a signal ends it, and the terminal is restored`(signal: Int32) async throws {
        try await Halftone.run(pictures(2), folder: folder, program: "picture-table") { program in
            try program.see("picture1.png")
            program.process.signal(signal)
            #expect(try program.process.waitForExit(on: program.terminal) == .signal(signal))
            #expect(program.isTerminalGivenBack)
        }
    }

    @Test func `without a terminal it reports that in one line`() throws {
        let errors = folder.path + "/errors"
        folder.write([], to: "errors")
        let process = try ChildProcess(
            [Halftone.program("picture-table")], on: nil, input: .file("/dev/null"), output: .file("/dev/null"),
            error: .file(errors))
        #expect(try process.waitForExit(on: nil) == .code(2))
        let text = String(decoding: folder.read("errors"), as: UTF8.self)
        #expect(text.hasPrefix("picture-table: ") && text.split(separator: "\n").count == 1, "\(text)")
    }
}

import Glibc
import LabTestSupport
import TerminalScreen
import TestSupport
import Testing

/// Each signal that can end a program, sent to a gallery that shows its pictures.
@Suite(.serialized, .endsInTime) struct EverySignalTests {
    private static let folder: TemporaryDirectory = {
        let folder = TemporaryDirectory()
        for name in ["a.jpg", "b.jpg"] { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        return folder
    }()

    /// Realtime signals differ only in their numbers: all of them are tested only with all schedules.
    private static let signals =
        ProcessSignals.ending.filter { $0 < SIGRTMIN }
        + SeededSchedules.share(of: ProcessSignals.ending.filter { $0 >= SIGRTMIN })
    private static let SIGRTMIN: Int32 = 34

    @Test(arguments: signals)
    func `a signal that ends the gallery restores the terminal`(signal: Int32) async throws {
        try await Halftone.run(["--no-cache", Self.folder.path]) { halftone in
            try halftone.see("1/2")
            halftone.process.signal(signal)
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(signal))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test(arguments: [SIGPIPE, SIGXFSZ, SIGURG, SIGCHLD, SIGWINCH, SIGCONT])
    func `a signal that is ignored by default does not change the gallery`(signal: Int32) async throws {
        try await Halftone.run(["--no-cache", Self.folder.path]) { halftone in
            try halftone.see("1/2")
            halftone.process.signal(signal)
            try halftone.press("G")
            try halftone.see("2/2")
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `a cache that may grow no larger is reported at the end and is no failure`() async throws {
        let folder = TemporaryDirectory()
        let prompt = ["PS1": "ready> "]
        try await Halftone.run([], columns: 200, rows: 40, environment: prompt, folder: folder, inShell: true) {
            halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column == "ready> ".count }
            try halftone.press("(ulimit -f 100; exec \(Halftone.program) --load-delay 0); echo \"status=$?\"\r")
            try halftone.see("the first pictures") { $0.screen.contains("1/62") && $0.colors > 200 }
            try halftone.press("G")
            try halftone.see("the last pictures") { halftone in
                halftone.screen.contains("62/62") && halftone.loadedPictures > 0
                    && !halftone.screen.contains("loading") && halftone.colors > 200
            }
            try halftone.press("q")
            try halftone.see("halftone is not used: disk I/O error: File too large")
            try halftone.see("status=0")
            try halftone.press("exit\r")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
        }
    }

    @Test func `output that may grow no larger is an error of the write`() async throws {
        let folder = TemporaryDirectory()
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let end = try await blocking {
            try ChildProcess(
                ["bash", "-c", "ulimit -f 1; exec \(Halftone.program) print --size 80x30 \(picture)"], on: nil,
                output: .file(folder.path + "/output"), error: .file(folder.path + "/error")
            ).waitForExit(on: nil)
        }
        #expect(end == .code(1))
        #expect(String(decoding: folder.read("error"), as: UTF8.self) == "halftone: standard output: File too large\n")
    }
}

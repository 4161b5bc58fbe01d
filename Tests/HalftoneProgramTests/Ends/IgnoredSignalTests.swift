import Glibc
import LabTestSupport
import TestSupport
import Testing

/// Signals that do not end the program, and writes that are refused with one.
@Suite(.serialized, .endsInTime) struct IgnoredSignalTests {
    private static let folder: TemporaryDirectory = {
        let folder = TemporaryDirectory()
        for name in ["a.jpg", "b.jpg"] { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        return folder
    }()

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

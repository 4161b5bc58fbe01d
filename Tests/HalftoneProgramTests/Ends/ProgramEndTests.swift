import Glibc
import LabTestSupport
import TestSupport
import Testing

@testable import halftone

/// The only function by which the program exits.
@Suite(.serialized, .endsInTime) struct ProgramEndTests {
    @Test func `no exit handler runs when the program ends`() async {
        await #expect(processExitsWith: .exitCode(3)) {
            atexit { abort() }
            await ProgramEnd.exit(3)
        }
    }

    /// A library's exit handler frees memory that libcurl's resolver thread still uses: `print` crashed in one of a
    /// hundred runs.
    @Test(arguments: [
        ["--version"], ["help"], ["print", "FOLDER/a.jpg"], ["print", "FOLDER/a.jpg", "FOLDER/a.jpg"],
        ["print", "--timeout", "1", "http://127.0.0.1:1/a.jpg"], ["cache", "info"], ["config"],
        ["doctor"], ["trace", "FOLDER/none"], ["--nonsense"], ["lab", "--scenario", "cancellation"],
    ])
    func `no command ends through exit handlers`(arguments: [String]) async throws {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let loader = try await blocking {
            let words = arguments.map { $0.replacing("FOLDER", with: folder.path) }
            // The dynamic loader logs the libraries that it initializes and, in exit handlers, those that it finalizes.
            let program = try ChildProcess(
                [Halftone.program] + words, on: nil,
                environment: [
                    "LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.path + "/loader", "HOME": folder.path,
                    "XDG_CACHE_HOME": folder.path, "LC_ALL": "C.UTF-8",
                ])
            let end = try program.waitForExit(on: nil)
            if case .signal(let number) = end { Issue.record("the program ended by signal \(number)") }
            return String(decoding: folder.read("loader.\(program.pid)"), as: UTF8.self)
        }
        #expect(loader.contains("calling init"))
        #expect(!loader.contains("calling fini"))
    }

    @Test func `the gallery ends without exit handlers`() async throws {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let environment = ["LD_DEBUG": "files", "LD_DEBUG_OUTPUT": folder.path + "/loader"]
        let pid = try await Halftone.run(["--no-cache", folder.path], environment: environment, folder: folder) {
            halftone in
            try halftone.see("1/1")
            #expect(try halftone.quit() == .code(0))
            return halftone.process.pid
        }
        let loader = String(decoding: folder.read("loader.\(pid)"), as: UTF8.self)
        #expect(loader.contains("calling init") && !loader.contains("calling fini"))
    }
}

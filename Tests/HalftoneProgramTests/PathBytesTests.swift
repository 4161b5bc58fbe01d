import Glibc
import LabTestSupport
import TestSupport
import Testing

/// File names that are not UTF-8, in the program.
@Suite(.serialized, .endsInTime) struct PathBytesTests {
    private let folder = TemporaryDirectory()

    /// Makes `pictures/bad\377.jpg`, which no `String` can name.
    private func makePicture() throws {
        let good = folder.write(DemoPicture.firstJPEG.bytes, to: "good.jpg")
        #expect(mkdir(folder.path + "/pictures", 0o700) == 0)
        #expect(try shell("cp \(good) \"$(printf 'pictures/bad\\377.jpg')\"") == .code(0))
    }

    private func shell(_ command: String, output: String = "out") throws -> ChildProcess.Exit {
        let process = try ChildProcess(
            ["sh", "-c", "cd \(folder.path) && \(command)"], on: nil, environment: ["LC_ALL": "C.UTF-8"],
            input: .file("/dev/null"), output: .file(folder.path + "/" + output), error: .file(folder.path + "/err"))
        return try process.waitForExit(on: nil)
    }

    @Test func `a picture is printed whose name is not UTF-8`() async throws {
        try await blocking {
            try makePicture()
            let print = "\(Halftone.program) print --no-cache --title %b"
            #expect(try shell("\(print) \"$(printf 'pictures/bad\\377.jpg')\"") == .code(0))
            #expect(
                folder.read("err").isEmpty
                    && String(decoding: folder.read("out"), as: UTF8.self).hasSuffix("bad\u{FFFD}.jpg\n"))
            #expect(try shell("\(print) \"$(printf 'no\\377.jpg')\"") == .code(2))
            #expect(
                String(decoding: folder.read("err"), as: UTF8.self)
                    == "halftone: no\u{FFFD}.jpg: No such file or directory\n")
            #expect(try shell("\(print) --cache-dir \"$(printf 'no\\377')\" good.jpg") == .code(2))
            #expect(
                String(decoding: folder.read("err"), as: UTF8.self).contains(
                    "halftone: the value of --cache-dir is not UTF-8"))
        }
    }

    @Test func `the gallery shows it, and prints its mark byte for byte`() async throws {
        try await blocking { try makePicture() }
        let marks = folder.path + "/marks"
        try await Halftone.run([folder.path + "/pictures"], output: marks, folder: folder) { halftone in
            try halftone.see("bad\u{FFFD}.jpg")
            try halftone.see("the picture") { $0.colors > 60 && $0.screen.contains("1/1") }
            try halftone.press("m")
            try halftone.see("1 marked")
            #expect(try halftone.quit() == .code(0))
        }
        #expect(folder.read("marks") == Array("\(folder.path)/pictures/bad".utf8) + [0xFF] + Array(".jpg\n".utf8))
    }
}

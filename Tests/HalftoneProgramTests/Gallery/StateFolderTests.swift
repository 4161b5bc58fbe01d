import Glibc
import LabTestSupport
import TestSupport
import Testing

/// User directories that cannot be written to, in a terminal.
@Suite(.serialized, .endsInTime) struct StateFolderTests {
    private let folder = TemporaryDirectory()

    /// Regression: every run ended with status 1, though all of its pictures were shown.
    @Test func `a position that cannot be stored is no failure, and the option against it is named`() async throws {
        folder.write([], to: "state")  // where a folder is expected
        for name in ["a.jpg", "b.jpg"] { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        try await Halftone.run([folder.path], columns: 200, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("j")
            try halftone.see("2/2")
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.screen.contains("halftone: reading state not saved: "))
            #expect(halftone.screen.contains("Not a directory (--no-resume turns it off)"))
        }
        try await Halftone.run(["--no-resume", folder.path], columns: 200, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("j")
            try halftone.see("2/2")
            #expect(try halftone.quit() == .code(0))
            #expect(!halftone.screen.contains("halftone: "))
        }
    }

    @Test func `without resuming the position is neither read nor written`() async throws {
        mkdir(folder.path + "/pictures", 0o700)
        for name in ["a.jpg", "b.jpg"] { folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/\(name)") }
        let pictures = folder.path + "/pictures"
        try await Halftone.run([pictures], folder: folder) { try Self.move($0, from: "1/2", "j", to: "2/2") }
        try await Halftone.run(["--no-resume", pictures], folder: folder) {
            try Self.move($0, from: "1/2", "j", to: "2/2")
        }
        try await Halftone.run([pictures], folder: folder) { try Self.move($0, from: "2/2", "k", to: "1/2") }
    }

    private static func move(_ halftone: Halftone, from place: String, _ key: String, to other: String) throws {
        try halftone.see(place)
        try halftone.press(key)
        try halftone.see(other)
        #expect(try halftone.quit() == .code(0))
    }

    @Test func `doctor says what P has chosen, but not without resuming`() async throws {
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        try await Halftone.run([picture], folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("P")
            try halftone.see("pictures: blocks")
            #expect(try halftone.quit() == .code(0))
        }
        let cases: [([String], String)] = [([], "Pictures: blocks"), (["--no-resume"], "Pictures: half blocks")]
        for (option, says) in cases {
            try await Halftone.run(["doctor", "--wait", "20"] + option, rows: 60, folder: folder) { halftone in
                try halftone.see(says)
                #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
            }
        }
    }

    @Test(.mounts) func `a full disk is reported, and the old state stays`() async throws {
        let (place, old) = (folder.path + "/state", folder.path + "/old.json")
        folder.write(
            Array("{\"version\":1,\"positions\":[],\"pictures\":[],\"layouts\":[],\"read\":[]}".utf8), to: "old.json")
        mkdir(folder.path + "/pictures", 0o700)
        for name in ["a.jpg", "b.jpg"] { folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/\(name)") }
        let script = folder.write(
            Array(
                """
                mkdir \(place)/halftone && cp \(old) \(place)/halftone/state.json
                head -c 8192 /dev/zero >\(place)/full 2>/dev/null
                \(Halftone.program) --layout list \(folder.path)/pictures
                cmp \(old) \(place)/halftone/state.json && ls -A \(place)/halftone
                """.utf8), to: "script")
        try await Halftone.run("sh \(script)", mounting: "size=8k", at: place, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("j")
            try halftone.see("2/2")
            try halftone.press("Q")
            try halftone.see("No space left on device (--no-resume turns it off)")
            try halftone.see("state.json  state.json.lock")
            #expect(!halftone.screen.contains(".halftone-"))
        }
    }

    @Test(.mounts, arguments: [("ro", "Read-only file system"), ("size=8k", "No space left on device")])
    func `a folder that cannot be written to is named with the reason and the option`(
        options: String, reason: String
    ) async throws {
        let place = folder.path + "/saved"
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let command = "\(Halftone.program) --save-dir \(place) \(picture)"
        try await Halftone.run(command, mounting: options, at: place, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("w")
            try halftone.see("not saved: a.jpg: \(place): \(reason); try another --save-dir")
            try halftone.press("q")
        }
    }
}

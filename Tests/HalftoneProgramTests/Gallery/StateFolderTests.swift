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
            #expect(halftone.screen.contains("halftone: reading position not saved: "))
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

    /// Starts the gallery from a shell, with a file system at `place` that is mounted with these options.
    private func run(
        mounting place: String, _ options: String, _ arguments: String,
        _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws {
        try await Halftone.run(
            "\(Halftone.program) \(arguments)", mounting: options, at: place, folder: folder, body)
    }

    @Test(.mounts, arguments: [("ro", "Read-only file system"), ("size=8k", "No space left on device")])
    func `a folder that cannot be written to is named with the reason and the option`(
        options: String, reason: String
    ) async throws {
        let place = folder.path + "/saved"
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        try await run(mounting: place, options, "--save-dir \(place) \(picture)") { halftone in
            try halftone.see("1/1")
            try halftone.press("w")
            try halftone.see("not saved: a.jpg: \(place): \(reason); try another --save-dir")
            try halftone.press("q")
        }
    }
}

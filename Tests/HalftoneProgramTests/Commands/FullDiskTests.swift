import TestSupport
import Testing

/// A cache on a small file system, in a mount namespace that ends with the program.
@Suite(.serialized, .endsInTime, .mounts) struct FullDiskTests {
    private let folder = TemporaryDirectory()

    /// Starts the program from a shell, with a file system of 120 KB at `place`, and returns at the next prompt.
    private func onASmallDisk(
        at place: String, _ command: String, _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws {
        let exit = try await Halftone.run(command, mounting: "size=120k", at: place, folder: folder) { halftone in
            try body(halftone)
            try halftone.seePrompt()
            #expect(halftone.screen.split(separator: "is not used").count == 2, "the message appears once")
            #expect(halftone.emulator.isCursorVisible)
        }
        #expect(exit == .code(0))
    }

    @Test func `a full disk is reported once, and every picture is shown`() async throws {
        let cache = folder.path + "/cache"
        try await onASmallDisk(at: cache, "\(Halftone.program) --load-delay 0") { halftone in
            // the first pictures fill it; the last ones are shown too
            try halftone.see("the first pictures") { $0.screen.contains("1/62") && $0.colors > 200 }
            try halftone.press("G")
            try halftone.see("the last pictures") { halftone in
                halftone.screen.contains("62/62") && halftone.loadedPictures > 0
                    && !halftone.screen.contains("loading") && halftone.colors > 200
            }
            try halftone.press("q")
            try halftone.see("the disk cache in \(cache)/halftone is not used: database or disk is full")
        }
    }

    @Test func `a full disk under the Lab is reported once, and every picture is shown`() async throws {
        let place = folder.path + "/small"
        // the folder of its temporary cache
        try await onASmallDisk(at: place, "env TMPDIR=\(place) \(Halftone.program) lab --feed steady") { halftone in
            try halftone.see("the first pictures") { $0.screen.contains("shown  from network") && $0.colors > 200 }
            for (key, number) in [("G", "62/62"), ("g", "1/62"), ("G", "62/62")] {
                try halftone.press("c", key)
                try halftone.see("pictures at \(number)") { halftone in
                    halftone.screen.contains(number) && halftone.screen.contains("shown  from")
                        && !halftone.screen.contains("loading") && !halftone.screen.contains("failed  ")
                }
            }
            try halftone.press("q")
            try halftone.see("is not used: database or disk is full")
        }
    }

    @Test func `a full disk under a scenario of the Lab fails no check`() async throws {
        let place = folder.path + "/small"
        let command =
            "\(Halftone.program) lab --cache-dir \(place)/cache --scenario reuse > \(folder.path)/report"
        try await onASmallDisk(at: place, command) { halftone in
            try halftone.see("the disk cache in \(place)/cache is not used: database or disk is full")
        }
        let report = String(decoding: folder.read("report"), as: UTF8.self)
        #expect(report.contains("reuse: passed, ") && !report.contains("FAIL"), "\(report)")
    }
}

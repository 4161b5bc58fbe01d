import Glibc
import TestSupport
import Testing

/// A cache on a small file system of its own, in a namespace that ends with the program.
@Suite(.timeLimit(.minutes(60))) struct FullDiskTests {
    @Test func aFullDiskIsSaidOnceAndTakesNoPictureAway() async throws {
        let folder = TemporaryFolder()
        let cache = folder.path + "/cache"
        #expect(mkdir(cache, 0o700) == 0)
        let prompt = ["PS1": "ready> "]
        try await Halftone.run([], columns: 200, rows: 40, environment: prompt, folder: folder, inShell: true) {
            halftone in
            try halftone.see("the prompt") { $0.emulator.cursor.column == "ready> ".count }
            let mount = "mount -t tmpfs -o size=120k tmpfs \(cache)"
            try halftone.press(
                "unshare --user --map-root-user --mount sh -c '\(mount) && exec \(Halftone.program) --settle 0'\n")
            // the first pictures fill it; the last ones come all the same
            try halftone.see("the first pictures") { $0.screen.contains("1/62") && $0.colors > 200 }
            try halftone.press("G")
            try halftone.see("the last pictures") { halftone in
                ["62/62", "from the network"].allSatisfy { halftone.screen.contains($0) }
                    && !halftone.screen.contains("loading") && halftone.colors > 200
            }
            try halftone.press("q")
            try halftone.see("the disk cache in \(cache)/halftone is not used: database or disk is full")
            try halftone.see("the prompt") { $0.emulator.cursor.column == "ready> ".count }
            #expect(halftone.screen.split(separator: "is not used").count == 2, "it is said once")
            #expect(!halftone.emulator.isAlternateScreen && halftone.emulator.isCursorVisible)
            try halftone.press("exit\n")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(1))
        }
    }
}

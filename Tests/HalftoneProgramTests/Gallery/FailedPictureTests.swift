import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Messages about pictures that cannot be shown, and about files that have changed, in a terminal.
@Suite(.serialized, .endsInTime) struct FailedPictureTests {
    private let folder = TemporaryDirectory()

    private func pictures(_ files: (name: String, bytes: [UInt8])...) -> String {
        mkdir(folder.path + "/pictures", 0o700)
        for file in files { folder.write(file.bytes, to: "pictures/" + file.name) }
        return folder.path + "/pictures"
    }

    private static let broken = Array("this is no picture".utf8)

    /// Regression: its part of the box stayed empty, as if it were still loading.
    @Test func `in the box of a folder a failed picture shows its sign`() async throws {
        let path = pictures(("a.png", FlatPicture.png(30, 20, (0, 90, 0))))
        mkdir(path + "/inner", 0o700)
        folder.write(Self.broken, to: "pictures/inner/broken.jpg")
        try await Halftone.run(["--layout", "grid", "--load-delay", "0", path], columns: 120, folder: folder) {
            halftone in
            try halftone.see("✗")
            #expect(halftone.screen.contains("inner/"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// Regression: the image in memory was shown, with its former size.
    @Test(arguments: [false, true])
    func `a file that changed is shown anew when all sources are read again`(isOpen: Bool) async throws {
        let path = pictures(
            ("a.png", FlatPicture.png(30, 20, (200, 0, 0))), ("b.png", FlatPicture.png(30, 20, (200, 0, 0))))
        try await Halftone.run(["--load-delay", "0", path], folder: folder) { halftone in
            func shows(_ red: Int, _ blue: Int) throws {
                try halftone.see("the colour") { halftone in
                    let colors = (0..<29).map { halftone.emulator[isOpen ? 50 : 10, $0].background }
                    return colors.contains { $0.map { ($0.red, $0.blue) == (UInt8(red), UInt8(blue)) } ?? false }
                        && !halftone.screen.contains("loading")
                }
            }
            try halftone.see("1/2")
            if isOpen {
                try halftone.press("\r")
                try halftone.see("Esc back")
            }
            try shows(200, 0)
            folder.write(FlatPicture.png(40, 20, (0, 0, 200)), to: "pictures/a.png")
            try halftone.press("R")
            try shows(0, 200)
            if isOpen { try halftone.see("40 × 20") }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

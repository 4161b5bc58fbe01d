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

    /// Regression: the error replaced the title and was cut off, and the key for a retry was not named.
    @Test
    func `in the grid a failed picture keeps its title, and the error is in its place or in the footer`() async throws {
        let path = pictures(("a.png", FlatPicture.png(30, 20, (0, 90, 0))), ("broken.jpg", Self.broken))
        try await Halftone.run(["--layout", "grid", "--load-delay", "0", path], columns: 120, folder: folder) {
            halftone in
            try halftone.see("✗ broken.jpg")
            #expect(halftone.screen.contains("r: retry"))
            try halftone.press("\u{1B}[C")
            try halftone.see("2/2")
            #expect(!halftone.emulator.text(row: 29).contains("r: retry"), "the cell has room for the message")
            // when the cells become too small for the message
            for _ in 5...11 { try halftone.press("-") }
            try halftone.see("the error in the footer") { halftone in
                halftone.emulator.text(row: 29).contains("r: retry") && halftone.screen.contains("2/2")
            }
            #expect(halftone.screen.contains("✗ bro"))
            // and when the picture is whole again, no message is left
            folder.write(FlatPicture.png(30, 20, (0, 0, 90)), to: "pictures/broken.jpg")
            try halftone.press("r")
            try halftone.see("no sign and no error") { halftone in
                !halftone.screen.contains("✗") && !halftone.screen.contains("r: retry")
                    && halftone.screen.contains("v layout")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

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

    @Test func `in a narrow list the footer shows the message that its line cuts`() async throws {
        let path = pictures(("broken.jpg", Self.broken))
        try await Halftone.run(["--load-delay", "0", path], columns: 50, rows: 4, folder: folder) { halftone in
            try halftone.see("the error in the footer") {
                $0.emulator.text(row: 3).contains("not an image (looks like text) — r: ret")
            }
            #expect(try halftone.quit() == .code(0))
        }
        try await Halftone.run(["--load-delay", "0", path], columns: 160, rows: 30, folder: folder) { halftone in
            try halftone.see("r: retry")
            #expect(!halftone.emulator.text(row: 29).contains("r: retry"), "the cell has room for the message")
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

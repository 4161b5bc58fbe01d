import Glibc
import LabTestSupport
import TestSupport
import Testing

/// Feeds of several formats and encodings, and arbitrary file names, in the whole program.
@Suite(.serialized, .endsInTime) struct FeedKindTests {
    private let folder = TemporaryDirectory()

    /// The titles of the selected pictures, while moving down.
    private static func titles(_ halftone: Halftone, count: Int) throws -> [String] {
        var titles: [String] = []
        for number in 1...count {
            if number > 1 { try halftone.press("j") }
            try halftone.see("\(number)/\(count)") { $0.place(of: count) == number }
            titles.append(halftone.selectedTitle ?? "")
        }
        return titles
    }

    // MARK: - Names

    /// The names between NUL bytes.
    private func names(in file: String) -> [String] {
        folder.read(file).split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test func `a name with a line break is shown, marked and printed before a NUL byte`() async throws {
        for name in ["pictures", "pictures/in", "pictures/in/deep"] { mkdir(folder.path + "/" + name, 0o700) }
        let files = ["pictures/a.jpg", "pictures/in/two\nlines.jpg", "pictures/in/deep/z.jpg"]
        for name in files { folder.write(DemoPicture.firstJPEG.bytes, to: name) }
        // given a folder with subfolders, and the same names on standard input
        let input = folder.write(
            Array((files.map { folder.path + "/" + $0 } + [""]).joined(separator: "\0").utf8), to: "in")
        for (arguments, input) in [
            (["-R", "-0", folder.path + "/pictures"], nil), (["--recursive", "-0", folder.path + "/pictures"], nil),
            (["--null", "-"], input),
        ] {
            let output = folder.write([], to: "marked")
            let state = ["XDG_STATE_HOME": folder.path + "/state-of" + arguments[0]]  // no position is remembered
            try await Halftone.run(arguments, environment: state, input: input, output: output, folder: folder) {
                halftone in
                try halftone.see("1/3")
                let titles = try Self.titles(halftone, count: 3)
                // in a folder's list also with the name of its folder
                let two = try #require(titles.first { $0.hasSuffix("two lines.jpg") })
                #expect(Set(titles.map { $0.split(separator: "/").last ?? "" }) == ["a.jpg", "two lines.jpg", "z.jpg"])
                // when it is found, opened and marked
                try halftone.press("/two\r")
                try halftone.see("its title") { $0.selectedTitle == two }
                try halftone.press("\r")
                try halftone.see("the picture") { $0.screen.contains("Esc back") && $0.screen.contains(" × ") }
                try halftone.press("m")
                try halftone.see("✓ \(two)")
                #expect(try halftone.quit() == .code(0))
            }
            // then it is printed unchanged
            #expect(names(in: "marked") == [folder.path + "/" + files[1], ""])
        }
    }
}

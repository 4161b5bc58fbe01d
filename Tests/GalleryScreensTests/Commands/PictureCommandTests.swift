import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// Command lines for pictures: words and placeholders of files.
@Suite(.endsInTime) struct PictureCommandTests {
    private static let files: [FilePath] = ["/a b.png", "/$(x);c.png"]

    private func arguments(_ text: String) throws -> [String] {
        try PictureCommand(text, home: "/home/me").arguments(for: Self.files).map(\.text)
    }

    @Test(arguments: [
        ("ls -l", ["ls", "-l", "/a b.png", "/$(x);c.png"]),
        ("cp {} ~/keep", ["cp", "/a b.png", "/$(x);c.png", "/home/me/keep"]),
        ("x --in={}", ["x", "--in=/a b.png", "--in=/$(x);c.png"]),
        ("x {}:{}", ["x", "/a b.png:/a b.png", "/$(x);c.png:/$(x);c.png"]),
        (
            #" say  'two words' "a \"b\" \n" '' a\ b '\' {}"#,
            [
                "say", "two words", #"a "b" \n"#, "", "a b", #"\"#, "/a b.png", "/$(x);c.png",
            ]
        ),
        (
            "x a'b'\"c\" '~/' \\~/ a~/ ~x ~ {}",
            [
                "x", "abc", "~/", "~/", "a~/", "~x", "/home/me", "/a b.png", "/$(x);c.png",
            ]
        ),
        ("x $HOME *.png | y > z", ["x", "$HOME", "*.png", "|", "y", ">", "z", "/a b.png", "/$(x);c.png"]),
    ])
    func `blanks separate words, and quotation marks keep them together`(text: String, words: [String]) throws {
        #expect(try arguments(text) == words)
    }

    @Test(arguments: [
        ("", "missing command"), ("  ", "missing command"), ("''", "missing command"),
        ("ls 'x", "unterminated quotation mark"), ("ls \\", "nothing after the backslash"),
    ])
    func `an invalid command has a reason`(text: String, why: String) {
        #expect(throws: Failure(why)) { try PictureCommand(text) }
    }

    @Test func `a command has the name of its program`() throws {
        #expect(try PictureCommand("/usr/bin/gimp -n").name == "gimp")
    }
}

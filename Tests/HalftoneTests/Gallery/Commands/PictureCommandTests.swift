import FeedTestSupport
import HalftoneCore
import TestSupport
import Testing

@testable import halftone

/// Command lines for pictures: words, placeholders of files, and which commands need confirmation.
@Suite(.endsInTime) struct PictureCommandTests {
    private static let files: [FilePath] = ["/a b.png", "/$(x);c.png"]

    private func arguments(_ text: String, shell: [String] = []) throws -> [String] {
        try PictureCommand(text, shell: shell, home: "/home/me").arguments(for: Self.files).map(\.text)
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

    @Test func `a shell receives the files as arguments, never as a part of its script`() throws {
        for (text, script) in [
            ("ls", #"ls "$@""#), ("ls {} | wc", #"ls "$@" | wc"#), ("for i; do echo $i; done; echo $1", nil),
        ] as [(String, String?)] {
            #expect(
                try arguments(text, shell: ["sh", "-c"]) == ["sh", "-c", script ?? text, "halftone"]
                    + Self.files.map(\.text))
        }
    }

    /// Quotation marks around a quoted placeholder would end the quotation, and the shell would split the names.
    @Test func `a quoted placeholder equals an unquoted one, and one inside of a quotation is refused`() throws {
        let shell = ["sh", "-c"]
        for text in ["rm {}", "rm \"{}\"", "rm '{}'"] {
            #expect(try arguments(text, shell: shell)[2] == #"rm "$@""#)
        }
        for text in ["rm \"x {}\"", "echo '{} y'", #"echo "\"{}""#] {
            #expect(throws: Failure("{} must not be quoted"), "\(text)") {
                try PictureCommand(text, shell: shell)
            }
        }
    }

    /// After `&` or `;` a file would be run as a program, and after `>` overwritten.
    @Test(arguments: ["eog &", "ls;", "x &&", "echo hi >", "awk '{print $1}'"])
    func `a shell command whose files cannot be appended needs a placeholder`(text: String) {
        #expect(throws: Failure("missing {} for the files")) {
            try PictureCommand(text, shell: ["sh", "-c"])
        }
    }

    @Test(arguments: [
        ("", "missing command"), ("  ", "missing command"), ("''", "missing command"),
        ("ls 'x", "unterminated quotation mark"), ("ls \\", "nothing after the backslash"),
    ])
    func `an invalid command has a reason`(text: String, why: String) {
        #expect(throws: Failure(why)) { try PictureCommand(text) }
    }

    @Test func `a command that may remove files is recognized, wherever it names the removing program`() throws {
        for text in [
            "rm", "/bin/rm -f {}", "sudo rm {}", "mv {} /tmp", "trash-put", "find {} -delete", "'rm' {}",
            "mogrify -rotate 90 {}", "sed -i s/a/b/ {}", "exiftool -overwrite_original {}",
        ] {
            #expect(try PictureCommand(text).mayRemove, "\(text)")
        }
        for text in ["ls", "cp {} x", "format {}", "rmagic {}", "echo {} --firm", "alarm"] {
            #expect(try !PictureCommand(text).mayRemove, "\(text)")
        }
        #expect(try PictureCommand("ls; rm {}", shell: ["sh", "-c"]).mayRemove)
        #expect(try PictureCommand("cat x > {}", shell: ["sh", "-c"]).mayRemove)
        #expect(try !PictureCommand("wc {} | sort", shell: ["sh", "-c"]).mayRemove)
        #expect(try PictureCommand("/usr/bin/gimp -n").name == "gimp")
    }
}

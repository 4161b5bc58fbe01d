import Glibc
import LabTestSupport
import TestSupport
import Testing

/// The messages of keys that have no effect, and keys that act on several pictures or start another program, in a
/// terminal.
@Suite(.serialized, .endsInTime) struct KeyAnswerTests {
    private let folder = TemporaryDirectory()

    @Test func `a key without effect reports why`() async throws {
        let path = folder.path + "/pictures"
        mkdir(path, 0o700)
        folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/a.jpg")
        try await Halftone.run([path], folder: folder) { halftone in
            try halftone.see("1/1")
            for (key, answer) in [
                ("W", "nothing marked; m marks"), ("n", "no search yet; / starts one"),
                ("L", "this source has no feeds"), ("R", "no changes"), ("\u{1B}", "q quits"),
                (":x\r", "not a number: x"), ("N", "no search yet; / starts one"),
            ] {
                #expect(!halftone.screen.contains(answer))
                try halftone.press(key)
                try halftone.see(answer)
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `an entry is opened at its page, or else at its picture`() async throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>t</title><entry><title>one</title>
            <link href='http://127.0.0.1:1/page?a=1&amp;b=2'/>
            <link rel='enclosure' type='image/jpeg' href='http://127.0.0.1:1/a.jpg'/></entry>
            <entry><title>two</title>
            <link rel='enclosure' type='image/jpeg' href='http://127.0.0.1:1/picture.jpg'/></entry></feed>
            """
        let source = folder.write(Array(feed.utf8), to: "feed.xml")
        let program = folder.write(Array("#!/bin/sh\nprintf '%s|' \"$@\" > '\(folder.path)/got'\n".utf8), to: "open")
        chmod(program, 0o700)
        let got = try NamedPipe(folder.path + "/got").openReader(outlivesWriters: true)
        defer { close(got) }
        let options = ["--load-delay", "60000", "--opener", "\(program),--tab"]
        try await Halftone.run(options + [source], columns: 120, folder: folder) { halftone in
            for (place, address) in [
                ("1/2", "http://127.0.0.1:1/page?a=1&b=2"), ("2/2", "http://127.0.0.1:1/picture.jpg"),
            ] {
                try halftone.see(place)
                try halftone.press("o")
                try halftone.see("opening \(address)")
                let expected = "--tab|\(address)|"
                #expect(try NamedPipe.read(got, for: "its arguments") { $0.count >= expected.count } == expected)
                try halftone.press("j")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

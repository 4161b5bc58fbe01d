import FoundationEssentials
import Glibc
import LabTestSupport
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The gallery's keys in a terminal: searching, sorting, marking, saving and others.
@Suite(.serialized, .endsInTime) struct GalleryKeysTests {
    let folder = TemporaryDirectory()

    /// Returns a folder with small pictures of these names.
    private func pictures(_ names: String...) -> String {
        let path = folder.path + "/pictures"
        mkdir(path, 0o700)
        for name in names { folder.write(DemoPicture.firstJPEG.bytes, to: "pictures/" + name) }
        return path
    }

    private var fruit: String { pictures("apple.jpg", "banana.jpg", "cherry.jpg", "date.jpg", "fig10.jpg", "fig9.jpg") }

    // MARK: - Searching

    @Test func `a search selects the match while the user types`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("/", "c")
            try halftone.see("3/6")
            // then Escape goes back to the start of the search
            try halftone.press("\u{1B}")
            try halftone.see("1/6")
            try halftone.press("/", "f", "i", "g")
            try halftone.see("5/6")
            try halftone.press("z")
            try halftone.see("no match")
            try halftone.press("\u{7F}", "\r", "n")
            try halftone.see("6/6")
            try halftone.press("n")
            try halftone.see("search wrapped")
            try halftone.press("N")
            try halftone.see("6/6")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a search among many titles does not delay keys`() async throws {
        let lines = (1...20_000).map { "/pictures/\($0)\($0 == 19_999 ? " needle" : "").jpg" }
        let list = folder.write(Array(lines.joined(separator: "\n").utf8), to: "list.txt")
        try await Halftone.run(["--load-delay", "60000", "--prefetch", "0", list], folder: folder) { halftone in
            try halftone.see("1/20000")
            try halftone.press("/", "needle")
            try halftone.see("19999/20000")
            try halftone.press("zz")
            try halftone.see("no match")
            // then Escape goes back, and the key for the next match finds only this one
            try halftone.press("\u{1B}")
            try halftone.see("1/20000")
            try halftone.press("/", "needle", "\r")
            try halftone.see("19999/20000")
            try halftone.press("n")
            try halftone.see("search wrapped")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a filter applies while the user types, and Escape shows all items again`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("f", "f", "i", "g")
            try halftone.see("2 of 6")
            try halftone.press("\r")
            try halftone.see("1/2")
            #expect(halftone.screen.contains("“fig”"))
            try halftone.press("j", "\u{1B}")
            try halftone.see("6/6")
            // a filter without matches names the key to press
            try halftone.press("f", "x", "y", "\r")
            try halftone.see("No match for “xy”.")
            #expect(halftone.screen.contains("Esc shows all 6 pictures again"))
            try halftone.press("\r", "m", "G", "\u{1B}")
            try halftone.see("/6")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `pictures are sorted, and their order is reversed`() async throws {
        let path = pictures("b10.jpg", "b9.jpg", "a.jpg")
        folder.write(DemoPicture.firstJPEG.bytes + [UInt8](repeating: 0, count: 5_000), to: "pictures/b9.jpg")
        try await Halftone.run([path], folder: folder) { halftone in
            try halftone.see("1/3")
            try halftone.press("s")
            try halftone.see("sorted by date")
            try halftone.press("s", "S")
            try halftone.see("reverse order")
            try halftone.press("g")
            try halftone.see("b10.jpg first") { $0.emulator.text(row: 0).contains("b10.jpg") }
            try halftone.press("S", "s")
            try halftone.see("sorted by size")
            try halftone.press("g")
            try halftone.see("the largest first") { $0.emulator.text(row: 0).contains("b9.jpg") }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a number selects its picture, in the list and while one is open`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("4")
            try halftone.see("Picture number: 4")
            try halftone.press("\r")
            try halftone.see("4/6")
            try halftone.press(":", "9", "9", "\r")
            try halftone.see("6/6")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("2", "\r")
            try halftone.see("2/6")
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Marks

    @Test func `marked pictures are printed to a redirected standard output`() async throws {
        let path = fruit
        let output = folder.path + "/out"
        try await Halftone.run([path], output: output, folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("m", "j", "m", "j", "m")
            try halftone.see("3 marked")
            try halftone.press("u")
            try halftone.see("2 marked")
            try halftone.press("M")
            try halftone.see("6 marked")
            try halftone.press("u")
            try halftone.see("2 marked")
            #expect(try halftone.quit() == .code(0))
        }
        #expect(String(decoding: folder.read("out"), as: UTF8.self) == "\(path)/apple.jpg\n\(path)/banana.jpg\n")
    }

    // MARK: - Files and other programs

    @Test func `the original bytes are saved, and no file is overwritten`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let picture = DemoPicture.firstJPEG
        let list = folder.write(Array("\(server.baseURL)/image/\(picture.name)".utf8), to: "list")
        mkdir(folder.path + "/saved", 0o700)
        try await Halftone.run(["--save-dir", folder.path + "/saved", list], columns: 160, folder: folder) { halftone in
            try halftone.seePictures()
            try halftone.press("w")
            try halftone.see("saved as \(picture.name)")
            try halftone.press("m", "W")
            try halftone.see("already saved as \(picture.name)")
            #expect(folder.read("saved/\(picture.name)") == picture.bytes)
            // another file of that name is not changed
            folder.write([1], to: "saved/\(picture.name)")
            try halftone.press("w")
            try halftone.see("-2.jpg")
            #expect(try halftone.quit() == .code(0))
        }
        #expect(folder.read("saved/\(picture.name)") == [1])
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/saved")
        #expect(names.count == 2 && !names.contains { $0.hasPrefix(".") })
    }

    @Test func `a failed save is reported with its reason`() async throws {
        try await Halftone.run(["--save-dir", "/nonexistent", fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("w")
            try halftone.see("No such file or directory")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `another program receives the address as one argument, without a shell`() async throws {
        let path = pictures("a $(touch x); b.jpg")
        let program = folder.write(Array("#!/bin/sh\nprintf '%s|' \"$@\" > '\(folder.path)/got'\n".utf8), to: "open")
        chmod(program, 0o700)
        let got = try NamedPipe(folder.path + "/got").openReader()
        defer { close(got) }
        let expected = "--new|\(path)/a $(touch x); b.jpg|"
        try await Halftone.run(["--opener", "\(program),--new", path], columns: 160, folder: folder) {
            halftone in
            try halftone.see("1/1")
            try halftone.press("o")
            try halftone.see("opening")
            #expect(try NamedPipe.read(got, for: "its arguments") { $0.count >= expected.count } == expected)
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a missing program is named`() async throws {
        try await Halftone.run(["--opener", "no-such-program", fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("O")
            try halftone.see("no-such-program: No such file or directory")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the address is copied to the terminal's clipboard`() async throws {
        let list = folder.write(Array("http://127.0.0.1:1/a.jpg".utf8), to: "list")
        try await Halftone.run([list], folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("y")
            try halftone.see("copied http://127.0.0.1:1/a.jpg")
            try halftone.terminal.wait(for: "the address") {
                $0.contains("\u{1B}]52;c;aHR0cDovLzEyNy4wLjAuMToxL2EuanBn\u{1B}\\")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - One picture

    @Test func `a picture is enlarged, shown pixel by pixel and panned`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("\r")
            try halftone.see("more than 200 colours") { $0.screen.contains("Esc back") && $0.colors > 200 }
            try halftone.press("f", "f")
            try halftone.see("100 %")
            func lines(_ halftone: Halftone) -> [TerminalEmulator.ShownCell] {
                (0..<29).flatMap { row in (0..<100).map { halftone.emulator[$0, row] } }
            }
            let before = lines(halftone)
            try halftone.press("j", "l", "l")
            try halftone.see("another part") { lines($0) != before }
            #expect(halftone.screen.contains("1/6"), "arrows pan and do not go to the next picture")
            try halftone.press(" ")
            try halftone.see("2/6")
            // A picture that has not arrived has no size to enlarge.
            try halftone.see("all of the next one") {
                !$0.screen.contains("100 %") && $0.screen.contains(" × ") && $0.colors > 200
            }
            try halftone.press("+", "+")
            try halftone.see(" %")
            try halftone.press("0")
            try halftone.see("the whole picture") { !$0.screen.contains(" %") }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the details show where the picture came from and how long that took`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?etag&maxage=90"
        let list = folder.write(Array(url.utf8), to: "list")
        try await Halftone.run([list], columns: 120, rows: 50, folder: folder) { halftone in
            try halftone.seePictures()
            try halftone.press("\r", "d")
            for text in [
                "Loading took", "decode", "loaded from", "fresh for", "90 s", "JPEG", "Response", "status", "200",
                "Content-Type   image/jpeg", "Cache-Control  max-age=90", "ETag",
            ] {
                try halftone.see(text)
            }
            try halftone.press("d")
            try halftone.see("no details") { !$0.screen.contains("loaded from") }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the slideshow advances by itself and ends at the last picture`() async throws {
        try await Halftone.run(["--slideshow", "1", pictures("a.jpg", "b.jpg")], folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("s")
            try halftone.see("2/2")
            try halftone.see("this is the last picture")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `clicks lead to the next and the previous picture while one is open`() async throws {
        try await Halftone.run([fruit], folder: folder) { halftone in
            try halftone.see("1/6")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("\u{1B}[<0;95;5M", "\u{1B}[<0;95;5m")
            try halftone.see("2/6")
            try halftone.press("\u{1B}[<0;5;5M", "\u{1B}[<0;5;5m")
            try halftone.see("the picture") { $0.screen.contains("1/6") && $0.screen.contains(" × ") }
            try halftone.press("\u{1B}[<64;50;5M")
            try halftone.see(" %, ")  // enlarged by the wheel
            try halftone.press("\u{1B}[<2;50;5M", "\u{1B}[<2;50;5m")
            try halftone.see("q quit")
            #expect(try halftone.quit() == .code(0))
        }
    }
}

import Dispatch
import Glibc
import ImageLab
import LabTestSupport
import Pixels
import TerminalScreen
import TestSupport
import Testing

/// One picture as large as the screen, in a terminal: what its keys do, and when.
@Suite(.serialized, .endsInTime) struct PictureViewTests {
    let folder = TemporaryDirectory()

    // MARK: - Animations

    /// Whether the middle of the screen shows this frame, counted from 1: red, blue, green.
    private static func shows(_ frame: Int, of frames: Int, _ halftone: Halftone) -> Bool {
        let size = halftone.emulator.size
        return halftone.emulator[size.columns / 2, (size.rows - 1) / 2].background == BlinkingGIF.colors[frame - 1]
            && halftone.screen.contains("frame \(frame)/\(frames)")
    }

    /// Opens an animation of three frames.
    private func withAnimation(
        loops: UInt8 = 0, hundredths: UInt8 = 15, _ body: @escaping @Sendable (Halftone) throws -> Void
    ) async throws {
        let path = folder.write(BlinkingGIF.bytes(loops: loops, hundredths: hundredths, frames: 3), to: "blink.gif")
        try await Halftone.run([path], columns: 160, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            // when it is loaded and plays; one that ends may be past its second frame at the first look
            if loops == 0 { try halftone.see("the second frame") { Self.shows(2, of: 3, $0) } }
            try body(halftone)
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `an animation that is paused stays at its frame in a window of any size`() async throws {
        try await withAnimation { halftone in
            try halftone.press("a")
            try halftone.see("a frame that stands") { halftone in
                halftone.screen.contains("paused") && (1...3).contains { Self.shows($0, of: 3, halftone) }
            }
            let frame = try #require((1...3).first { Self.shows($0, of: 3, halftone) })
            halftone.terminal.resize(columns: 120, rows: 20)
            halftone.emulator.resize(CellSize(columns: 120, rows: 20))
            try halftone.see("the same in the smaller window") {
                $0.emulator.text(row: 19).contains("1/1") && Self.shows(frame, of: 3, $0)
                    && $0.screen.contains("paused")
            }
            try halftone.press("a")
            try halftone.see("that it goes on") { !Self.shows(frame, of: 3, $0) && !$0.screen.contains("paused") }
        }
    }

    @Test func `an animation that has ended plays again`() async throws {
        try await withAnimation(loops: 1) { halftone in
            try halftone.see("its end") { Self.shows(3, of: 3, $0) && $0.screen.contains("paused") }
            // it begins with its first frame, and is stopped there within the same turn
            try halftone.press("aa")
            try halftone.see("its beginning") { Self.shows(1, of: 3, $0) && $0.screen.contains("paused") }
            try halftone.press("a")
            try halftone.see("its end again") { Self.shows(3, of: 3, $0) && $0.screen.contains("paused") }
        }
    }

    @Test func `the key for animations reports that a still does not move`() async throws {
        let path = folder.write(FlatPicture.png(8, 8, (0, 200, 0)), to: "still.png")
        try await Halftone.run([path], folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see("8 × 8")
            try halftone.press("a")
            try halftone.see("not an animation")
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Keys before the picture is loaded

    @Test func `keys for a picture that is not loaded have no effect on the next`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)"
        let list = folder.write(Array("\(url)?stall=10\n\(url)\n".utf8), to: "list")
        try await Halftone.run(["--load-delay", "60000", "--no-cache", list], columns: 160, folder: folder) {
            halftone in
            try halftone.see("1/2")
            try halftone.press("\r")
            try halftone.see("loading")
            try halftone.press("z", "a", " ")
            try halftone.see("all of the second picture") { $0.screen.contains("2/2") && $0.screen.contains(" × ") }
            #expect(!halftone.screen.contains(" %") && !halftone.screen.contains("not an animation"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `an enlarged picture stays enlarged when the window changes`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "photo.jpg")
        try await Halftone.run([path], columns: 160, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see("the picture") { $0.screen.contains(" × ") && $0.colors > 200 }
            try halftone.press("z", "z")
            try halftone.see("100 %")
            halftone.terminal.resize(columns: 120, rows: 20)
            halftone.emulator.resize(CellSize(columns: 120, rows: 20))
            try halftone.see("as much as there is room for, in its own size") {
                $0.emulator.text(row: 19).contains("1/1") && $0.screen.contains("100 %")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Other items

    @Test func `an open picture that was removed is replaced by the one in its row`() async throws {
        let path = folder.path + "/pictures"
        mkdir(path, 0o700)
        let colors: [(String, (UInt8, UInt8, UInt8))] = [("b", (200, 0, 0)), ("c", (0, 200, 0))]
        for (name, color) in colors { folder.write(FlatPicture.png(8, 8, color), to: "pictures/\(name).png") }
        @Sendable func shows(_ color: RGB, _ place: String, _ halftone: Halftone) -> Bool {
            halftone.emulator[50, 14].background == color && halftone.emulator.text(row: 29).contains(place)
        }
        try await Halftone.run([path], folder: folder) { [folder] halftone in
            try halftone.see("1/2")
            try halftone.press("j", "\r")
            try halftone.see("the second picture") { shows(RGB(0, 200, 0), "2/2", $0) }
            // a new picture before it leaves it in place
            folder.write(FlatPicture.png(8, 8, (0, 0, 200)), to: "pictures/a.png")
            try halftone.press("R")
            try halftone.see("the same as the third") { shows(RGB(0, 200, 0), "3/3", $0) }
            unlink(path + "/c.png")
            try halftone.press("R")
            try halftone.see("the last that is left") { shows(RGB(200, 0, 0), "2/2", $0) }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `an entry without a picture has its own details`() async throws {
        let feed = """
            <feed xmlns='http://www.w3.org/2005/Atom'><title>t</title>
            <entry><title>with</title><link rel='enclosure' type='image/jpeg' href='http://127.0.0.1:1/a.jpg'/></entry>
            <entry><title>without one</title></entry></feed>
            """
        let path = folder.write(Array(feed.utf8), to: "feed.xml")
        try await Halftone.run(["--all-entries", path], columns: 160, folder: folder) { halftone in
            try halftone.see("1/2")
            try halftone.press("\r", "d")
            try halftone.see("127.0.0.1:1/a.jpg")
            try halftone.press(" ")
            try halftone.see("an entry without a picture")
            #expect(!halftone.screen.contains("127.0.0.1:1/a.jpg"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    // MARK: - Details

    @Test func `details that do not fit are shown page by page`() async throws {
        let bytes = ExifWriter.photo().added(toJPEG: DemoPicture.firstJPEG.bytes)
        let path = folder.write(bytes, to: "photo.jpg")
        try await Halftone.run(["--transition", "none", path], columns: 120, rows: 14, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see(" × ")
            try halftone.press("d")
            try halftone.see("} shows more")
            try halftone.see("color ")
            try halftone.press("}")
            for text in ["Halftone Works H-1", "2024-05-01 12:30:59 +02:00", "1/250 s, f/2.8, ISO 400"] {
                try halftone.see(text)
            }
            // then the other lines follow, and after them none
            var seen = halftone.screen
            for _ in 0..<20 where halftone.screen.contains("} shows more") {
                let before = halftone.screen
                try halftone.press("}")
                try halftone.see("another page") { $0.screen != before }
                seen += halftone.screen
            }
            #expect(seen.contains("(c) A. Person"))
            try halftone.press("{")
            try halftone.see("} shows more")
            try halftone.press("d")
            try halftone.see("no details") { !$0.screen.contains("╮") }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

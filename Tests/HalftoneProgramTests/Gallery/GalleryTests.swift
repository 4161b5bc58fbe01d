import FoundationEssentials
import Glibc
import LabTestSupport
import TerminalScreen
import TestSupport
import Testing

/// The gallery from start to end, in a terminal.
@Suite(.serialized, .endsInTime) struct GalleryTests {
    @Test func `the demo feed shows pictures and restores the terminal`() async throws {
        let folder = TemporaryDirectory()
        try await Halftone.run(["--trace", folder.path + "/trace"], folder: folder) { halftone in
            // when it is opened without an argument
            try halftone.see("the pictures of three rows") { halftone in
                halftone.loadedPictures >= 3 && halftone.colors > 300
            }
            let title = halftone.emulator.text(row: 0)
            // then it scrolls, opens a picture, goes back
            try halftone.press("j", "j", "j", "j")
            try halftone.see("5/")
            #expect(halftone.emulator.text(row: 0) != title)
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("\u{1B}[C")
            try halftone.see("the sixth picture") { $0.screen.contains("6/62") && $0.screen.contains(" × ") }
            try halftone.press("\u{1B}")
            try halftone.see("q quit")
            // and quits
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
        let trace = try RecordedTrace(folder.read("trace"))
        #expect(trace.summary["stalePaints"] == 0)
        #expect((trace.summary["requests"] ?? 0) > 3)
        #expect(trace.count("paint") > 0)
        #expect(trace.count("bind") > 3)
    }

    @Test func `a second run finds its pictures on disk, whatever the port of the server`() async throws {
        let folder = TemporaryDirectory()
        try await Halftone.run([], folder: folder) { halftone in
            try halftone.seePictures()
            #expect(try halftone.quit() == .code(0))
        }
        try await Halftone.run([], folder: folder) { halftone in
            try halftone.seePictures()
            try halftone.press("F")
            try halftone.see("pictures from disk") { $0.screen.contains(/disk [1-9]/) }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the demo feed uses no proxy of the environment`() async throws {
        let nobody = "http://127.0.0.1:1"
        let proxies = ["http_proxy": nobody, "all_proxy": nobody, "ALL_PROXY": nobody]
        try await Halftone.run([], environment: proxies) { halftone in
            try halftone.seePictures()
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a row requests its picture only after the load delay`() async throws {
        let folder = TemporaryDirectory()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let name = DemoPicture.firstJPEG.name
        let list = (0..<500).map { "\(server.baseURL)/image/\(name)?seed=\($0)" }
        let path = folder.write(Array(list.joined(separator: "\n").utf8), to: "list")
        try await Halftone.run(
            ["--load-delay", "60000", "--prefetch", "0", "--no-cache", path], folder: folder
        ) { halftone in
            try halftone.see("1/500")
            try halftone.press("\u{1B}[6~", "\u{1B}[6~", "G")
            try halftone.see("500/500")
            #expect(try halftone.quit() == .code(0))
        }
        #expect(server.log.isEmpty, "no row was at rest, so no request was sent")
    }

    @Test func `every kind of failure is explained in its cell`() async throws {
        let folder = TemporaryDirectory()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let image = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)"
        let lines: [(String, String)] = [
            ("\(image)?status=404", "not found on the server (404)"),
            ("\(server.baseURL)/", "not an image (looks like HTML)"),
            ("\(image)?empty", "the picture is empty"), ("\(image)?garbage", "not an image of"),
            ("\(image)?status=500", "the server failed (500)"), ("http://127.0.0.1:1/x.jpg", "could not connect"),
            ("http://host.invalid/x.jpg", "no such host"), ("\(image)?truncate=2000", "connection lost"),
            ("\(image)?loop", "redirected more than 10 times"),
        ]
        let path = folder.write(Array(lines.map(\.0).joined(separator: "\n").utf8), to: "list")
        try await Halftone.run(["--load-delay", "0", "--no-cache", path], columns: 100, rows: 90, folder: folder) {
            halftone in
            for (index, line) in lines.enumerated() {
                try halftone.press(index == 0 ? "g" : "j")
                try halftone.see(line.1)
            }
            #expect(halftone.screen.contains("r tries again"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `r retries a failed picture`() async throws {
        let folder = TemporaryDirectory()
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?fail=3"  // a load tries three times by itself
        let path = folder.write(Array(url.utf8), to: "list")
        try await Halftone.run(["--load-delay", "0", path], folder: folder) { halftone in
            try halftone.see("the server failed (503)")
            try halftone.press("r")
            try halftone.seePictures()
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `escape sequences in file names never reach the terminal`() async throws {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "evil\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}name.jpg")
        try await Halftone.run([folder.path], folder: folder) { halftone in
            try halftone.seePictures()
            #expect(halftone.screen.contains("evil]0;owned31mname"))
            #expect(halftone.emulator.title.isEmpty)
            #expect(!halftone.terminal.contains("\u{1B}]0;owned"))
            #expect(!halftone.terminal.contains("\u{202E}"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `keys show and hide the statistics and the help`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.seePictures()
            try halftone.press("F")
            try halftone.see("stale 0")
            try halftone.see("dropped ")  // as many as this machine drops
            try halftone.press("?")
            try halftone.see("one line of pictures up")
            try halftone.press("?")
            try halftone.see("no help") { !$0.screen.contains("one line of pictures up") }
            // any key closes the help, also one without an action
            try halftone.press("?")
            try halftone.see("one line of pictures up")
            try halftone.press("z")
            try halftone.see("no help") { !$0.screen.contains("one line of pictures up") }
            try halftone.press("i")
            try halftone.see("indicator: progress")
            try halftone.press("t")
            try halftone.see("transition: none")
            try halftone.press("p")
            try halftone.see("placeholder: plain")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the wheel scrolls, a click selects, and a double click opens`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.seePictures()
            let first = "Aurora over the fjord"  // only its line: pictures arrive in any order
            #expect(halftone.emulator.text(row: 0).contains(first))
            try halftone.press("\u{1B}[<65;10;10M")
            try halftone.see("the list scrolled") { !$0.emulator.text(row: 0).contains(first) }
            try halftone.press("\u{1B}[<0;40;10M", "\u{1B}[<0;40;10m")
            try halftone.see("2/")
            // sent at once: read together they are a double click, however slow this machine is
            try halftone.press("\u{1B}[<0;40;10M\u{1B}[<0;40;10m\u{1B}[<0;40;10M\u{1B}[<0;40;10m")
            try halftone.see("Esc back")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the footer of the list counts the row of the picture that was open last`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.seePictures()
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("\u{1B}[C", "\u{1B}[C")
            try halftone.see("3/62")
            try halftone.press("\u{1B}")
            try halftone.see("q quit")
            #expect(halftone.emulator.text(row: 29).contains("3/62"))
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the most important statistics fit into eighty columns`() async throws {
        try await Halftone.run([], columns: 80, rows: 24) { halftone in
            try halftone.seePictures()
            try halftone.press("F")
            for figure in ["live ", "stale 0", "late ", "cancelled ", "memory ", "disk ", "network ", "last "] {
                try halftone.see(figure)
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a switch has its effect in the picture view too`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.seePictures()
            try halftone.press("\r")
            try halftone.see("Esc back")
            try halftone.press("i")
            try halftone.see("indicator: progress")
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `a key without an action closes the help too`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.press("?")
            try halftone.see("one line of pictures up")
            // a text that does not fit can be scrolled
            try halftone.press("\u{1B}[F")
            try halftone.see("show or hide this help")
            try halftone.press("x")
            try halftone.see("no help") { !$0.screen.contains("show or hide this help") }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test(arguments: [(10, 4), (1, 1), (200, 60), (20, 2)])
    func `windows of every size work`(columns: Int, rows: Int) async throws {
        try await Halftone.run(["--load-delay", "0"], columns: columns, rows: rows) { halftone in
            try halftone.see("the alternate screen") { $0.emulator.isAlternateScreen && $0.colors > 0 }
            try halftone.press("j", "\r", "?", "x", "F")
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `a resized window is repainted and keeps its position`() async throws {
        try await Halftone.run([], columns: 100, rows: 30) { halftone in
            try halftone.seePictures()
            try halftone.press("j", "j", "j", "j", "j")
            try halftone.see("6/")
            let title = try #require(halftone.selectedTitle)
            halftone.terminal.resize(columns: 60, rows: 20)
            halftone.emulator.resize(CellSize(columns: 60, rows: 20))
            try halftone.see("the selected picture, still") {
                $0.selectedTitle == title && $0.emulator.text(row: 19).contains("6/")
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    @Test func `the main actor stays on the main thread, with signals unblocked`() async throws {
        try await Halftone.run([]) { halftone in
            try halftone.seePictures()  // many suspensions and hops later
            let task = "/proc/\(halftone.process.pid)/task/\(halftone.process.pid)/status"
            // signals are blocked while a thread is being started, which takes no sleep
            var state: [String: String] = [:]
            try halftone.terminal.wait(for: "the main thread to sleep") { _ in
                state = fields(of: task)
                return state["State"]?.hasPrefix("S") == true
            }
            #expect(state["SigBlk"] == "0000000000000000")
            // each key wakes the main thread, which draws and goes to sleep again
            func sleeps() -> Int { fields(of: task)["voluntary_ctxt_switches"].flatMap { Int($0) } ?? 0 }
            for (key, place) in [("j", "2/"), ("k", "1/"), ("j", "2/")] {
                let before = sleeps()
                try halftone.press(key)
                try halftone.see(place) { $0.emulator.text(row: 29).contains(place) }
                try halftone.terminal.wait(for: "the main thread to sleep after \(key)") { _ in sleeps() > before }
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

/// Returns the values in a file of /proc, by their names.
private func fields(of path: String) -> [String: String] {
    let lines = String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self).split(
        separator: "\n")
    let pairs = lines.map { line in
        (String(line.prefix { $0 != ":" }), line.drop { $0 != ":" }.dropFirst().trimmingSpaces)
    }
    return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
}

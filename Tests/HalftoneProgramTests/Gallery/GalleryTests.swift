import FoundationEssentials
import Glibc
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
            // names the feed in one way
            try halftone.press("\t")
            try halftone.see("the sources") { $0.screen.contains("all of Halftone's demo feed") }
            try halftone.press("\u{1B}")
            try halftone.see("the list alone") { !$0.screen.contains("all of ") }
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
        try await Halftone.run(["--trace", folder.path + "/trace"], folder: folder) { halftone in
            try halftone.seePictures()
            #expect(try halftone.quit() == .code(0))
        }
        #expect((try RecordedTrace(folder.read("trace")).summary["diskHits"] ?? 0) > 0)
    }

    @Test func `the demo feed uses no proxy of the environment`() async throws {
        let nobody = "http://127.0.0.1:1"
        let proxies = ["http_proxy": nobody, "all_proxy": nobody, "ALL_PROXY": nobody]
        try await Halftone.run([], environment: proxies) { halftone in
            try halftone.seePictures()
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

import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// `halftone doctor` on a terminal that replies, on one that does not, and without one.
@Suite(.endsInTime) struct DoctorTests {
    /// A timeout as long as a test may take, so that no test depends on the speed of a busy machine.
    private static let longWait = ["--wait", "600000"]
    private static let answers =
        "\u{1B}]11;rgb:1111/2222/3333\u{1B}\\"
        + "\u{1B}[6;30;10t\u{1B}P>|Fine Terminal\u{202E} 3\u{1B}\\\u{1B}[5;1R\u{1B}[?62c"

    @Test(arguments: [("2", "1", "half blocks"), ("3", "2", "spaces")])
    func `a terminal that replies is described`(column: String, width: String, signs: String) async throws {
        try await Halftone.run(["doctor"] + Self.longWait, columns: 100, rows: 60) { halftone in
            try halftone.terminal.wait(for: "the questions") { $0.contains("\u{1B}[6n\u{1B}[c") }
            #expect(!halftone.terminal.modes.isCanonical && !halftone.terminal.modes.echoes)
            try halftone.press(Self.answers)
            try halftone.terminal.wait(for: "the half block") { $0.contains("▀\u{1B}[6n\r\u{1B}[K\u{1B}[c") }
            try halftone.press("\u{1B}[5;\(column)R\u{1B}[?62c")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .code(0))
            for (label, value) in [
                ("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "not set"),
                ("UTF-8 works", "yes"), ("colors", "24bit  (COLORTERM=truecolor)"), ("size", "100x60"),
                ("cell in pixels", "10x30"), ("pixel aspect", "0.67"), ("answers", "yes"),
                ("name", "Fine Terminal 3"), ("background", "#112233"),
                ("mouse", "yes"), ("ambiguous width", width),
                ("kitty pictures", "no  (fine is not known to show pictures of kitty's protocol)"),
                ("sixel pictures", "no  (the terminal does not report sixels)"),
                ("iterm pictures", "no  (fine is not known to show inline images)"),
            ] {
                let line = halftone.screen.split(separator: "\n").first { $0.hasPrefix("  \(label)  ") }
                let shown = line.map { $0.dropFirst(label.count + 2).trimmingSpaces }
                #expect(shown?.hasPrefix(value) == true, "\(label): \(shown ?? "not there")")
            }
            #expect(halftone.screen.contains("\nPictures: \(signs) in 24-bit color, drawn directly"))
            #expect(!halftone.screen.contains("▀"))
            #expect(!halftone.emulator.isAlternateScreen && !halftone.terminal.contains("1049"))
            #expect(halftone.isTerminalGivenBack)
            #expect(halftone.terminal.unreadInput == 0)
        }
    }

    @Test func `a terminal that does not reply is restored, and the rest is reported`() async throws {
        try await Halftone.run(["doctor", "--wait", "20"], columns: 100, rows: 60) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            #expect(halftone.screen.contains("not all within 20 ms"))
            #expect(halftone.screen.contains("100x60"))
            #expect(halftone.screen.contains("SQLite"))
            #expect(!halftone.terminal.contains("▀"))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `interrupting the queries restores the terminal`() async throws {
        try await Halftone.run(["doctor"] + Self.longWait) { halftone in
            try halftone.terminal.wait(for: "the questions") { $0.contains("\u{1B}[6n\u{1B}[c") }
            try halftone.press("\u{03}")
            #expect(try halftone.process.waitForExit(on: halftone.terminal) == .signal(SIGINT))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `a terminal of a type that takes no queries is not queried`() async throws {
        try await Halftone.run(["doctor"], columns: 100, rows: 60, environment: ["TERM": "vt100"]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            #expect(halftone.screen.contains("not asked: its type does not support queries"))
            #expect(!halftone.terminal.contains("\u{1B}["))
        }
    }

    @Test func `a broken library is named with the reason, and without advice to install it`() async throws {
        let folder = TemporaryDirectory()
        folder.write([], to: "libcurl.so.4")  // found first, and no library
        try await blocking {
            let process = try ChildProcess(
                [Halftone.program, "doctor"], on: nil,
                environment: ["HOME": folder.path, "LD_LIBRARY_PATH": folder.path, "LC_ALL": "C.UTF-8"],
                input: .file("/dev/null"),
                output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            let status = try process.waitForExit(on: nil)
            #expect(status == .code(1))
        }
        let reason = "libcurl.so.4 could not be opened: \(folder.path)/libcurl.so.4: file too short"
        #expect(
            String(decoding: folder.read("err"), as: UTF8.self) == "halftone: libcurl is unavailable: \(reason)\n")
        let report = String(decoding: folder.read("out"), as: UTF8.self)
        #expect(report.contains("unavailable: \(reason)"))
        #expect(report.contains("SQLite"))
    }

    @Test func `without a terminal the rest is reported`() async throws {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            ["doctor", "--cache-dir", folder.path + "/none"], in: folder, environment: ["TERM": "xterm-256color"])
        #expect(run.status == .code(0) && run.complaints.isEmpty)
        let values = Dictionary(
            run.lines.compactMap { $0.firstMatch(of: #/^  (.+?)  +(.+)$/#)?.output }.map {
                (String($0.1), String($0.2))
            }
        ) { first, _ in first }
        for name in [
            "version", "ncurses", "libcurl", "libjpeg-turbo", "libpng", "libwebp", "giflib", "SQLite", "libxml2",
            "xxHash", "libmicrohttpd", "lcms2",
        ] {
            #expect(values[name]?.first?.isNumber == true, "\(name): \(values[name] ?? "missing")")
        }
        #expect(values["colors"]?.hasPrefix("256") == true && values["UTF-8 works"] == "yes")
        #expect(values["size"] == "unknown" && values["answers"]?.hasPrefix("not asked: ") == true)
        #expect(values["cache"]?.hasPrefix(folder.path) == true && values["cache entries"] == "0")
        #expect(values["memory budget"]?.first?.isNumber == true)
        #expect(run.lines.last?.hasPrefix("Pictures: no gallery without a terminal ") == true)
        #expect(access(folder.path + "/none", F_OK) != 0, "doctor makes no cache")
    }

    @Test func `a cache behind a broken link is an error, as for cache info`() async throws {
        let folder = TemporaryDirectory()
        mkdir(folder.path + "/cache", 0o700)
        #expect(symlink(folder.path + "/missing/file", folder.path + "/cache/images.sqlite") == 0)
        for command in [["doctor"], ["cache", "info"]] {
            let run = try await ProgramRun.run(command + ["--cache-dir", folder.path + "/cache"], in: folder)
            #expect(run.status != .code(0) && run.complaints.contains("cache: the disk cache in "), "\(run.complaints)")
        }
    }

    @Test func `programs read the findings by the same names`() async throws {
        let folder = TemporaryDirectory()
        let options = ["doctor", "--cache-dir", folder.path + "/none"]
        let lines = try await ProgramRun.run(options, in: folder, environment: ["TERM": "xterm-256color"]).lines
        let run = try await ProgramRun.run(options + ["--json"], in: folder, environment: ["TERM": "xterm-256color"])
        #expect(run.status == .code(0) && run.complaints.isEmpty && run.lines.count == 1)
        struct Anything: Decodable {
            init(from decoder: any Decoder) {}
        }
        let keys = try JSONDecoder().decode([String: Anything].self, from: Data(run.output)).keys
        let names = lines.compactMap { $0.firstMatch(of: #/^  (.+?)  +.+$/#).map { String($0.1) } }
        #expect(Set(names) == Set(keys) && keys.count == names.count)
        for member in [
            #""TERM":"xterm-256color""#, #""colors":"256""#, #""UTF-8 works":true"#, #""cache entries":0"#,
            #""size":null"#, #""pixel aspect":null"#, #""answers":null"#, #""configuration":null"#,
        ] { #expect(run.text.contains(member), "\(member)") }
        #expect(access(folder.path + "/none", F_OK) != 0, "doctor makes no cache")
    }
}

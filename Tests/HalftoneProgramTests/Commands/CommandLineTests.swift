import FoundationEssentials
import Glibc
import ImageLab
import ImageLoading
import LabTestSupport
import TestSupport
import Testing

@testable import LabScreens

/// The commands without a screen: their output, its streams, and their exit statuses.
@Suite(.endsInTime) struct CommandLineTests {
    let folder = TemporaryDirectory()

    private func run(
        _ arguments: String..., environment: [String: String] = [:], output: String? = nil
    ) async throws -> ProgramRun {
        try await ProgramRun.run(arguments, in: folder, environment: environment, output: output)
    }

    @Test func `print in mono uses no color at all`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let run = try await run("print", "--size", "20x10", path, environment: ["NO_COLOR": "1"])
        #expect(run.status == .code(0))
        #expect(!run.text.contains("\u{1B}["))
    }

    @Test(arguments: [
        ("vt220", nil, "▀", "\u{1B}[3"), ("linux", nil, "▀", "38;5;"), ("xterm-256color", nil, "38;5;", "38;2;"),
        ("vt220", "256", "38;5;", "38;2;"),
    ])
    func `on a terminal, print uses the terminal's colors`(
        term: String, asked: String?, used: String, unused: String
    ) async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let options = asked.map { ["--colors", $0] } ?? []
        try await Halftone.run(
            ["print", "--size", "20x10"] + options + [path], environment: ["TERM": term, "COLORTERM": ""]
        ) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            #expect(halftone.terminal.contains(used))
            #expect(!halftone.terminal.contains(unused))
        }
    }

    @Test func `print accepts file URLs and names the schemes that it does not support`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a b.jpg")
        let url = "file://" + path.split(separator: " ").joined(separator: "%20")
        let file = try await run("print", "--size", "20x10", url)
        #expect(file.status == .code(0))
        #expect(file.text.contains("▀"))
        let other = try await run("print", "ftp://host.invalid/a.jpg")
        #expect(other.status == .code(2))
        #expect(!other.complaints.contains("No such file"))
        #expect(other.complaints.split(separator: "\n").count == 1)
    }

    @Test func `a server that sends nothing for longer than the timeout is given up`() async throws {
        let server = LabServer(pictures: DemoPictures.all())
        try server.start()
        defer { server.stop() }
        let run = try await run(
            "print", "--timeout", "1", "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?delay=600000")
        #expect(run.status == .code(2))
        #expect(run.complaints.contains("timed out"), "\(run.complaints)")
        #expect(try await self.run("print", "--timeout", "0", "a.jpg").status == .code(2))
    }

    @Test func `a truncated picture is printed with a warning and counts as success`() async throws {
        let bytes =
            DemoPicture.all.first { $0.name == "aurora-over-the-fjord.jpg" }?.bytes ?? DemoPicture.firstJPEG.bytes
        let path = folder.write(bytes.prefix(bytes.count * 2 / 3), to: "cut.jpg")
        let run = try await run("print", "--size", "20x10", path)
        #expect(run.status == .code(0))
        #expect(run.text.contains("▀"))
        #expect(run.complaints.hasPrefix("halftone: \(path): the picture"))
    }

    @Test func `pictures from the web are printed and cached`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?maxage=1000"
        #expect(try await run("print", "--size", "20x10", url).text.contains("▀"))
        #expect(try await run("print", "--size", "30x10", url).text.contains("▀"))
        #expect(server.log.count == 1, "the second size is made from the disk cache")
    }

    @Test func `a reader that closes the pipe ends the program without a message`() async throws {
        // given a reader that closes its end before the first line is written
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let folder = folder
        let status = try await blocking {
            let shell = try ChildProcess(
                ["bash", "-c", "set -o pipefail; '\(Halftone.program)' print '\(path)' '\(path)' | true"], on: nil,
                input: .file("/dev/null"), output: .file(folder.path + "/out"), error: .file(folder.path + "/err"))
            return try shell.waitForExit(on: nil)
        }
        // then it ends without a message, and not by the signal
        #expect(status == .code(0) || status == .code(1))
        #expect(folder.read("err").isEmpty)
    }

    @Test(arguments: ["", "."])
    func `without a home directory there is no cache at a path that other users can guess`(home: String) async throws {
        let environment = ["HOME": home, "XDG_CACHE_HOME": home]
        let run = try await run("cache", "path", environment: environment)
        #expect(run.status == .code(2))
        #expect(run.complaints.contains("--cache-dir"))
        let template = try await self.run("config", environment: environment)
        #expect(template.status == .code(0) && !template.text.contains("cacheDir"))
    }

    @Test func `a full disk under standard output is reported`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        for arguments in [["print", path], ["--help"], ["--version"], ["cache", "path"], ["cache", "info"]] {
            let run = try await ProgramRun.run(arguments, in: folder, output: "/dev/full")
            #expect(run.status == .code(1), "\(arguments)")
            #expect(run.complaints == "halftone: standard output: No space left on device\n", "\(arguments)")
        }
    }

    @Test func `output that may grow no larger is an error of the write`() async throws {
        let folder = TemporaryDirectory()
        let picture = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let end = try await blocking {
            try ChildProcess(
                ["bash", "-c", "ulimit -f 1; exec \(Halftone.program) print --size 80x30 \(picture)"], on: nil,
                output: .file(folder.path + "/output"), error: .file(folder.path + "/error")
            ).waitForExit(on: nil)
        }
        #expect(end == .code(1))
        #expect(String(decoding: folder.read("error"), as: UTF8.self) == "halftone: standard output: File too large\n")
    }

    @Test func `a trace that print cannot write is reported`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let run = try await run("print", "--size", "20x10", "--trace", "/dev/full", path)
        #expect(run.status == .code(1))
        #expect(run.text.contains("▀"))
        #expect(run.complaints == "halftone: the trace is incomplete: No space left on device\n")
    }

    @Test func `without standard descriptors nothing is printed into the trace`() async throws {
        let path = folder.write(DemoPicture.firstJPEG.bytes, to: "a.jpg")
        let (folder, program) = (folder, Halftone.program)
        let status = try await blocking {
            let shell = try ChildProcess(
                [
                    "/bin/sh", "-c", "exec \"$@\" <&- >&- 2>&-", "sh", program, "print", "--trace",
                    folder.path + "/trace", path, "/nonexistent.jpg",
                ], on: nil)
            return try shell.waitForExit(on: nil)
        }
        #expect(status == .code(1))
        let lines = String(decoding: folder.read("trace"), as: UTF8.self).split(separator: "\n")
        #expect(!lines.isEmpty)
        #expect(lines.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
    }

    private struct CacheInfo: Decodable {
        let path: String
        let entries: Int
        let bytes: Int
        let limit: Int
    }

    private func cacheInfo() async throws -> CacheInfo {
        let run = try await run("cache", "info", "--json")
        #expect(run.status == .code(0) && run.lines.count == 1)
        return try JSONDecoder().decode(CacheInfo.self, from: Data(run.output))
    }

    @Test func `cache says what it holds, and is emptied`() async throws {
        let path = folder.path + "/cache/halftone/images.sqlite"
        #expect(try await run("cache", "info").text == "\(path): empty\n")
        #expect(try await run("cache", "trim").status == .code(0), "there is no cache yet")
        let none = try await cacheInfo()
        #expect(none.path == path && none.entries == 0 && none.bytes == 0 && none.limit > 1_000_000)
        #expect(access(path, F_OK) != 0, "cache info creates no cache")
        let server = try DemoPicture.server()
        defer { server.stop() }
        _ = try await run("print", "--size", "20x10", "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)")
        #expect(try await run("cache", "info").text.hasPrefix("\(path): 1 entries, "))
        let full = try await cacheInfo()
        #expect(full.entries == 1 && full.bytes >= DemoPicture.firstJPEG.bytes.count)
        #expect(try await run("cache", "clear").status == .code(0))
        #expect(try await cacheInfo().entries == 0)
    }

    @Test func `cache trim removes what is too old`() async throws {
        // given an entry of the year 2023
        let cache = DiskCache(directory: folder.path + "/cache/halftone", time: ManualTime())
        cache.store(DiskCache.Entry(bytes: DemoPicture.firstJPEG.bytes), for: DiskKey(source: "http://h/a.jpg"))
        cache.flush()
        #expect(try await cacheInfo().entries == 1)
        // when
        #expect(try await run("cache", "trim").status == .code(0))
        // then
        #expect(try await cacheInfo().entries == 0)
    }

    @Test func `a corrupt cache is set aside with one warning`() async throws {
        mkdir(folder.path + "/cache", 0o700)
        mkdir(folder.path + "/cache/halftone", 0o700)
        folder.write(Array("this is no database, whatever its name says".utf8), to: "cache/halftone/images.sqlite")
        let run = try await run("cache", "info")
        #expect(run.complaints.contains("begins anew"))
        #expect(run.complaints.split(separator: "\n").count == 1)
        #expect(try await self.run("cache", "info").complaints.isEmpty)
    }

    @Test func `a cache that cannot be written to costs no picture`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let file = folder.write([1], to: "a-file")
        let run = try await run(
            "print", "--size", "20x10", "--cache-dir", file + "/cache",
            "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)")
        #expect(run.status == .code(0))
        #expect(run.text.contains("▀"))
        #expect(run.complaints.contains("the disk cache"))
    }

    @Test(arguments: [
        ["--bogus"], ["--load-delay"], ["--load-delay", "-1"], ["--colors", "7"], ["print"],
        ["cache"], ["cache", "burn"], ["cache", "trim", "--json"], ["lab", "--feed", "none"],
        ["lab", "--port", "65536"],
        ["--sort", "date"], ["--shell", "sh"], ["help", "nobody"], ["print", "--background", "#+12345", "x"],
        ["print", "--size", "0x0", "x"], ["print", "--size", "80x", "x"], ["print", "--grid", "0", "x"],
        ["print", "--frame", "0", "x"], ["print", "--size", "40", "--fit", "cover", "x"],
        ["print", "--title", "%q", "x"], ["print", "--title", "50%", "x"],
        ["print", "--dither", "none", "x"], ["print", "--fit", "fill", "x"], ["print", "--fidelity", "lossy", "x"],
        ["print", "--animate", "--grid", "2", "x"], ["print", "--animate", "--frame", "2", "x"],
        ["print", "--animate", "x"], ["print", "--limit", "pixels", "x"], ["print", "--limit", "width=9", "x"],
        ["print", "--limit", "pixels=-1", "x"],
    ])
    func `wrong usage is one line that names the option, with status 2`(arguments: [String]) async throws {
        let run = try await ProgramRun.run(arguments, in: folder)
        #expect(run.status == .code(2) && run.output.isEmpty)
        #expect(run.complaints.hasPrefix("halftone: ") && run.complaints.split(separator: "\n").count == 1)
        let option = arguments.first { $0.hasPrefix("--") } ?? ""
        #expect(option.isEmpty || run.complaints.contains(option), "\(run.complaints)")
    }

    @Test func `help and version go to standard output`() async throws {
        #expect(try await run("--version").text.hasPrefix("halftone "))
        let help = try await run("--help")
        #expect(help.status == .code(0))
        #expect(help.text.contains("--layout NAME") && !help.text.contains("--load-delay"))
        #expect(help.text.contains("a line of pictures up or down") && help.text.contains("halftone help all"))
        for all in [["help", "all"], ["--help", "all"]] {
            let text = String(decoding: try await ProgramRun.run(all, in: folder).output, as: UTF8.self)
            #expect(text.contains("--load-delay MS") && text.contains("redraw the screen"), "\(all)")
        }
    }
}

import FoundationEssentials
import Glibc
import HalftoneCore
import ImageCoding
import ImageFeeds
import LabTestSupport
import Pixels
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

@testable import ScreenKit
@testable import halftone

/// `halftone print` with each of its options.
@Suite(.endsInTime) struct PrintTests: PrintStage {
    let folder = TemporaryDirectory()

    // MARK: - Size and appearance

    @Test func `a picture is printed byte for byte`() async throws {
        let path = flat("red.png", 255, 0, 0, width: 2, height: 3)
        // Equal halves are spaces; below the odd last row the terminal's background shows.
        let expected = "\u{1B}[48;2;255;0;0m  \u{1B}[0m\n\u{1B}[38;2;255;0;0m▀▀\u{1B}[0m\n"
        #expect(try await print(path).text == expected)
        let on8 = "\u{1B}[41m  \u{1B}[0m\n\u{1B}[31m▀▀\u{1B}[0m\n"
        #expect(try await print("--colors", "8", path).text == on8)
    }

    /// `COLUMNS` and `LINES`, and the cells of a picture twice as wide as high.
    @Test(arguments: [
        (nil, nil, 80, 20), ("10", nil, 10, 3), ("10", "2", 8, 2), (nil, "2", 8, 2), ("0", "wide", 80, 20),
        ("-10", "1e9", 80, 20),
    ])
    func `without a terminal a picture has the size that the environment gives`(
        _ columnsSaid: String?, _ linesSaid: String?, columns: Int, rows: Int
    ) async throws {
        let path = flat("wide.png", 9, 9, 9, width: 200, height: 100)
        var environment: [String: String] = [:]
        environment["COLUMNS"] = columnsSaid
        environment["LINES"] = linesSaid
        let run = try await print(path, environment: environment)
        #expect(run.lines.count == rows && run.lines[0].count { $0 == " " } == columns)
    }

    /// Regression: the picture was 80 columns wide, whatever the width of the terminal.
    @Test func `a picture in a pipe is as wide as the terminal that shows the pager`() async throws {
        let picture = flat("a.png", 200, 10, 10, width: 400, height: 200)
        let output = folder.path + "/printed"
        try await Halftone.run(
            ["print", "--no-cache", picture], columns: 37, output: output, folder: folder
        ) { halftone in
            let exit = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(exit == .code(0))
        }
        let lines = String(decoding: folder.read("printed"), as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.count { $0 == " " } == 37)
        // an explicit width is preferred
        let run = try await print(picture, environment: ["COLUMNS": "20"])
        #expect(run.lines.first?.count { $0 == " " } == 20)
    }

    /// The pixels of a window of 20 columns and 11 rows, and the cells of a square above the line of the prompt.
    @Test(arguments: [(0, 0, 20), (160, 176, 20), (200, 110, 10), (100, 110, 20)])
    func `a square is square where the terminal reports the shape of its cells`(
        width: Int, height: Int, columns: Int
    ) async throws {
        let path = flat("square.png", 9, 99, 9, width: 80, height: 80)
        try await blocking {
            let emulator = TerminalEmulator(size: CellSize(columns: 20, rows: 11))
            let terminal = try PseudoTerminal(columns: 20, rows: 11, pixelWidth: width, pixelHeight: height) {
                emulator.feed($0)
            }
            let process = try ChildProcess(
                [Halftone.program, "print", "--no-cache", path], on: terminal,
                environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor"])
            #expect(try process.waitForExit(on: terminal) == .code(0))
            let shown = (0..<11).map { row in
                (0..<20).prefix { emulator[$0, row].background == RGB(9, 99, 9) }.count
            }
            #expect(shown == Array(repeating: columns, count: 10) + [0])
        }
    }

    @Test(arguments: [("contain", 10, 5), ("cover", 20, 5), ("stretch", 20, 5)])
    func `fit chooses how a picture fills its box`(fit: String, columns: Int, rows: Int) async throws {
        let path = flat("square.png", 9, 9, 9, width: 40, height: 40)
        let run = try await print("--size", "20x5", "--fit", fit, path)
        #expect(run.lines.count == rows)
        #expect(run.lines[0].count { $0 == " " } == columns)
    }

    @Test(arguments: [("#102030", "48;2;16;32;48m"), ("checker", "48;2;153;153;153m")])
    func `the background shows through transparent pixels`(background: String, color: String) async throws {
        let path = folder.write(FlatPicture.png(8, 8, (200, 0, 0), alpha: 0), to: "clear.png")
        #expect(try await print("--background", background, path).text.contains(color))
        let bare = try await print("--background", "none", path)
        #expect(!bare.text.contains("\u{1B}["))
    }

    @Test func `without colors a picture is dithered`() async throws {
        let path = flat("grey.png", 120, 120, 120, width: 16, height: 16)
        let mono = try await print("--colors", "mono", path)
        #expect(mono.text.contains("▀") || mono.text.contains("▄"))
        #expect(!mono.text.contains("\u{1B}"))
    }

    /// The output is that of the requested decoder, and the two decoders differ.
    @Test func `the fidelity is that of the option`() async throws {
        var random = SeededGenerator(seed: 8)
        let size = PixelSize(width: 640, height: 640)
        let bytes = (0..<size.area).flatMap { place -> [UInt8] in
            let light = UInt8(60 + place % 640 / 8 + Int.random(in: 0..<40, using: &random))
            return [light, light, light / 2, 255]
        }
        let picture = Image(bitmap: Bitmap(size: size, bytes: bytes, hasAlpha: false))
        var encoding = EncodeOptions()
        encoding.quality = 0.6  // at the highest quality the decoder has nothing to approximate
        let jpeg = try ImageCodersManager.shared.encode(picture, as: .jpeg, options: encoding)
        let path = folder.write(jpeg, to: "grain.jpg")
        var outputs: Set<[UInt8]> = []
        for fidelity in [DecodeOptions.Fidelity.fast, .exact] {
            let run = try await print("--size", "20x10", "--fidelity", fidelity.rawValue, path)
            var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
            options.fidelity = fidelity
            let image = try ImageCodersManager.shared.decode(jpeg, options: options)
            let cells = PictureRenderer(colors: .direct).cells(for: image.bitmap, background: .checkerboard)
            #expect(run.output == PicturePrinter(colors: .direct).lines(of: cells), "\(fidelity)")
            outputs.insert(run.output)
        }
        #expect(outputs.count == 2)
    }

    @Test func `finer characters show what half blocks cannot`() async throws {
        // white on the left and black on the right of every cell
        let size = PixelSize(width: 32, height: 32)
        let bytes = (0..<size.area).flatMap { place -> [UInt8] in
            let light: UInt8 = place % 8 < 4 ? 255 : 0
            return [light, light, light, 255]
        }
        let image = Image(bitmap: Bitmap(size: size, bytes: bytes, hasAlpha: false))
        let path = folder.write(try ImageCodersManager.shared.encode(image, as: .png), to: "stripes.png")
        let blocks = try await print("--size", "4x2", "--pictures", "blocks", path)
        #expect(blocks.text.filter { $0 == "▌" || $0 == "▐" }.count == 8)
        #expect(blocks.text.filter { $0 == "\n" }.count == 2)
        let half = try await print("--size", "4x2", "--pictures", "half", path)
        #expect(half.text == (try await print("--size", "4x2", path)).text)
        // into a pipe the terminal's capabilities are unknown
        #expect(try await print("--size", "4x2", "--pictures", "auto", path).text == half.text)
    }

    // MARK: - Sources of pictures

    @Test func `a picture is read from standard input or a pipe`() async throws {
        let path = flat("a.png", 1, 2, 3)
        let fromFile = try await print(path)
        let fromInput = try await print("-", "--title", "%f %F %wx%h", input: path)
        #expect(fromInput.status == .code(0))
        #expect(fromInput.text == fromFile.text + "- PNG 8x8\n")
        let (folder, program) = (folder, Halftone.program)
        let status = try await blocking {
            let shell = try ChildProcess(
                ["bash", "-c", "'\(program)' print <(cat '\(path)') > '\(folder.path)/out'"], on: nil)
            return try shell.waitForExit(on: nil)
        }
        #expect(status == .code(0))
        #expect(folder.read("out") == fromFile.output)
    }

    @Test func `neither a title nor a message shows the password of an address`() async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let host = server.baseURL.dropFirst("http://".count)
        let path = "/image/" + DemoPicture.firstJPEG.name
        let good = try await print("--title", "%f", "http://me:secret@\(host)\(path)")
        #expect(good.text.hasSuffix("http://\(host)\(path)\n"))
        let bad = try await print("http://me:secret@\(host)\(path)?status=404")
        #expect(bad.complaints == "halftone: http://\(host)\(path)?status=404: 404 not found\n")
        // an argument that is no URL is a path, whatever it contains
        #expect(try await print("a//me@b").complaints.hasPrefix("halftone: a//me@b: "))
    }

    @Test func `a picture in a data URL is printed`() async throws {
        let path = flat("a.png", 1, 2, 3)
        let encoded = Data(folder.read("a.png")).base64EncodedString()
        let inside = try await print("data:image/png;base64," + encoded)
        #expect(inside.status == .code(0), "\(inside.complaints)")
        #expect(inside.text == (try await print(path)).text)
        let long = try await print("data:image/png;base64," + String(repeating: "AAAA", count: 1000))
        #expect(long.status == .code(2) && long.complaints.hasPrefix("halftone: data:image/png;base64,AAAA"))
        #expect(long.complaints.count < 500 && long.complaints.split(separator: "\n").count == 1)
    }

    @Test(arguments: [(0, 2), (10_000, 1)])
    func `a stale picture on disk is revalidated before it is printed`(maxAge: Int, requests: Int) async throws {
        let server = try DemoPicture.server()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/\(DemoPicture.firstJPEG.name)?flip&maxage=\(maxAge)"
        let arguments = ["print", "--size", "8x4", "--cache-dir", folder.path + "/cache", url]
        let first = try await ProgramRun.run(arguments, in: folder)
        let second = try await ProgramRun.run(arguments, in: folder)
        #expect(first.status == .code(0) && second.status == .code(0))
        #expect((first.text == second.text) == (requests == 1))
        #expect(server.log.count == requests)
    }

    @Test func `standard input is one picture, and not a terminal`() async throws {
        let path = flat("a.png", 1, 2, 3)
        let twice = try await print("-", "-", input: path)
        #expect(twice.status == .code(1))
        #expect(twice.complaints == "halftone: -: standard input can be read only once\n")
        #expect(try await print("-").complaints == "halftone: -: the picture is empty\n")
        try await Halftone.run(["print", "-"]) { halftone in
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(2))
            #expect(halftone.screen.contains("standard input is the terminal"))
        }
    }

    // MARK: - Contact sheets

    @Test func `a contact sheet keeps the order, whatever is decoded first`() async throws {
        // given pictures of different sizes, so that the first ones take the longest
        let paths = (0..<14).map { index in
            let side = index < 3 ? 600 : 4 + index
            return flat("\(index).png", UInt8(10 + index), 0, 0, width: side, height: side)
        }
        let options = ["print", "--grid", "4", "--size", "22x10", "--title", "%n/%N %b"]
        let result = try await ProgramRun.run(options + paths, in: folder)
        #expect(result.status == .code(0))
        let run = result.text
        // then their titles and colors are in the order of the command line
        let titles = run.split(separator: "\n").filter { $0.contains("/") && !$0.contains("\u{1B}") }
        #expect(titles.count == 4)
        let numbers = titles.flatMap { $0.split(separator: " ").filter { $0.contains("/") } }.compactMap {
            Int($0.prefix { $0 != "/" })
        }
        #expect(numbers == Array(1...14))
        var reds: [Int] = []
        for piece in run.split(separator: "48;2;").dropFirst() {
            if let red = Int(piece.prefix { $0 != ";" }), reds.last != red, !reds.contains(red) { reds.append(red) }
        }
        #expect(reds == Array(10..<24))
    }

    @Test func `a sheet leaves no gap for a missing picture and reports it at the end`() async throws {
        let good = flat("a.png", 200, 0, 0)
        let run = try await print("--grid", "2", "--size", "18x10", good, "/nonexistent.png", good)
        #expect(run.status == .code(1))
        #expect(run.lines.count == 4)
        #expect(run.complaints == "halftone: /nonexistent.png: No such file or directory\n")
        #expect(try await print("--grid", "3", "/nonexistent.png").status == .code(2))
    }

    @Test(arguments: [("18", 4), ("18x10", 4), ("18x2", 2)])
    func `the rows of a size are the most of each picture of a sheet`(size: String, rows: Int) async throws {
        let path = flat("a.png", 200, 0, 0)
        #expect(try await print("--grid", "2", "--size", size, path, path).lines.count == rows)
    }

    @Test func `a sheet with more columns than the terminal stays inside it`() async throws {
        let path = flat("a.png", 200, 0, 0)
        let run = try await print("--grid", "500", "--size", "10x4", path, path, path, path, path, path)
        #expect(run.status == .code(0))
        let widths = run.lines.map { line in line.count { $0 == " " || $0 == "▀" } }
        #expect((1...10).contains(widths.max() ?? 0), "\(widths)")
    }

    // MARK: - Titles

    @Test func `a title has the known facts and no control characters`() async throws {
        let path = flat("\u{1B}]0;evil\u{7}name.png", 0, 0, 9)
        let run = try await print("--title", "100%% %n of %N: %b, %B B, %s", path)
        let bytes = FlatPicture.png(8, 8, (0, 0, 9)).count
        #expect(run.lines.last == "100% 1 of 1: ]0;evilname.png, \(bytes) B, \(ByteSize(bytes))")
        let narrow = try await print("--size", "8x4", "--title", "abcdefghijkl", path)
        #expect(narrow.lines.last == "abcdefg…")
    }

    // MARK: - Verbose output

    @Test func `the detected capabilities and the cost are printed at the end`() async throws {
        let path = flat("a.png", 1, 2, 3)
        let quiet = try await print(path)
        let run = try await print("--verbose", path, "/nonexistent.png")
        #expect(run.status == .code(1) && run.output == quiet.output && quiet.complaints.isEmpty)
        let lines = run.complaints.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[0] == "halftone: /nonexistent.png: No such file or directory")
        #expect(
            lines[1].hasPrefix("halftone: output: ")
                && lines[1].hasSuffix(", 24bit colors, because it is not a terminal"))
        #expect(lines[2] == "halftone: pictures: 1 of 2")
        #expect(lines[3].hasPrefix("halftone: settings: ") && lines[4].hasPrefix("halftone: disk cache: "))
        #expect(lines[5].contains(/^halftone: took: [0-9]+ ms, [0-9.]+ [KMG]?B at most$/), "\(lines[5])")
        let mono = try await print("--verbose", "--colors", "mono", path)
        #expect(mono.complaints.contains(" cells, mono colors, because --colors or colors set it\n"))
    }

    /// Regression: it was the size of the terminal, whatever the option said.
    @Test(arguments: [("10x3", "10x3 cells"), ("10", "10 columns")])
    func `the size that was asked for is reported`(size: String, report: String) async throws {
        let run = try await print("--verbose", "--size", size, flat("a.png", 1, 2, 3))
        #expect(run.complaints.hasPrefix("halftone: output: \(report), 24bit colors"))
    }

    // MARK: - Terminals and limits

    @Test func `the terminal's background is behind pictures without another one`() {
        var terminal = OutputTerminal(colors: .direct)
        #expect(terminal.background(asked: .terminal) == .terminal)
        terminal.background = RGB(250, 250, 240)
        var options = PrintOptions()
        for asked in [PictureBackground.checkerboard, .color(RGB(1, 2, 3)), .terminal] {
            options.background = asked
            let job = PrintJob(options: options, terminal: terminal, box: CellSize(columns: 8, rows: 4))
            #expect(job.background == (asked == .terminal ? .terminalColor(RGB(250, 250, 240)) : asked))
        }
    }

    /// The terminal must be queried, for nothing else: a reply that is late would be typed into the shell.
    @Test func `a terminal is queried for its background only, and only if that is visible`() async throws {
        let path = flat("flat.png", 1, 2, 3)
        for (background, isAsked) in [("none", true), ("checker", false)] {
            try await Halftone.run(["print", "--background", background, path]) { halftone in
                let status = try halftone.process.waitForExit(on: halftone.terminal)
                #expect(status == .code(0))
                #expect(halftone.terminal.contains("\u{1B}]11;?\u{1B}\\\u{1B}[c") == isAsked)
                for other in ["\u{1B}]10;?", "\u{1B}[6n", "\u{1B}[>q", "\u{1B}[16t", "$p"] {
                    #expect(!halftone.terminal.contains(other))
                }
                #expect(halftone.isTerminalGivenBack)
            }
        }
    }

    /// What is answered at once, if anything.
    @Test(arguments: [
        (["--background", "none"], nil),
        (["--pictures", "auto"], "\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[1;1R\u{1B}[?62c"),
    ])
    func `a late reply is not left to the shell`(options: [String], answer: String?) async throws {
        let (first, pipe) = (flat("first.png", 9, 99, 9), folder.path + "/pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        let writer = open(pipe, O_RDWR | O_CLOEXEC)  // does not wait for a reader
        let picture = FlatPicture.png(8, 8, (1, 2, 3))
        try await Halftone.run(["print"] + options + [first, "-"], input: pipe) { halftone in
            // given a terminal that has not replied to all when the first of two pictures is printed
            if let answer {
                try halftone.terminal.wait(for: "the queries") { $0.contains("\u{1B}[6n\u{1B}[c") }
                try halftone.press(answer)
            }
            try halftone.see("the first picture") { $0.emulator[2, 1].background == RGB(9, 99, 9) }
            // when it replies before the second one has arrived
            try halftone.press("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?62c")
            let written = write(writer, picture, picture.count)
            close(writer)
            #expect(written == picture.count)
            // then
            let status = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(status == .code(0))
            #expect(halftone.terminal.unreadInput == 0)
        }
    }

    /// Regression: animations were refused, though the screen limits their height.
    @Test func `only a fit that would fill any number of rows needs them`() throws {
        var options = PrintOptions()
        try #require(PrintOptions.allRows.first { $0.name == "size" }).apply("40", to: &options)
        for fit in [Fit.cover, .stretch] {
            options.fit = fit
            #expect(throws: (any Error).self) { try options.check() }
            for (animates, columns) in [(true, nil), (false, 3)] as [(Bool, Int?)] {
                var other = options
                (other.animates, other.gridColumns) = (animates, columns)
                #expect(throws: Never.self) { try other.check() }
            }
        }
    }

    @Test func `each limit of the option reaches the decoder or the reader of feeds`() throws {
        var options = PrintOptions()
        let row = try #require(PrintOptions.allRows.first { $0.name == "limit" })
        for (index, name) in ["pixels", "bytes", "seconds", "frames", "memory"].enumerated() {
            try row.apply("\(name)=\(index + 1)", to: &options)
        }
        var limits = DecodeLimits()
        (limits.pixels, limits.seconds, limits.frames, limits.workingBytes) = (1, 3, 4, 5)
        var feeds = FeedLimits()
        (feeds.feedBytes, feeds.fetchSeconds) = (2, 3)
        #expect(options.common.engine.limits == limits && options.common.feedLimits == feeds)
    }

    @Test func `a limit has the value of its option`() async throws {
        let path = flat("a.png", 1, 1, 1, width: 40, height: 40)
        #expect(try await print("--limit", "pixels=1600", path).status == .code(0))
        let small = try await print("--limit", "pixels=1599", path)
        #expect(small.status == .code(2))
        #expect(small.complaints.contains("40x40"))
        let unknown = try await print("--limit", "side=9", path)
        #expect(unknown.complaints.contains("invalid value 'side=9' for --limit (pixels, bytes, seconds, "))
        let title = try await print("--title", "50% of", path)
        #expect(title.complaints.contains("invalid value '50% of' for --title (a text with %f, %b, "))
    }
}

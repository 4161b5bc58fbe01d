import Glibc
import ImageCoding
@testable import JailedCoding
import Pixels
import TestSupport
import Testing

/// Files that are made to break a decoder, or to cost much.
@Suite(.endsInTime) struct HostileFileTests {
    private let pool = TestWorkers.pool()

    private func error(
        _ bytes: [UInt8], _ format: ImageFormat, _ options: DecodeOptions = DecodeOptions()
    ) throws -> ImageCodingError? {
        let coder = try TestWorkers.coder(format, pool)
        return Result { () throws(ImageCodingError) in try coder.decode(bytes, options: options) }.error
    }

    @Test func `a picture of 900 megapixels is refused by its header`() throws {
        let sample = try SampleMaker.avif(SampleMaker.drawing(PixelSize(width: 64, height: 64))).bytes
        let place = try #require((0..<sample.count - 4).first { sample[$0..<$0 + 4].elementsEqual("ispe".utf8) })
        func claiming(_ side: Int) -> [UInt8] {
            let number = [0, 0, UInt8(side >> 8), UInt8(side & 255)]
            return Array(sample[..<(place + 8)]) + number + number + sample[(place + 16)...]
        }
        // by the library itself, and by the limits
        let failure = try #require(try error(claiming(30_000), .avif))
        #expect(failure.description.hasPrefix("damaged AVIF: ") && !failure.description.contains("\n"))
        let size = PixelSize(width: 16_000, height: 16_000)
        #expect(try error(claiming(16_000), .avif) == .tooLarge(size, limit: "200 megapixels"))
        #expect(throws: ImageCodingError.tooLarge(size, limit: "200 megapixels")) {
            try TestWorkers.coder(.avif, pool).header(of: claiming(16_000), limits: DecodeLimits())
        }
    }

    @Test func `a picture that needs more memory than allowed is refused`() throws {
        let size = PixelSize(width: 600, height: 400)
        let sample = try SampleMaker.heic(SampleMaker.drawing(size))
        var options = DecodeOptions()
        options.limits.workerBytes = 1_000_000
        let limit = "1.0 MB of memory for its decoder"
        #expect(try error(sample.bytes, .heic, options) == .tooLarge(size, limit: limit))
    }

    @Test func `a picture with all pixels that are allowed is not refused for its memory`() throws {
        let limits = DecodeLimits()
        // bytes that libheif and libjxl keep of a pixel with 8 bits, and with more
        for (share, bytes) in [(1, 6), (1, 8), (2, 12), (2, 16)] {
            let pixels = limits.pixels / share
            var facts = PictureHeader(size: PixelSize(width: pixels / 10_000, height: 10_000))
            facts.workingBytes = pixels * bytes
            _ = try FrameRequest(0, of: facts, DecodeOptions(box: PixelSize(width: 99, height: 99)))
        }
    }

    @Test func `an SVG that multiplies itself ends within its limits`() throws {
        var uses = "<rect id='x0' width='1' height='1'/>"
        for level in 1...40 {
            let copy = "<use href='#x\(level - 1)'/>"
            uses += "<g id='x\(level)'>" + String(repeating: copy, count: 10) + "</g>"
        }
        let many = String(repeating: "<g/>", count: 1_200_000)
        let entities = (1...30).map { "<!ENTITY e\($0) '&e\($0 - 1);&e\($0 - 1);&e\($0 - 1);'>" }.joined()
        let deep = String(repeating: "<g>", count: 300_000)
        var options = DecodeOptions()
        options.limits.seconds = 20
        let picture = "xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
        for text in [
            "<svg \(picture)\(uses)</svg>", "<svg \(picture)\(many)</svg>", "<svg \(picture)\(deep)",
            "<!DOCTYPE svg [<!ENTITY e0 'text'>\(entities)]><svg \(picture)<text>&e30;</text></svg>",
        ] {
            let failure = try #require(try error(Array(text.utf8), .svg, options))
            #expect(failure.description.count < 260 && !failure.description.contains("\n"), "\(failure)")
        }
    }

    @Test func `an SVG has seconds, not minutes`() throws {
        let picture = """
            <svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><filter id="a">
            <feTurbulence numOctaves="1000000"/></filter><rect width="200" height="200" filter="url(#a)"/></svg>
            """
        let coders = JailedImageCoder.coders(workers: pool, vectorSeconds: 1)
        let coder = try #require(coders.first { $0.format == .svg })
        #expect(throws: ImageCodingError.tooSlow(seconds: 1)) {
            try coder.decode(Array(picture.utf8), options: DecodeOptions())
        }
        #expect(try TestWorkers.coder(.svg, pool).vectorSeconds == 20)
    }

    @Test func `an SVG with large coordinates is drawn in a box`() throws {
        let text = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 300000 200000'><rect/></svg>"
        let coder = try TestWorkers.coder(.svg, pool)
        let options = DecodeOptions(box: PixelSize(width: 60, height: 60))
        #expect(try coder.decode(Array(text.utf8), options: options).size == PixelSize(width: 60, height: 40))
        #expect(try coder.header(of: Array(text.utf8), limits: DecodeLimits()).pixelSize.width == 4_096)
        let size = PixelSize(width: 300_000, height: 200_000)
        #expect(try error(Array(text.utf8), .svg) == .tooLarge(size, limit: "65535 pixels a side"))
    }

    @Test func `a web page is no SVG, whatever its name`() throws {
        let manager = ImageCodersManager(coders: JailedImageCoder.coders(workers: pool))
        var options = DecodeOptions()
        options.hint = "svg"
        #expect(throws: ImageCodingError.unknownFormat(looksLike: "HTML")) {
            try manager.decode(Array("<!doctype html><html><body>404</body></html>".utf8), options: options)
        }
        #expect(pool.idleProcesses.isEmpty)
    }

    @Test func `more bytes than a worker has memory for are not sent`() throws {
        let source = ByteSource(count: 500_000_000) { _, target in
            target.initializeMemory(as: UInt8.self, repeating: 0)
            return target.count
        }
        #expect(throws: ImageCodingError.decoderUnavailable(.tiff, "500 MB need too much memory")) {
            try TestWorkers.coder(.tiff, pool).decode(source, options: DecodeOptions())
        }
        #expect(pool.idleProcesses.count == 1)
    }

    @Test func `an idle worker keeps no still`() throws {
        let coder = try TestWorkers.coder(.jpegXL, pool)
        func decode(_ side: Int) throws -> Int {
            let bitmap = Bitmap(size: PixelSize(width: side, height: side), filledWith: RGBA(90, 120, 40))
            let bytes = try SampleMaker.jpegXL(bitmap).bytes
            _ = try coder.decode(bytes, options: DecodeOptions(box: PixelSize(width: 20, height: 20)))
            return Resources.pages(of: try #require(pool.idleProcesses.first))
        }
        let before = try decode(64)
        #expect(try decode(2_000) < before + 3_000)
    }

    @Test func `a TIFF with wrong fields is an error or a part of a picture`() throws {
        let whole = try TestWorkers.coder(.tiff, pool).decode(TIFFWriter().bytes, options: DecodeOptions())
        #expect(whole.bitmap == Bitmap(size: PixelSize(width: 8, height: 8), filledWith: RGBA(90, 90, 90)))
        var cut = TIFFWriter()
        cut.pixels.removeLast(32)
        let image = try TestWorkers.coder(.tiff, pool).decode(cut.bytes, options: DecodeOptions())
        #expect(image.warning == .cut(percentShown: 50, isEnd: true))
        var failures = 0
        for (tag, value) in [
            (256, 0), (256, 0xFFFF_FFFF), (257, 0), (257, 0x7FFF_FFFF), (258, 64), (259, 7), (259, 50_000), (262, 77),
            (273, 0xFFFF_FFF0), (277, 65_000), (278, 0), (279, 0xFFFF_FFFF), (279, 1),
        ] {
            var wrong = TIFFWriter()
            wrong.tags[tag] = value
            var options = DecodeOptions()
            options.limits.seconds = 20
            guard let failure = try error(wrong.bytes, .tiff, options) else { continue }
            #expect(failure.description.count < 260 && !failure.description.contains("\n"), "\(tag): \(failure)")
            failures += 1
        }
        #expect(failures > 5)
        #expect(try error([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0xFF, 0xFF], .tiff) != nil)
    }

    /// A seed for each 40 changed files of a format; `HALFTONE_JAILED_RUNS` is the number of the files.
    private static let seeds: Range<UInt64> = {
        let files = getenv("HALFTONE_JAILED_RUNS").flatMap { UInt64(String(cString: $0)) } ?? 40
        return 0..<max(1, files / 40)
    }()

    private static func sample(_ format: ImageFormat) throws -> [UInt8] {
        let drawing = SampleMaker.drawing(PixelSize(width: 48, height: 40), hasAlpha: true)
        switch format {
        case .avif: return try SampleMaker.avif(drawing).bytes
        case .heic: return try SampleMaker.heic(drawing).bytes
        case .jpegXL: return try SampleMaker.jpegXL(drawing).bytes
        case .tiff: return try SampleMaker.tiff(drawing, compression: "lzw").bytes
        default: return Array("<svg xmlns='http://www.w3.org/2000/svg'><text y='9'>a</text></svg>".utf8)
        }
    }

    @Test(arguments: [ImageFormat.avif, .heic, .jpegXL, .tiff, .svg], seeds)
    func `changed bytes end in a picture or an error`(format: ImageFormat, seed: UInt64) throws {
        let bytes = try Self.sample(format)
        var random = SeededGenerator(seed: seed)
        var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
        options.limits.seconds = 20
        options.animation = .frames
        try #require(try error(bytes, format, options) == nil)
        var failures = 0
        for run in 0..<40 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                changed[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { changed.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            guard let failure = try error(changed, format, options) else { continue }
            #expect(!failure.description.contains("\n") && !failure.isTooSlow, "file \(run): \(failure)")
            failures += 1
        }
        #expect(failures > 0)
    }

    /// In a process of its own, whose descriptors and children no other test changes.
    @Test func `descriptors, processes and memory do not grow`() async {
        await #expect(processExitsWith: .success) {
            let pools = [TestWorkers.pool(), TestWorkers.pool(["crashes"])]
            let coders = try pools.map { try TestWorkers.coder(.svg, $0) }
            let picture = Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><g/></svg>".utf8)
            func decode(_ count: Int) {
                for index in 0..<count {
                    _ = try? coders[index % 50 == 0 ? 1 : 0].decode(picture, options: DecodeOptions())
                    _ = try? coders[0].decode(Array("<svg".utf8), options: DecodeOptions())
                }
            }
            decode(200)
            let process = pools[0].idleProcesses
            let before = (Resources.descriptors, Resources.pages(of: process[0]), Resources.pages(of: getpid()))
            decode(1_000)
            let after = (Resources.descriptors, Resources.pages(of: process[0]), Resources.pages(of: getpid()))
            try #require(pools[0].idleProcesses == process && after.0 == before.0)
            try #require(after.1 < before.1 + 500 && after.2 < before.2 + 500)
            pools[0].removeAll()
            try #require(waitpid(-1, nil, WNOHANG) == -1 && errno == ECHILD)
        }
    }
}

extension Result {
    var error: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension ImageCodingError {
    fileprivate var isTooSlow: Bool {
        if case .tooSlow = self { true } else { false }
    }
}

/// What a process holds.
private enum Resources {
    static var descriptors: Int { (0..<1_024).count { fcntl($0, F_GETFD) >= 0 } }

    /// Pages of memory that are in use.
    static func pages(of process: pid_t) -> Int {
        guard let file = fopen("/proc/\(process)/statm", "r") else { return 0 }
        defer { fclose(file) }
        var text = [CChar](repeating: 0, count: 100)
        fgets(&text, 100, file)
        let words = String(decoding: text.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
}

/// Writes a gray TIFF of 8x8 pixels with two strips, whose tags can be changed.
private struct TIFFWriter {
    var tags = [256: 8, 257: 8, 258: 8, 259: 1, 262: 1, 277: 1, 278: 4, 273: 0, 279: 32]
    var pixels = [UInt8](repeating: 90, count: 64)

    var bytes: [UInt8] {
        let count = tags.count
        let lists = 8 + 2 + 12 * count + 4
        let start = lists + 16
        func word(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        func short(_ value: Int) -> [UInt8] { Array(word(value).prefix(2)) }
        var offsets = word(start) + word(start + 32)
        if let offset = tags[273], offset != 0 { offsets = word(offset) + word(offset) }
        let sizes = word(tags[279] ?? 0) + word(tags[279] ?? 0)
        var all = [0x49, 0x49, 42, 0] + word(8) + short(count)
        for (tag, value) in tags.sorted(by: { $0.key < $1.key }) {
            switch tag {
            case 273: all += short(tag) + short(4) + word(2) + word(lists)
            case 279: all += short(tag) + short(4) + word(2) + word(lists + 8)
            default: all += short(tag) + short(4) + word(1) + word(value)
            }
        }
        return all + word(0) + offsets + sizes + pixels
    }
}

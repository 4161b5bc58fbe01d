import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Truncated or modified bytes yield a picture with a warning, or an error.
@Suite(.endsInTime, .slow) struct DamageTests {
    private let manager = ImageCodersManager.shared

    /// Small pictures of every kind that is decoded differently.
    static let pictures: [(name: String, bytes: [UInt8])] = {
        let size = PixelSize(width: 75, height: 53)
        let value = { (x: Int, y: Int, channel: Int) in (x * 5 + y * (channel + 3) + x * y / 9) % 256 }
        let low = { (x: Int, y: Int, _: Int) in (x ^ y) & 3 }
        return [
            ("jpeg", JPEGWriter(size: size).bytes(value)),
            ("jpeg 4:2:0", JPEGWriter(size: size, halvesChroma: true).bytes(value)),
            ("jpeg gray", JPEGWriter(size: size, channels: 1).bytes(value)),
            ("jpeg cmyk", JPEGWriter(size: size, channels: 4).bytes(value)),
            ("jpeg progressive", JPEGWriter(size: size, isProgressive: true).bytes(value)),
            ("jpeg restarts", JPEGWriter(size: size, restartRows: 1).bytes(value)),
            ("png", PNGWriter(width: 75, height: 53, colorType: 2).bytes(value)),
            ("png interlaced", PNGWriter(width: 75, height: 53, colorType: 6, isInterlaced: true).bytes(value)),
            ("png 16", PNGWriter(width: 75, height: 53, depth: 16, colorType: 4).bytes { value($0, $1, $2) * 257 }),
            (
                "png palette",
                PNGWriter(
                    width: 75, height: 53, depth: 2, colorType: 3, palette: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
                    transparency: [9]
                ).bytes(low)
            ),
            ("gif", GIFWriter(screen: size).bytes { value($0, $1, 0) % 16 }),
            ("gif interlaced", GIFWriter(screen: size, isInterlaced: true, transparent: 3).bytes { low($0, $1, 0) }),
            (
                "gif framed",
                GIFWriter(
                    screen: PixelSize(width: 80, height: 70), frame: PixelRect(x: 0, y: 20, size: size),
                    localPalette: GIFWriter.grays(4)
                ).bytes { low($0, $1, 0) }
            ),
            ("webp", WebPWriter(size: size).bytes(value)),
            ("webp alpha", WebPWriter(size: size, hasAlpha: true).bytes(value)),
            ("webp lossless", WebPWriter(size: size, isLossless: true, hasAlpha: true).bytes(value)),
            (
                "webp animated",
                WebPWriter.animation(
                    canvas: PixelSize(width: 99, height: 80),
                    frames: [
                        (0, 20, size, WebPWriter(size: size).bytes(value)),
                        (0, 0, size, WebPWriter(size: size, isLossless: true).bytes(low)),
                    ])
            ),
        ]
            + BMPWriter.samples(size, value) + QOIWriter.samples(size, value)
    }()

    /// The pictures of which there are previews while their bytes arrive.
    static let progressive = pictures.filter { !$0.name.hasPrefix("bmp") && !$0.name.hasPrefix("qoi") }

    /// Decodes at its own size and small, fast and exact; returns the picture at its own size.
    @discardableResult
    private func check(_ bytes: [UInt8], _ what: String) -> Image? {
        var options = DecodeOptions()
        options.limits.pixels = 1_000_000  // a modified header may announce more pixels than this test has time for
        var whole: Image?
        for (box, fidelity) in [
            (nil, .exact), (PixelSize(width: 9, height: 9), .exact), (PixelSize(width: 9, height: 9), .fast),
        ]
            as [(PixelSize?, DecodeOptions.Fidelity)]
        {
            options.box = box
            options.fidelity = fidelity
            do {
                let image = try manager.decode(bytes, options: options)
                #expect(!image.size.isEmpty && image.size.width <= box?.width ?? .max, "\(what)")
                if box == nil { whole = image }
            } catch {
                #expect(!error.description.isEmpty, "\(what)")
            }
        }
        return whole
    }

    @Test(arguments: pictures.map(\.name))
    func `a picture truncated anywhere shows its rows`(name: String) throws {
        let bytes = try #require(Self.pictures.first { $0.name == name }?.bytes)
        let whole = try manager.decode(bytes)
        #expect(whole.warning == nil)
        let counts = Array(stride(from: 0, to: bytes.count, by: 97))
        var shown = 0
        for count in counts {
            guard let image = check(Array(bytes[..<count]), "\(name) cut at \(count)") else { continue }
            shown += 1
            guard let warning = image.warning else {
                // All that was cut off are marks of the end.
                #expect(count > bytes.count - 200 && image.bitmap == whole.bitmap, "\(name) cut at \(count)")
                continue
            }
            #expect(warning.description.contains("ends early"), "\(name) cut at \(count): \(warning)")
            if !name.contains("progressive"), !name.contains("interlaced"), !name.contains("bottom-up") {
                expectBeginning(of: whole.bitmap, in: image.bitmap, "\(name) cut at \(count)")
            }
        }
        #expect(shown >= counts.count / 2, "\(shown) of \(counts.count)")
    }

    /// Checks that the rows equal those of the complete picture down to some row, except for chroma at the cut, and are
    /// then transparent.
    private func expectBeginning(of whole: Bitmap, in cut: Bitmap, _ what: String) {
        let rows = (0..<cut.size.height).prefix { cut[0, $0].alpha > 0 || whole[0, $0].alpha == 0 }.count
        let rowBytes = 4 * cut.size.width
        let good = max(0, rows - 1) * rowBytes
        #expect(cut.bytes[..<good] == whole.bytes[..<good], "\(what)")
        if whole.hasAlpha == false {
            #expect(cut.bytes[(rows * rowBytes)...].allSatisfy { $0 == 0 }, "\(what)")
            #expect(cut.hasAlpha, "\(what)")
        }
    }

    @Test func `a warning about a truncated baseline JPEG has the visible part`() throws {
        let bytes = JPEGWriter(size: PixelSize(width: 160, height: 160), quality: 90).bytes { x, y, c in
            (x * y + c) % 256
        }
        let image = try manager.decode(Array(bytes[..<(bytes.count / 2)]))
        let warning = try #require(image.warning)
        guard case .cut(let percent, isEnd: true) = warning else {
            Issue.record("\(warning)")
            return
        }
        #expect((30...70).contains(percent), "\(warning)")
        #expect(warning.description == "the picture ends early: \(percent) % of it shown")
        #expect(image.bitmap[0, 160 * percent / 100 - 1].alpha == 255)
        #expect(image.bitmap[0, 159] == RGBA(0, 0, 0, 0))
    }

    @Test func `an interlaced PNG truncated after its first passes is shown whole`() throws {
        let bytes = PNGWriter(width: 64, height: 64, colorType: 0, isInterlaced: true).bytes { x, y, _ in x + y }
        let image = try manager.decode(Array(bytes[..<(bytes.count / 2)]))
        #expect(image.warning?.description == "the picture ends early: shown with less detail")
        #expect(!image.bitmap.hasAlpha)
        for place in 0..<64 { #expect(abs(Int(image.bitmap[place, place].red) - 2 * place) <= 14) }
    }

    @Test func `a picture without a single row is an error`() throws {
        let jpeg = JPEGWriter(size: PixelSize(width: 64, height: 64)).bytes { x, y, _ in x * y }
        let scan = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xDA })
        #expect(throws: ImageCodingError.self) { try manager.decode(Array(jpeg[..<(scan + 16)])) }
        let png = PNGWriter(width: 64, height: 64).bytes { _, _, _ in 1 }
        #expect(throws: ImageCodingError.damaged(.png, "the data ends early")) {
            try manager.decode(Array(png[..<60]))
        }
    }

    @Test(arguments: pictures.map(\.name))
    func `changed bytes end in a picture or an error`(name: String) throws {
        let bytes = try #require(Self.pictures.first { $0.name == name }?.bytes)
        for seed in 0..<UInt64(400) {
            var random = SeededGenerator(seed: seed)
            var changed = bytes
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                // Half of them in the headers, where they do most.
                let end = Bool.random(using: &random) ? changed.count : min(changed.count, 700)
                let place = Int.random(in: 0..<end, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: changed[place] = .random(in: 0...255, using: &random)
                case 1: changed[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 2: changed.removeSubrange(place..<min(changed.count, place + .random(in: 1...9, using: &random)))
                default: changed.insert(contentsOf: changed[max(0, place - 20)..<place], at: place)
                }
            }
            check(changed, "\(name) changed with seed \(seed)")
        }
    }
}

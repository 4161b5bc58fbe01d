import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Incremental decoding: the previews, and the final picture, which equals that of a complete decode.
@Suite(.endsInTime, .slow) struct IncrementalDecoderTests {
    private let manager = ImageCodersManager.shared
    private let size = PixelSize(width: 75, height: 53)

    private static let pictures =
        DamageTests.progressive + [
            ("gif animation", AnimatedGIFWriter(screen: PixelSize(width: 20, height: 20), frames: frames).bytes),
            ("png animation", APNGWriter(canvas: PixelSize(width: 20, height: 20), frames: frames).bytes),
            ("webp animation", AnimatedWebPWriter(canvas: PixelSize(width: 20, height: 20), frames: frames).bytes),
        ]

    private static let frames = (0..<6).map { index in
        MadeFrame(
            index == 0 ? 0 : 2 * index, 0, index == 0 ? 20 : 6, index == 0 ? 20 : 10,
            [MadeFrame.red, MadeFrame.green, MadeFrame.blue][index % 3], disposal: index % 2)
    }

    @Test(arguments: pictures.map(\.name))
    func `the final picture is equal, however the bytes arrive`(name: String) throws {
        let bytes = try #require(Self.pictures.first { $0.name == name }?.bytes)
        for (seed, box) in [(1, nil), (2, PixelSize(width: 9, height: 9)), (3, PixelSize(width: 30, height: 80))] {
            var random = SeededGenerator(seed: UInt64(seed))
            for animation in [DecodeOptions.Animation.firstFrame, .frames] {
                var options = DecodeOptions(box: box)
                options.animation = animation
                let whole = try manager.decode(bytes, options: options)
                let isFirst = seed == 1 && animation == .firstFrame
                let random = (0..<20).map { _ in Int.random(in: 1...400, using: &random) }
                for pieces in isFirst ? [[1], [7, 1, 300], random] : [random] {
                    let decoder = try manager.incrementalDecoder(of: bytes, options: options)
                    let previews = try decoder.feed(bytes, pieces: pieces, previewEvery: pieces == [1] ? 97 : 1)
                    let image = try decoder.finish()
                    #expect(image.bitmap == whole.bitmap && image.warning == whole.warning, "\(name), seed \(seed)")
                    #expect(!image.isIncremental && image.sourceSize == whole.sourceSize, "\(name), seed \(seed)")
                    #expect(image.animation?.frameCount == whole.animation?.frameCount, "\(name), seed \(seed)")
                    for index in 0..<(whole.animation?.frameCount ?? 0) {
                        #expect(
                            image.animation?.frame(at: index)?.bitmap == whole.animation?.frame(at: index)?.bitmap,
                            "\(name), seed \(seed)")
                    }
                    #expect(!previews.isEmpty, "\(name), seed \(seed), \(pieces)")
                    for preview in previews {
                        #expect(preview.isIncremental && preview.warning == nil, "\(name)")
                        #expect(preview.size == whole.size && preview.sourceSize == whole.sourceSize, "\(name)")
                    }
                }
            }
        }
    }

    @Test func `the final PNG uses the rows that are decoded already`() throws {
        for (name, bytes) in DamageTests.progressive where name.hasPrefix("png") {
            let decoder = PNGIncrementalDecoder(options: DecodeOptions())
            try decoder.append(bytes[...])
            #expect(try decoder.finished()?.bitmap == manager.decode(bytes).bitmap, "\(name)")
        }
    }

    private static let topDown = pictures.map(\.name).filter { name in
        !["progressive", "interlaced"].contains { name.contains($0) }
    }

    @Test(arguments: topDown)
    func `rows are shown as they arrive`(name: String) throws {
        let bytes = try #require(Self.pictures.first { $0.name == name }?.bytes)
        let whole = try manager.decode(bytes).bitmap
        let previews = try manager.incrementalDecoder(of: bytes).feed(bytes, pieces: [101])
        var rows = 0
        for preview in previews {
            let bitmap = preview.bitmap
            let shown = (0..<bitmap.size.height).prefix { bitmap[0, $0].alpha > 0 || whole[0, $0].alpha == 0 }.count
            #expect(shown >= rows, "\(name)")
            rows = shown
        }
        let last = try #require(previews.last?.bitmap)
        // a JPEG's chroma is smoothed only in the final picture; otherwise the pixels are equal
        if !name.contains("jpeg") { #expect(last.bytes == whole.bytes, "\(name)") }
        #expect(rows == whole.size.height, "\(name)")
    }

    @Test func `a progressive JPEG becomes sharper with every scan`() throws {
        let picture = { (x: Int, y: Int, c: Int) in x + y / 4 + (x / 16 + y / 16) % 2 * 40 + c * 10 }
        let bytes = JPEGWriter(size: PixelSize(width: 160, height: 120), isProgressive: true).bytes(picture)
        let whole = try manager.decode(bytes).bitmap
        let previews = try manager.incrementalDecoder(of: bytes).feed(bytes, pieces: [bytes.count / 12])
        #expect(previews.count >= 8)
        let errors = previews.map { preview in
            zip(preview.bitmap.bytes, whole.bytes).reduce(0) {
                $0 + ($1.0 > $1.1 ? Int($1.0 - $1.1) : Int($1.1 - $1.0))
            }
        }
        // no preview differs more from the final picture than the previous one, except for smoothing
        for (earlier, later) in zip(errors, errors.dropFirst()) { #expect(later <= earlier + earlier / 20) }
        #expect(errors[0] > 10 * (errors.last ?? 0))
        #expect(previews.dropFirst(2).allSatisfy { !$0.bitmap.hasAlpha })
    }

    @Test func `an interlaced PNG is whole after its first pass`() throws {
        let bytes = PNGWriter(width: 64, height: 64, colorType: 2, isInterlaced: true).bytes { x, y, _ in x + y }
        for box in [nil, PixelSize(width: 16, height: 16)] {
            let decoder = PNGCoder().makeIncrementalDecoder(options: DecodeOptions(box: box))
            try decoder.append(bytes[..<(bytes.count / 10)])
            let preview = try #require(try decoder.preview())
            #expect(!preview.bitmap.hasAlpha)
            let side = preview.size.width
            for place in 0..<side {
                #expect(abs(Int(preview.bitmap[place, place].red) - place * 128 / side) <= 18)
            }
        }
    }

    @Test func `without new bytes there is no new preview`() throws {
        for (name, bytes) in Self.pictures {
            let decoder = try manager.incrementalDecoder(of: bytes)
            #expect(try decoder.preview() == nil)
            try decoder.append(bytes[...])
            #expect(try decoder.preview() != nil, "\(name)")
            #expect(try decoder.preview() == nil, "\(name)")
            try decoder.append([])
            #expect(try decoder.preview() == nil, "\(name)")
        }
    }

    @Test func `a camera's thumbnail is shown before the first row`() throws {
        let small = JPEGWriter(size: PixelSize(width: 16, height: 12)).bytes { _, _, c in [200, 30, 30][c] }
        let large = JPEGWriter(size: PixelSize(width: 320, height: 240)).bytes { x, y, _ in (x * y) % 256 }
        let bytes = JPEGWriter.adding(thumbnail: small, orientation: 6, to: large)
        let header = try JPEGCoder().header(of: bytes, limits: DecodeLimits())
        #expect(header.thumbnail.map { Array(bytes[$0]) } == small && header.orientation == .right)
        let scan = try #require(bytes.indices.last { bytes[$0] == 0xFF && bytes[min($0 + 1, bytes.count - 1)] == 0xDA })
        let decoder = JPEGCoder().makeIncrementalDecoder(options: DecodeOptions(box: PixelSize(width: 40, height: 40)))
        try decoder.append(bytes[..<(scan + 16)])
        let preview = try #require(try decoder.preview())
        #expect(preview.size == PixelSize(width: 12, height: 16) && preview.isIncremental)
        #expect(preview.sourceSize == PixelSize(width: 240, height: 320))
        #expect(abs(Int(preview.bitmap[3, 3].red) - 200) < 8)
        #expect(try decoder.preview() == nil)
        try decoder.append(bytes[(scan + 16)...])
        #expect(try decoder.preview()?.size == PixelSize(width: 30, height: 40))
    }

    @Test func `a thumbnail of other proportions is not shown`() throws {
        let small = JPEGWriter(size: PixelSize(width: 16, height: 16)).bytes { _, _, _ in 0 }
        let large = JPEGWriter(size: PixelSize(width: 320, height: 240)).bytes { _, _, _ in 99 }
        let bytes = JPEGWriter.adding(thumbnail: small, orientation: 1, to: large)
        let decoder = JPEGCoder().makeIncrementalDecoder(options: DecodeOptions())
        try decoder.append(bytes[..<(bytes.count - large.count + 620)])
        #expect(try decoder.preview() == nil)
    }

    @Test func `an animation grows frame by frame`() throws {
        for (name, bytes) in Self.pictures.suffix(3) {
            let previews = try manager.incrementalDecoder(of: bytes, options: .frames).feed(bytes, pieces: [5])
            let counts = previews.compactMap { $0.animation?.frameCount }
            #expect(counts == Array(2...(counts.last ?? 0)) && counts.count >= 4, "\(name): \(counts)")
            #expect(previews.contains { $0.animation == nil }, "\(name)")
            let whole = try #require(try manager.decode(bytes, options: .frames).animation)
            // an earlier animation stays playable
            for animation in previews.compactMap(\.animation) {
                for index in 0..<animation.frameCount {
                    #expect(animation.frame(at: index)?.bitmap == whole.frame(at: index)?.bitmap, "\(name) \(index)")
                }
            }
        }
    }

    // MARK: - What goes wrong

    @Test func `damaged bytes end in the picture or the error of the whole file`() throws {
        for (name, bytes) in Self.pictures {
            var shown = 0
            for seed in 0..<UInt64(40) {
                var random = SeededGenerator(seed: seed)
                var changed = bytes
                for _ in 0..<Int.random(in: 1...6, using: &random) {
                    let place = Int.random(in: 0..<changed.count, using: &random)
                    changed[place] = .random(in: 0...255, using: &random)
                }
                if Bool.random(using: &random) { changed.removeLast(Int.random(in: 0..<changed.count, using: &random)) }
                var options = DecodeOptions(box: PixelSize(width: 30, height: 30))
                options.limits.pixels = 100_000
                options.animation = Bool.random(using: &random) ? .frames : .firstFrame
                guard let decoder = try? manager.incrementalDecoder(of: changed, options: options) else { continue }
                let step = Int.random(in: 1...500, using: &random)
                for start in stride(from: 0, to: changed.count, by: step) {
                    try? decoder.append(changed[start..<min(changed.count, start + step)])
                    _ = try? decoder.preview()
                }
                let (incremental, whole) = (
                    Result { try decoder.finish() }, Result { try manager.decode(changed, options: options) }
                )
                let isEqual = (try? incremental.get())?.bitmap == (try? whole.get())?.bitmap
                #expect(isEqual, "\(name), seed \(seed): \(describe(incremental)) \(describe(whole))")
                if case .success = whole { shown += 1 }
            }
            #expect(shown > 0, "\(name)")
        }
    }

    private func describe(_ result: Result<Image, any Error>) -> String {
        guard let image = try? result.get() else { return "\(result)" }
        return "\(image.size) \(image.warning?.description ?? "") \(image.animation?.frameCount ?? 1)"
    }

    @Test func `a picture over the limits is refused at its header`() throws {
        for (name, bytes) in Self.pictures where !name.contains("gif") {
            var options = DecodeOptions()
            options.limits.pixels = 100
            let decoder = try manager.incrementalDecoder(of: bytes, options: options)
            #expect(throws: ImageCodingError.self, "\(name)") { try decoder.append(bytes[...]) }
            #expect(throws: ImageCodingError.self, "\(name)") { try decoder.finish() }
        }
    }

    @Test func `a cancelled decoder stops`() throws {
        for (name, bytes) in Self.pictures {
            var options = DecodeOptions()
            let token = CancellationToken()
            options.cancellation = token
            let decoder = try manager.incrementalDecoder(of: bytes, options: options)
            try decoder.append(bytes[..<(bytes.count / 2)])
            token.cancel()
            #expect(throws: ImageCodingError.cancelled, "\(name)") { try decoder.preview() }
            #expect(throws: ImageCodingError.cancelled, "\(name)") { try decoder.append(bytes[(bytes.count / 2)...]) }
            #expect(throws: ImageCodingError.cancelled, "\(name)") { try decoder.finish() }
        }
    }
}

import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Previews that are requested after every byte have a cost proportional to the bytes. The tests count work, not time.
@Suite(.endsInTime) struct PreviewBudgetTests {
    /// Many pixels in few bytes: shown anew with every byte, each of these was drawn hundreds of times.
    private static let pictures: [(name: String, bytes: [UInt8])] = {
        let size = PixelSize(width: 480, height: 384)
        let value = { (x: Int, y: Int, c: Int) in x / 60 * 9 + y / 48 * 5 + c }
        var pixels: [UInt8] = []
        for place in 0..<size.area { pixels += [UInt8(place / 11_520 & 63), 0, UInt8(place / 80 & 3), 255] }
        let flat = Bitmap(size: size, bytes: pixels, hasAlpha: false)
        return [
            ("jpeg", JPEGWriter(size: size).bytes(value)),
            ("jpeg progressive", JPEGWriter(size: size, isProgressive: true).bytes(value)),
            ("png", encoded(flat, .png)), ("gif", encoded(flat, .gif)),
            ("webp", WebPWriter(size: size).bytes(value)),
        ]
    }()

    private static func encoded(_ bitmap: Bitmap, _ format: ImageFormat) -> [UInt8] {
        (try? ImageCodersManager.shared.encode(Image(bitmap: bitmap), as: format)) ?? []
    }

    @Test(arguments: pictures.map(\.name), [DecodeOptions.Animation.firstFrame, .frames])
    func `previews cost in proportion to the bytes`(name: String, animation: DecodeOptions.Animation) throws {
        let bytes = try #require(Self.pictures.first { $0.name == name }?.bytes)
        var options = DecodeOptions()
        options.animation = animation
        let coder = try #require(ImageCodersManager.shared.coder(for: bytes) as? any ProgressiveImageCoder)
        let decoder = coder.makeIncrementalDecoder(options: options)
        let previews = try decoder.feed(bytes, pieces: [1])
        let whole = try coder.decode(bytes, options: options)
        let paid = PreviewBudget.freeSteps + PreviewBudget.stepsPerByte * bytes.count
        #expect(previews.count * whole.size.area <= paid + whole.size.area)
        #expect(!previews.isEmpty && bytes.count < 12_000, "\(previews.count) previews of \(bytes.count) bytes")
        #expect(try decoder.finish().bitmap == whole.bitmap)
    }

    @Test func `an animation is not parsed anew with every byte`() throws {
        let frames = (0..<300).map {
            MadeFrame($0 % 20, $0 / 20, 1, 1, [MadeFrame.red, MadeFrame.green, MadeFrame.blue][$0 % 3])
        }
        let bytes = AnimatedGIFWriter(screen: PixelSize(width: 20, height: 20), frames: frames).bytes
        let format = CountingFormat()
        let decoder = AnimatedIncrementalDecoder(
            format: format, first: GIFIncrementalDecoder(options: .frames), options: .frames)
        let counts = try decoder.feed(bytes, pieces: [1]).compactMap { $0.animation?.frameCount }
        #expect(
            format.looked <= PreviewBudget.freeSteps + (PreviewBudget.stepsPerByte + 1) * bytes.count,
            "\(format.looked) of \(bytes.count)")
        // It is not far behind for all that: never more than a sixtieth of the bytes, and the steps of the first frame.
        #expect(counts.count > 100 && (counts.last ?? 0) >= 290 && counts == counts.sorted())
        #expect(try decoder.finish().animation?.frameCount == 300)
    }

    @Test func `a damaged first frame is decoded once`() throws {
        // 20 rows of pixels in a frame that should have 40
        let size = PixelSize(width: 20, height: 40)
        let bytes = GIFWriter(
            screen: size, frame: PixelRect(x: 0, y: 0, size: PixelSize(width: 20, height: 20)), claims: size,
            hasTrailer: false
        ).bytes { x, _ in x % 16 }
        let decoder = GIFIncrementalDecoder(options: DecodeOptions())
        try decoder.append(bytes[...])
        #expect(try decoder.preview() != nil)
        var others = 0
        for _ in 0..<1000 {
            try decoder.append([0])
            others += try decoder.preview() == nil ? 0 : 1
        }
        #expect(others == 0)
        let all = bytes + [UInt8](repeating: 0, count: 1000)
        let (arrived, whole) = (try decoder.finish(), try GIFCoder().decode(all, options: DecodeOptions()))
        #expect(arrived.bitmap == whole.bitmap && arrived.warning == whole.warning && arrived.warning != nil)
        #expect(arrived.sourceBytes == all.count)
    }
}

/// Counts the bytes that were taken apart.
private final class CountingFormat: AnimationFormat {
    private let count = Lock(0)
    var looked: Int { count.withLock { $0 } }

    var format: ImageFormat { .gif }
    func canDecode(_ bytes: [UInt8]) -> Bool { GIFCoder().canDecode(bytes) }
    func header(of bytes: [UInt8], limits: DecodeLimits) throws(ImageCodingError) -> ImageHeader {
        try GIFCoder().header(of: bytes, limits: limits)
    }
    func index(of bytes: EncodedBytes, limits: DecodeLimits) throws(ImageCodingError) -> AnimationIndex {
        count.withLock { $0 += bytes.count }
        return try GIFCoder().index(of: bytes, limits: limits)
    }
    func decode(
        _ part: PixelSize, of frame: AnimationFrame, of index: AnimationIndex, in bytes: EncodedBytes,
        options: DecodeOptions
    ) throws(ImageCodingError) -> Image {
        try GIFCoder().decode(part, of: frame, of: index, in: bytes, options: options)
    }
    func decodeStill(_ bytes: EncodedBytes, options: DecodeOptions) throws(ImageCodingError) -> Image {
        try GIFCoder().decodeStill(bytes, options: options)
    }
}

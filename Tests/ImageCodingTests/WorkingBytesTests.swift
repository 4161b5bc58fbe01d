import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The estimated memory of decodes, and the sizes that fit a memory limit.
@Suite(.endsInTime, .slow) struct WorkingBytesTests {
    private let manager = ImageCodersManager.shared
    private let cell = DecodeOptions(box: PixelSize(width: 80, height: 80))

    private func estimate(_ header: ImageHeader, _ options: DecodeOptions) -> Int {
        manager.coders.first { $0.format == header.format }?.workingBytes(for: header, options: options) ?? 0
    }

    @Test func `a picture that is decoded row by row is estimated by its rows`() {
        let size = PixelSize(width: 10_000, height: 10_000)
        for format in [ImageFormat.jpeg, .png, .gif, .bmp, .qoi] {
            let bytes = estimate(ImageHeader(format: format, pixelSize: size), cell)
            #expect(bytes > 4 * 10_000 && bytes < 6_000_000, "\(format): \(bytes)")
        }
    }

    @Test func `memory of the library for the whole picture is counted`() throws {
        let size = PixelSize(width: 200, height: 100)
        let progressive = try manager.header(of: JPEGWriter(size: size, isProgressive: true).bytes { x, _, _ in x })
        #expect(estimate(progressive, cell) - 300_000 > 200 * 100 * 3)
        let lossless = try manager.header(of: WebPWriter(size: size, isLossless: true).bytes { x, _, _ in x })
        #expect(estimate(lossless, cell) - 300_000 > 200 * 100 * 4)
    }

    @Test func `a result of full size and its rotation are counted`() {
        let size = PixelSize(width: 3000, height: 2000)
        let upright = estimate(ImageHeader(format: .png, pixelSize: size), DecodeOptions())
        let turned = estimate(ImageHeader(format: .png, pixelSize: size, orientation: .right), DecodeOptions())
        #expect(upright >= 4 * size.area && turned >= 8 * size.area)
    }

    @Test func `copies of the result are counted where its colors are changed, and where it is turned`() {
        let size = PixelSize(width: 3000, height: 2000)
        func results(_ format: ImageFormat, _ color: SourceColor) -> Double {
            var header = ImageHeader(format: format, pixelSize: size)
            header.sourceColor = color
            return Double(estimate(header, DecodeOptions())) / Double(4 * size.area)
        }
        // the rows of a BMP are usually stored from bottom to top, with blue first
        #expect((3..<3.1).contains(results(.bmp, .unknown)))
        #expect((1..<1.1).contains(results(.qoi, .sRGB)))
    }

    @Test func `a coder that reads piece by piece says so`() {
        #expect(Set(manager.coders.filter(\.readsInPieces).map(\.format)) == [.jpeg, .png, .bmp, .qoi])
    }

    @Test func `the accumulators of an interlaced picture are counted`() {
        let size = PixelSize(width: 3000, height: 2000)
        let half = DecodeOptions(box: PixelSize(width: 1500, height: 1000))
        let plain = estimate(ImageHeader(format: .png, pixelSize: size), half)
        let interlaced = estimate(ImageHeader(format: .png, pixelSize: size, isProgressive: true), half)
        #expect(interlaced - plain == 1500 * 1000 * 40)
    }

    @Test func `an animation counts its canvas and its kept frames`() {
        var header = ImageHeader(format: .gif, pixelSize: PixelSize(width: 500, height: 400))
        header.frameCount = 10
        var options = cell
        let still = estimate(header, options)
        options.animation = .frames
        let frames = estimate(header, options)
        options.animation = .preloaded
        #expect(frames - still == 12 * 500 * 400)
        #expect(estimate(header, options) - frames == 10 * 4 * 80 * 64)
        header.mayHaveMoreFrames = true
        #expect(estimate(header, options) - frames == 11 * 4 * 80 * 64)
    }

    @Test func `a partial animation counts its canvas`() throws {
        let canvas = PixelSize(width: 60, height: 40)
        let frames = (0..<3).map { _ in MadeFrame(0, 0, 60, 40, MadeFrame.red) }
        for bytes in MadeFrame.files(canvas, frames) {
            let coder = try #require(manager.coder(for: bytes))
            var options = DecodeOptions(box: PixelSize(width: 6, height: 4))
            let lengths = Array(stride(from: 12, to: bytes.count, by: 5)) + [bytes.count]
            let counts = lengths.compactMap { count -> Int? in
                guard let head = try? coder.header(of: Array(bytes[..<count]), limits: DecodeLimits()) else {
                    return nil
                }
                #expect(head.mayHaveMoreFrames || head.frameCount == 3, "\(coder.format), \(count) bytes")
                options.animation = .firstFrame
                let still = coder.workingBytes(for: head, options: options)
                options.animation = .frames
                #expect(coder.workingBytes(for: head, options: options) - still == 12 * canvas.area)
                return head.frameCount
            }
            #expect(Set(counts) == [1, 2, 3])
            #expect(try !coder.header(of: bytes, limits: DecodeLimits()).mayHaveMoreFrames)
        }
        let still = try manager.header(of: GIFWriter(screen: canvas).bytes { _, _ in 1 })
        #expect(!still.mayHaveMoreFrames)
    }

    @Test(arguments: [
        (PixelSize(width: 5250, height: 3450), 60 << 20, PixelSize(width: 4892, height: 3214)),
        (PixelSize(width: 80, height: 60), 60 << 20, PixelSize(width: 80, height: 60)),
        (PixelSize(width: 80, height: 60), 1, PixelSize(width: 1, height: 1)),
        (PixelSize(width: 1000, height: 1), 40, PixelSize(width: 10, height: 1)),
        (PixelSize(width: 1, height: 1000), 40, PixelSize(width: 1, height: 10)),
    ])
    func `a byte limit reduces the size in proportion`(source: PixelSize, bytes: Int, size: PixelSize) {
        #expect(DecodePlan.size(source, reducedTo: bytes) == size)
    }

    @Test func `every format is reduced to the bytes that are allowed`() throws {
        let size = PixelSize(width: 100, height: 50)
        let files = [
            JPEGWriter(size: size).bytes { x, _, _ in x }, PNGWriter(width: 100, height: 50).bytes { x, _, _ in x },
            GIFWriter(screen: size).bytes { x, _ in x % 16 }, WebPWriter(size: size).bytes { x, _, _ in x },
            BMPWriter(100, 50).bytes { x, _ in x }, QOIWriter(100, 50).bytes { x, _ in RGBA(UInt8(x), 0, 0) },
        ]
        for bytes in files {
            var options = DecodeOptions()
            options.maximumBytes = 4 * 200
            #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 20, height: 10))
            options.box = PixelSize(width: 10, height: 10)
            #expect(try manager.decode(bytes, options: options).size == PixelSize(width: 10, height: 5))
        }
    }
}

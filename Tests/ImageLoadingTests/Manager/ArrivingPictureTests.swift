import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import ImageLoading

/// Progressive loads of every format, with the real coders.
@Suite(.endsInTime, .slow) @MainActor struct ArrivingPictureTests {
    private let loader = HeldLoader()
    private let bench: Bench

    init() {
        let loader = loader
        bench = Bench(
            loader: loader, coders: .shared,
            configure: {
                $0.previewInterval = .zero
                $0.scaleDownBytes = 30 * 30 * 4
            })
    }

    enum Kind: CaseIterable { case jpeg, gif, apng }

    /// A frame of stripes, so that its encoded bytes are many.
    private static func frame(_ number: Int) -> ImageFrame {
        var bytes: [UInt8] = []
        for pixel in 0..<60 * 60 {
            bytes += [UInt8(pixel * 7 % 251), UInt8(pixel * 13 % 241), UInt8(number * 50), 255]
        }
        let image = Image(bitmap: Bitmap(size: PixelSize(width: 60, height: 60), bytes: bytes, hasAlpha: false))
        return ImageFrame(image: image, duration: .milliseconds(100))
    }

    private static func bytes(_ kind: Kind, frames count: Int = 2) throws -> [UInt8] {
        let frames = (0..<count).map(frame)
        return switch kind {
        case .jpeg: try JPEGCoder().encode(frames, loopCount: 0, options: EncodeOptions())
        case .gif: try GIFCoder().encode(frames, loopCount: 0, options: EncodeOptions())
        case .apng: try PNGCoder().encode(frames, loopCount: 0, options: EncodeOptions())
        }
    }

    /// Loads the picture while its bytes arrive in ten pieces.
    private func load(
        _ bytes: [UInt8], _ options: ImageOptions = .progressiveLoad, _ animation: DecodeOptions.Animation = .frames
    ) -> [LoadedImage] {
        let load = bench.run("http://host/a", options, .made { $0.animation = animation })
        let step = bytes.count / 10 + 1
        for start in stride(from: 0, to: bytes.count, by: step) {
            loader.open[0].receive(Array(bytes[start..<min(start + step, bytes.count)]))
            bench.settle()
        }
        loader.open[0].respond(bytes)
        bench.settle()
        #expect(load.results.count { (try? $0.get()) == nil } == 0)
        return load.results.compactMap { try? $0.get() }
    }

    // D09, D18, D19
    @Test(arguments: Kind.allCases) func `previews precede one final result with image and bytes`(kind: Kind) throws {
        let bytes = try Self.bytes(kind)
        let told = load(bytes)
        #expect(told.count > 1 && told.dropLast().allSatisfy { !$0.isFinal && $0.image.isIncremental })
        let end = try #require(told.last)
        #expect(end.isFinal && !end.image.isIncremental && end.data == bytes && bench.isIdle)
    }

    // D28, A27: each frame arrives, unless frames are preloaded, and the end is one animation, the one in memory
    @Test(arguments: [Kind.gif, .apng], [DecodeOptions.Animation.frames, .preloaded])
    func `an animation grows while it arrives`(kind: Kind, kept: DecodeOptions.Animation) throws {
        let bytes = try Self.bytes(kind, frames: 5)
        let whole = try #require(ImageCodersManager.shared.decode(bytes, options: .animated).animation)
        let told = load(bytes, [.progressiveLoad, .matchAnimatedImageClass], kept)
        let counts = told.map { $0.image.animation?.frameCount ?? 1 }
        #expect(counts == counts.sorted() && counts.first == 1 && counts.last == 5)
        #expect(counts.contains { (2...4).contains($0) })
        for part in told.compactMap(\.image.animation) {
            for index in 0..<part.frameCount {
                #expect(part.frame(at: index)?.bitmap == whole.frame(at: index)?.bitmap)
            }
        }
        #expect(told.dropLast().allSatisfy { $0.image.animation?.isPreloaded != true })
        let animation = try #require(told.last?.image.animation)
        #expect(animation.isPreloaded == (kept == .preloaded))
        let again = bench.load("http://host/a", [], .made { $0.animation = .frames })
        #expect(again.words == ["image memory"] && again.image?.animation === animation)
    }

    // M13
    @Test func `a large picture is scaled down from its first preview on`() throws {
        let told = load(try Self.bytes(.jpeg), [.progressiveLoad, .fromLoaderOnly, .scaleDownLargeImages])
        #expect(told.count > 1 && told.allSatisfy { $0.image.size == PixelSize(width: 30, height: 30) })
        #expect(told.map { $0.image.isIncremental } == told.map { !$0.isFinal })
    }
}

extension DecodeOptions {
    fileprivate static var animated: DecodeOptions {
        var options = DecodeOptions()
        options.animation = .frames
        return options
    }
}

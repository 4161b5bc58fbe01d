import ImageCoding
import Pixels
import Testing

@testable import ImageLoading

/// Pictures of every kind that are shown while they arrive. With the real coders.
@MainActor
struct ArrivingPictureTests {
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

    /// Stripes, so that its bytes are many.
    private static func frame(_ number: Int) -> ImageFrame {
        var bytes: [UInt8] = []
        for pixel in 0..<60 * 60 {
            bytes += [UInt8(pixel * 7 % 251), UInt8(pixel * 13 % 241), UInt8(number * 90), 255]
        }
        let image = Image(bitmap: Bitmap(size: PixelSize(width: 60, height: 60), bytes: bytes, hasAlpha: false))
        return ImageFrame(image: image, duration: .milliseconds(100))
    }

    private static func bytes(_ kind: Kind) throws -> [UInt8] {
        switch kind {
        case .jpeg: try JPEGCoder().encode([frame(0)], loopCount: 0, options: EncodeOptions())
        case .gif: try GIFCoder().encode([frame(0), frame(1)], loopCount: 0, options: EncodeOptions())
        case .apng: try PNGCoder().encode([frame(0), frame(1)], loopCount: 0, options: EncodeOptions())
        }
    }

    /// Loads it while its bytes come in ten pieces.
    private func load(_ bytes: [UInt8], _ options: ImageOptions = .progressiveLoad) -> [LoadedImage] {
        let load = bench.load("http://host/a", options, .made { $0.animation = .frames })
        bench.settle()
        let step = bytes.count / 10 + 1
        for start in stride(from: 0, to: bytes.count, by: step) {
            loader.open[0].send(.bytes(Array(bytes[start..<min(start + step, bytes.count)])))
            bench.settle()
        }
        loader.open[0].respond(bytes)
        bench.settle()
        #expect(load.results.count { (try? $0.get()) == nil } == 0)
        return load.results.compactMap { try? $0.get() }
    }

    // D09, D18, D19
    @Test(arguments: Kind.allCases) func partsComeBeforeOneEndThatHasImageAndBytes(kind: Kind) throws {
        let bytes = try Self.bytes(kind)
        let told = load(bytes)
        #expect(told.count > 1 && told.dropLast().allSatisfy { !$0.isFinal && $0.image.isIncremental })
        let end = try #require(told.last)
        #expect(end.isFinal && !end.image.isIncremental && end.data == bytes && bench.isIdle)
    }

    // D28: the parts are of the first frame, and the end is one animation, the one that memory has
    @Test(arguments: [Kind.gif, .apng]) func whatMovesIsStillUntilItIsWhole(kind: Kind) throws {
        let told = load(try Self.bytes(kind), [.progressiveLoad, .matchAnimatedImageClass])
        #expect(told.dropLast().allSatisfy { $0.image.animation == nil })
        let animation = try #require(told.last?.image.animation)
        #expect(animation.frameCount == 2)
        let again = bench.load("http://host/a", [], .made { $0.animation = .frames })
        #expect(again.words == ["image memory"] && again.image?.animation === animation)
    }

    // M13
    @Test func aLargePictureIsScaledDownFromItsFirstPartOn() throws {
        let told = load(try Self.bytes(.jpeg), [.progressiveLoad, .fromLoaderOnly, .scaleDownLargeImages])
        #expect(told.count > 1 && told.allSatisfy { $0.image.size == PixelSize(width: 30, height: 30) })
        #expect(told.map { $0.image.isIncremental } == told.map { !$0.isFinal })
    }
}

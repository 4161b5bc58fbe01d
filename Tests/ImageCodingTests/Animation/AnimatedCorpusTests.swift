import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// The animations of public test suites. Without the files the tests report it; generated animations have other tests.
@Suite(.endsInTime, .slow) struct AnimatedCorpusTests {
    private var files: [(name: String, bytes: [UInt8])] {
        let files = ["gif", "apng", "webp"].flatMap { Corpus.files(in: $0) }
        if files.isEmpty { print("note: there is no ../shared/corpus; its animations are not tested") }
        return files
    }

    /// Frames, and Adler-32 of each frame's RGBA bytes (transparent pixels left out) folded by 31. All frames equal those
    /// of Pillow 13.0, GIFs those of ImageMagick 6.9 too, with these exceptions, in which ours are what browsers show:
    /// both paint the background color around a first GIF frame that does not fill the screen, and Pillow does not
    /// restore the last frame of `fcTL-dispose-in-region-previous`, which by its suite must be all green.
    @Test func `every frame equals that of other decoders`() throws {
        let sums: [String: (Int, UInt32)] = [
            "any-disposal.gif": (5, 2_024_809_953),
            "border_touching_layers.gif": (2, 2_600_827_066),
            "issue_1455_undersized.gif": (2, 66_171_584),
            "large-gif-anim-combine.gif": (2, 3_164_896_651),
            "large-gif-anim-full-frame-replace.gif": (2, 4_206_121_740),
            "mixed-disposal.gif": (5, 1_516_380_880),
            "ball.png": (20, 3_444_488_495),
            "dispose-background-blend-source.png": (3, 4_079_146_009),
            "dispose-previous-blend-source.png": (3, 352_376_853),
            "fcTL-blend-source-transparent.png": (2, 4_233_540_239),
            "fcTL-dispose-in-region-background.png": (3, 2_448_172_162),
            "fcTL-dispose-in-region-none.png": (3, 2_672_825_714),
            "fcTL-dispose-in-region-previous.png": (3, 4_217_378_162),
            "rgba16.png": (3, 2_087_039_822),
            "advertises_rgba_but_frames_are_rgb.webp": (11, 3_671_409_029),
            "anim.webp": (6, 1_670_009_354),
        ]
        for (name, bytes) in files {
            let animation = try ImageCodersManager.shared.decode(bytes, options: .frames).animation
            let frames = (0..<(animation?.frameCount ?? 0)).map { animation?.frame(at: $0)?.bitmap }
            let sum = frames.reduce(UInt32(0)) { $0 &* 31 &+ ($1.map(CorpusTests.checksum) ?? 0) }
            let (count, expected) = sums[name] ?? (0, 0)  // a still
            #expect(frames.count == count && sum == expected, "\(name)")
        }
    }

    @Test func `a region that is restored is green again`() throws {
        for (name, bytes) in files where name == "fcTL-dispose-in-region-previous.png" {
            let animation = try #require(try ImageCodersManager.shared.decode(bytes, options: .frames).animation)
            let last = try #require(animation.frame(at: animation.frameCount - 1)?.bitmap)
            #expect(last == Bitmap(size: last.size, filledWith: RGBA(0, 255, 0)), "\(name)")
        }
    }

    @Test func `frames are equal, in whatever order they are requested`() throws {
        var random = SeededGenerator(seed: 9)
        for (name, bytes) in files {
            var options = DecodeOptions.frames
            options.box = PixelSize(width: 40, height: 40)
            guard let animation = try ImageCodersManager.shared.decode(bytes, options: options).animation else {
                continue
            }
            let frames = (0..<animation.frameCount).map { animation.frame(at: $0)?.bitmap }
            for _ in 0..<10 {
                let index = Int.random(in: frames.indices, using: &random)
                #expect(animation.frame(at: index)?.bitmap == frames[index], "seed 9: \(name), frame \(index)")
            }
        }
    }

    @Test func `changed files end in frames or an error`() {
        for (name, bytes) in files where bytes.count < 60_000 {
            for seed in 0..<UInt64(25) {
                var random = SeededGenerator(seed: seed)
                var changed = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<changed.count, using: &random)
                    changed[place] = .random(in: 0...255, using: &random)
                }
                var options = DecodeOptions.frames
                options.limits.pixels = 70_000
                options.limits.frames = 40
                options.box = PixelSize(width: 20, height: 20)
                guard let animation = try? ImageCodersManager.shared.decode(changed, options: options).animation else {
                    continue
                }
                for index in (0..<animation.frameCount).reversed() where index % 3 == 0 {
                    let frame = animation.frame(at: index)
                    #expect(frame?.size == animation.size, "\(name), seed \(seed), frame \(index)")
                }
            }
        }
    }
}

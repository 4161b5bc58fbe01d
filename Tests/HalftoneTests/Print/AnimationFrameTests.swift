import EngineTestSupport
import HalftoneCore
import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import ScreenKit
@testable import halftone

/// The messages of `halftone print` about frames.
@Suite(.endsInTime) struct AnimationFrameTests {
    private func message(_ known: DecodeWarning?, _ frames: [DecodeWarning?]) -> String? {
        var damage = FrameDamage(known: known)
        for (index, warning) in frames.enumerated() { damage.add(warning, ofFrame: index + 2) }
        return damage.message
    }

    @Test func `the first damaged frame is reported unless the picture was`() {
        #expect(message(nil, [nil, nil]) == nil)
        #expect(message(nil, [nil, .damagedInPlaces, .lessDetail]) == "frame 3: \(DecodeWarning.damagedInPlaces)")
        // the first frame's damage was reported, and may still be visible
        #expect(message(.damagedInPlaces, [.lessDetail]) == nil)
        // a report about the animation or its colors does not cover its pixels
        let profile = DecodeWarning.colors(.unusableProfile)
        for known in [profile, .missingFrames(shown: 2)] {
            #expect(message(known, [known, .lessDetail]) == "frame 3: \(DecodeWarning.lessDetail)")
        }
    }

    /// Regression: an unusable profile was reported as damage, of a frame that has every pixel.
    @Test func `a problem with a frame's colors is no damage`() {
        let profile = DecodeWarning.colors(.unusableProfile)
        #expect(message(nil, [profile, .onlyFirstFrame(limit: "2 frames")]) == nil)
        #expect(message(nil, [profile, .damagedInPlaces]) == "frame 3: \(DecodeWarning.damagedInPlaces)")
    }

    @Test func `a frame over the time limit has a message about the limit`() throws {
        let time = ManualTime()
        var options = DecodeOptions()
        (options.animation, options.time) = (.frames, time)
        let bytes = BlinkingGIF.bytes(loops: 0, hundredths: 3)
        let image = try ImageCodersManager.shared.decode(bytes, options: options)
        var asked = PrintOptions()
        asked.frame = 1
        let job = PrintJob(
            options: asked, terminal: OutputTerminal(colors: .direct), box: CellSize(columns: 8, rows: 4))
        #expect(try job.frame(of: image).bitmap.size == image.bitmap.size)
        image.animation?.unloadAllFrames()
        time.set(step: .seconds(601))
        let refusal = #expect(throws: Failure.self) { try job.frame(of: image) }
        #expect(refusal?.description == "frame 2 cannot be read: \(ImageCodingError.tooSlow(seconds: 600))")
    }
}

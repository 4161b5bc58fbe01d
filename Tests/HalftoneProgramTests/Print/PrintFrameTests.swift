import ImageCoding
import Pixels
import TestSupport
import Testing

@testable import halftone

/// Frames that `halftone print` selects by number.
@Suite(.endsInTime) struct PrintFrameTests: PrintStage {
    let folder = TemporaryDirectory()

    /// Regression: a frame that was printed by its number had no warning about damage of the whole file.
    @Test func `a frame of a truncated animation is printed with a warning`() async throws {
        let bytes = BlinkingGIF.bytes(loops: 0, hundredths: 3, frames: 3)
        let path = folder.write(Array(bytes.dropLast(6)), to: "cut.gif")
        let second = try await print("--frame", "2", path)
        #expect(second.status == .code(0) && second.text.contains("48;2;0;0;255m"))
        #expect(second.complaints == "halftone: \(path): the animation ends early: 2 frames of it shown\n")
        #expect(try await print("--frame", "1", path).complaints.isEmpty, "the first is whole")
        #expect(try await print("--frame", "3", path).complaints.hasSuffix("no frame 3 (2 frames)\n"))
    }

    @Test func `damage in a frame is reported where that frame is printed`() async throws {
        let path = folder.write(BlinkingGIF.withDamagedFrame(loops: 0, hundredths: 3), to: "damaged.gif")
        #expect(try await print("--frame", "1", path).complaints.isEmpty)
        let second = try await print("--frame", "2", path)
        #expect(second.status == .code(0) && second.text.contains("48;2;0;0;255m"))
        #expect(second.complaints == "halftone: \(path): the picture is damaged: 50 % of it shown\n")
    }

    @Test func `a still has one frame`() async throws {
        let path = flat("a.png", 1, 1, 1)
        #expect(try await print("--frame", "1", path).status == .code(0))
        let second = try await print("--frame", "2", path)
        #expect(second.status == .code(2))
        #expect(second.complaints == "halftone: \(path): no frame 2 (still image)\n")
    }

    /// Regression: a frame that covers the first one was said to be damaged because the first one is.
    @Test func `a whole frame is not reported as damaged for the damage of the first`() {
        func image(_ warning: DecodeWarning?) -> Image {
            Image(bitmap: Bitmap(size: PixelSize(width: 1, height: 1), filledWith: RGBA(0, 0, 0)), warning: warning)
        }
        for ofFirst in [DecodeWarning.damagedInPlaces, .lessDetail, .cut(percentShown: 9, isEnd: true)] {
            #expect(PrintJob.warning(of: image(nil), in: image(ofFirst)) == nil)
        }
        let missing = DecodeWarning.missingFrames(shown: 2)
        #expect(PrintJob.warning(of: image(nil), in: image(missing)) == missing)
        #expect(PrintJob.warning(of: image(.lessDetail), in: image(missing)) == .lessDetail)
    }
}

import ImageCoding
import Pixels
import TerminalScreen
import TestSupport
import Testing

/// A part of an animation, enlarged: it is as sharp as that of a still.
@Suite(.serialized, .endsInTime) struct EnlargedAnimationTests {
    let folder = TemporaryDirectory()

    /// Returns frames of alternating red and blue columns, wider than the screen: reduced they would mix to another
    /// color.
    private func stripes() throws -> [UInt8] {
        let frames = (0..<2).map { shift in
            var bytes: [UInt8] = []
            for _ in 0..<60 {
                for column in 0..<400 { bytes += (column + shift) % 2 == 0 ? [255, 0, 0, 255] : [0, 0, 255, 255] }
            }
            let bitmap = Bitmap(size: PixelSize(width: 400, height: 60), bytes: bytes, hasAlpha: false)
            return ImageFrame(image: Image(bitmap: bitmap), duration: .milliseconds(200))
        }
        return try GIFCoder().encode(frames, loopCount: 0, options: EncodeOptions())
    }

    @Test func `its frames are decoded at the displayed size`() async throws {
        let path = folder.write(try stripes(), to: "stripes.gif")
        @Sendable func colors(_ halftone: Halftone) -> [RGB?] {
            (40..<44).map { halftone.emulator[$0, 14].background }
        }
        let (red, blue) = (RGB(255, 0, 0), RGB(0, 0, 255))
        try await Halftone.run([path], columns: 100, rows: 30, folder: folder) { halftone in
            try halftone.see("1/1")
            try halftone.press("\r")
            try halftone.see("the animation") { $0.screen.contains("frame 2/2") }
            try halftone.press("z", "z")
            try halftone.see("single pixels, one way") { colors($0) == [red, blue, red, blue] }
            try halftone.see("and the other: it goes on") { colors($0) == [blue, red, blue, red] }
            try halftone.press("a")
            try halftone.see("paused")
            try halftone.see("a whole frame") {
                [[red, blue, red, blue], [blue, red, blue, red]].contains(colors($0))
            }
            // and the whole frame again
            try halftone.press("0")
            try halftone.see("neither red nor blue") {
                !$0.screen.contains(" %") && colors($0).allSatisfy { $0 != red && $0 != blue && $0 != nil }
            }
            #expect(try halftone.quit() == .code(0))
        }
    }
}

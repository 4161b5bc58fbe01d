import TestSupport
import Testing

/// The program's statistics of frames.
@Suite(.serialized, .endsInTime) struct FrameFigureTests {
    @Test func `the statistics of frames are in the trace and printed at the end`() async throws {
        let folder = TemporaryDirectory()
        let trace = folder.path + "/trace"
        let arguments = ["--no-cache", "--load-delay", "0", "--verbose", "--trace", trace]
        let screen = try await Halftone.run(arguments, folder: folder) { halftone in
            try halftone.seePictures()
            for place in ["2/", "3/", "4/", "5/"] {
                try halftone.press("j")
                try halftone.see(place)
            }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
            return halftone.screen
        }
        let summary = try RecordedTrace(folder.read("trace")).summary
        let frames = try #require(summary["framesPresented"])
        #expect(frames >= 5)
        for key in ["bytesWritten", "encodeMicroseconds", "writeMicroseconds"] {
            #expect(summary[key] ?? 0 > 0, "\(key)")
        }
        for part in [
            "100x30 cells, 24bit colors, because COLORTERM=truecolor", "frames: \(frames), ", "ms encoding",
        ] { #expect(screen.contains(part), "\(part) in \(screen)") }
    }
}

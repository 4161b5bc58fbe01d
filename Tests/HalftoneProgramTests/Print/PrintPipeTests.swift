import TestSupport
import Testing

/// `halftone print` with redirected output, in a terminal.
@Suite(.endsInTime) struct PrintPipeTests: PrintStage {
    let folder = TemporaryDirectory()

    /// Regression: the picture was 80 columns wide, whatever the width of the terminal.
    @Test func `a picture in a pipe is as wide as the terminal that shows the pager`() async throws {
        let picture = flat("a.png", 200, 10, 10, width: 400, height: 200)
        let output = folder.path + "/printed"
        try await Halftone.run(
            ["print", "--no-cache", picture], columns: 37, output: output, folder: folder
        ) { halftone in
            let exit = try halftone.process.waitForExit(on: halftone.terminal)
            #expect(exit == .code(0))
        }
        let lines = String(decoding: folder.read("printed"), as: UTF8.self).split(separator: "\n")
        #expect(lines.first?.count { $0 == " " } == 37)
        // an explicit width is preferred
        let run = try await print(picture, environment: ["COLUMNS": "20"])
        #expect(run.lines.first?.count { $0 == " " } == 20)
    }
}

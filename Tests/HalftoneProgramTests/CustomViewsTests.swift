import ImageLab
import Pixels
import TestSupport
import Testing

/// The example of a program with views of its own, run in a terminal.
@Suite(.endsInTime) struct CustomViewsTests {
    /// Whether the middle of the first picture has a color.
    private func shows(_ color: RGB) -> (Halftone) -> Bool {
        { program in
            let cell = program.emulator[40, 3]
            return [cell.foreground, cell.background].contains { $0?.hex == color.hex }
        }
    }

    @Test func `its cell, its indicator and its transition are shown`() async throws {
        let server = LabServer(pictures: [
            LabPicture(name: "red.png", title: "red", mimeType: "image/png") { FlatPicture.png(60, 30, (200, 0, 0)) }
        ])
        try server.start()
        defer { server.stop() }
        let url = "\(server.baseURL)/image/red.png?delay=400"
        try await Halftone.run([url, url + "&second"], columns: 80, rows: 24, program: "custom-views") { program in
            try program.see("the placeholder", shows(RGB(0, 0, 255)))
            try program.see("the indicator, above the caption") {
                $0.screen.contains("waiting") && $0.emulator.text(row: 7).contains("red.png")
            }
            try program.see("the transition", shows(RGB(0, 255, 0)))
            try program.see("the picture", shows(RGB(200, 0, 0)))
            #expect(try program.quit() == .code(0))
            #expect(program.isTerminalGivenBack)
        }
    }
}

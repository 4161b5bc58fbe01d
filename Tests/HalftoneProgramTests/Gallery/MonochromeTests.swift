import LabTestSupport
import TerminalScreen
import TestSupport
import Testing

/// Screens without colors, on a terminal without them and by option: text attributes replace the colors.
@Suite(.serialized, .endsInTime) struct MonochromeTests {
    private static let ways = [["TERM": "vt100", "COLORTERM": ""], ["NO_COLOR": "1"]]

    /// Two pictures, and a file that is no image.
    private static func pictures() -> TemporaryDirectory {
        let folder = TemporaryDirectory()
        folder.write(DemoPicture.firstJPEG.bytes, to: "1.jpg")
        folder.write(DemoPicture.firstJPEG.bytes, to: "2.jpg")
        folder.write(Array("no picture".utf8), to: "3.jpg")
        return folder
    }

    private static func isBar(_ halftone: Halftone, row: Int) -> Bool {
        (0..<halftone.emulator.size.columns).allSatisfy { halftone.emulator[$0, row].attributes.contains(.reverse) }
    }

    /// Whether a text is on the screen with these attributes.
    private static func shows(_ halftone: Halftone, _ words: String, _ attributes: CellStyle.TextAttributes) -> Bool {
        let (size, emulator) = (halftone.emulator.size, halftone.emulator)
        for row in 0..<size.rows {
            let cells = (0..<size.columns).map { emulator[$0, row] }
            for start in 0...max(0, size.columns - words.count) {
                let place = cells[start..<min(size.columns, start + words.count)]
                if place.map(\.text).joined() == words {
                    return place.allSatisfy { $0.attributes.isSuperset(of: attributes) }
                }
            }
        }
        return false
    }

    @Test(arguments: ways)
    func `the gallery's bar, selection, marks and errors are visible without color`(
        _ environment: [String: String]
    ) async throws {
        let folder = Self.pictures()
        let arguments = ["--load-delay", "0", "--no-cache", "--transition", "none", folder.path]
        try await Halftone.run(arguments, columns: 80, rows: 24, environment: environment) { halftone in
            // the bar and the selection
            try halftone.see("the bar") { Self.isBar($0, row: 23) && $0.screen.contains("1/3") }
            try halftone.see("the selection") { $0.emulator[0, 0].text == "▌" }
            // a mark, and the selection elsewhere
            try halftone.press("m", "j")
            try halftone.see("the mark alone") { halftone in
                halftone.screen.contains("2/3") && halftone.emulator[1, 0].text == "✓"
                    && halftone.emulator[0, 0].text == " "
            }
            // an error
            try halftone.press("j")
            try halftone.see("the error in bold") { Self.shows($0, "r: retry", .bold) }
            // the grid
            try halftone.press("g", "v")
            try halftone.see("the caption in bold") { halftone in
                Self.shows(halftone, "✓ 1.jpg", .bold) && !Self.shows(halftone, "2.jpg", .bold)
            }
            // a prompt: a bar too, except for its cursor
            try halftone.press("f")
            try halftone.see("the prompt") { halftone in
                !halftone.screen.contains("1/3") && !Self.isBar(halftone, row: 23)
                    && (0..<80).count { halftone.emulator[$0, 23].attributes.contains(.reverse) } == 79
            }
            #expect(halftone.colors == 0)
            try halftone.press("\u{1B}")
            try halftone.see("the bar again") { Self.isBar($0, row: 23) && $0.screen.contains("1/3") }
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test(arguments: ways)
    func `the Lab's bars, switches and focus are visible without color`(_ environment: [String: String]) async throws {
        try await Halftone.run(["lab"], columns: 130, rows: 48, environment: environment) { halftone in
            try halftone.see("the bars") { Self.isBar($0, row: 0) && Self.isBar($0, row: 47) }
            try halftone.press("s")
            try halftone.see("the switchboard has the keys") { halftone in
                Self.shows(halftone, " switchboard ", .reverse) && Self.shows(halftone, "‹ surface ›", .reverse)
                    && !Self.shows(halftone, " waterfall: ", .reverse)
            }
            try halftone.press("w")
            try halftone.see("the waterfall has them") { halftone in
                Self.shows(halftone, " waterfall: ", .reverse) && !Self.shows(halftone, " switchboard ", .reverse)
            }
            #expect(halftone.colors == 0)
            #expect(try halftone.quit() == .code(0))
            #expect(halftone.isTerminalGivenBack)
        }
    }
}

import LabTestSupport
import TerminalScreen
import TerminalTestSupport
import TestSupport
import Testing

/// The gallery inside tmux, whose own screen must equal that of another terminal.
@Suite(.serialized, .endsInTime) struct TmuxTests {
    private static let size = CellSize(columns: 80, rows: 24)

    /// Keys, and the position in the footer after them.
    private static let journey: [(keys: String, place: String)] = [
        ("", "1/4"), ("j", "2/4"), ("j", "3/4"), ("G", "4/4"), ("k", "3/4"), ("?", "Moving"), ("z", "3/4"),
        ("g", "1/4"),
        ("v", "1/4"), ("j", "4/4"),
    ]

    @Test(arguments: ["24bit", "256"])
    func `tmux keeps the screen that another terminal shows`(_ colors: String) async throws {
        let folder = DemoPicture.folder(count: 4)
        let arguments = [
            "--load-delay", "0", "--transition", "none", "--indicator", "none", "--no-cache",
            "--layout", "list", "--colors", colors, folder.path,
        ]
        let environment = ["TERM": "tmux-256color", "TMUX": "bare"]
        try await Halftone.run(
            arguments, columns: Self.size.columns, rows: Self.size.rows, environment: environment, folder: folder
        ) { halftone in
            let tmux = try Tmux(
                [Halftone.program] + arguments, size: Self.size, folder: folder.path,
                environment: [
                    "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CACHE_HOME": folder.path + "/cache",
                    "XDG_STATE_HOME": folder.path + "/state in tmux",
                ])
            defer { tmux.end() }
            for (step, (keys, place)) in Self.journey.enumerated() {
                try halftone.press(keys)
                try tmux.press(keys)
                // Pictures arrive at any time; then both screens are equal and stay so.
                try halftone.see("what tmux keeps of step \(step)") { halftone in
                    halftone.screen.contains(place)
                }
                try tmux.wait(for: "tmux to show step \(step), \(colors)") { screen in
                    halftone.terminal.drain()
                    return Self.difference(halftone.emulator, screen)
                }
            }
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// Describes the first difference between two screens. The foreground of a space is invisible.
    private static func difference(_ one: TerminalEmulator, _ other: TerminalEmulator) -> String? {
        for row in 0..<size.rows {
            for column in 0..<size.columns {
                let cells = [one, other].map { emulator in
                    var cell = emulator[column, row]
                    if cell.text == " ", cell.attributes.isDisjoint(with: [.underline, .reverse]) {
                        (cell.foreground, cell.foregroundIndex, cell.attributes) = (nil, nil, [])
                    }
                    return cell
                }
                guard cells[0] != cells[1] else { continue }
                return "column \(column), row \(row): \(cells[0]) and in tmux \(cells[1])"
            }
        }
        return nil
    }
}

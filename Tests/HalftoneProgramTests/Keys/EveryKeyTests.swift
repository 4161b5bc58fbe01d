import Glibc
import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// Every key of every action, pressed in the list, in the grid and on an open picture, and its visible effect.
@Suite(.serialized, .endsInTime) struct EveryKeyTests {
    private let folder = TemporaryDirectory()

    init() { mkdir(folder.path + "/saved", 0o700) }

    private func run(_ more: [String] = [], _ body: @escaping @Sendable (Halftone, String) throws -> Void) async throws
    {
        let server = try KeyedFeed.server()
        defer { server.stop() }
        let base = server.baseURL
        // Exact colors: a delayed test would count as a slow connection, on which colors are rounded.
        let arguments =
            more + [
                "--bandwidth", "fast", "--transition", "none", "--opener", "true", "--save-dir", folder.path + "/saved",
                "--trace", folder.path + "/" + Halftone.traceName,
            ]
        try await Halftone.run(arguments + ["\(base)/image/feed?etag"], columns: 160, folder: folder) {
            try body($0, base)
            #expect($0.isTerminalGivenBack)
        }
    }

    @Test func `every key of the list has the effect that the help names`() async throws {
        try await run { halftone, base in
            let keys = KeyPresser<Action>(halftone, in: .list)
            try halftone.see("1/\(KeyedFeed.count)")
            try keys.refresh(at: 15, 4)
            for (name, action, place) in [
                ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1), ("j", .down, 2), ("←", .previous, 1),
                ("j", .down, 2), ("h", .previous, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            for name in ["→", "l"] {
                try keys.press(name, .next, seeing: "Esc back")
                try halftone.press("\u{1B}")
                try halftone.see("the list again") { $0.screen.contains("▌") }
            }
            try keys.pressPages()
            try keys.pressNumbers()
            try halftone.press("g")
            try halftone.see("the first", KeyedFeed.isPlace(1))
            try keys.pressWhatItemsHave(base)
            for (name, action, lines) in [("+", .moreColumns, 5), ("=", .moreColumns, 4), ("-", .fewerColumns, 5)]
                as [(String, Action, Int)]
            {
                try keys.press(name, action, seeing: "pictures of \(lines) lines")
            }
            try keys.press("v", .toggleLayout, seeing: "layout: grid")
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft()
        }
    }

    @Test func `every key of the grid has the effect that the help names`() async throws {
        try await run(["--layout", "grid"]) { halftone, base in
            let keys = KeyPresser<Action>(halftone, in: .grid)
            try halftone.see("1/\(KeyedFeed.count)")
            try keys.refresh(at: 10, 3)
            // six pictures are side by side
            for (name, action, place) in [
                ("↓", .down, 7), ("↑", .up, 1), ("j", .down, 7), ("k", .up, 1), ("→", .next, 2), ("←", .previous, 1),
                ("l", .next, 2), ("h", .previous, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            try keys.pressPages()
            try keys.pressNumbers()
            try halftone.press("g")
            try halftone.see("the first", KeyedFeed.isPlace(1))
            try keys.pressWhatItemsHave(base)
            for (name, action, columns) in [("+", .moreColumns, 7), ("=", .moreColumns, 8), ("-", .fewerColumns, 7)]
                as [(String, Action, Int)]
            {
                try keys.press(name, action, seeing: "\(columns) columns")
            }
            // in a window of another size the selection is the same, and as many pictures are side by side
            halftone.terminal.resize(columns: 100, rows: 24)
            halftone.emulator.resize(CellSize(columns: 100, rows: 24))
            try halftone.see("the ninth in the smaller window") { halftone in
                halftone.emulator.text(row: 23).contains("9/\(KeyedFeed.count)") && halftone.screen.contains("fig 9")
            }
            try halftone.press("j")
            try halftone.see("the one below it", KeyedFeed.isPlace(16))
            try keys.press("v", .toggleLayout, seeing: "layout: preview")
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft()
        }
    }

    @Test func `every key of an open picture has the effect that the help names`() async throws {
        try await run { halftone, base in
            let keys = KeyPresser<Action>(halftone, in: .picture)
            try halftone.see("1/\(KeyedFeed.count)")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try keys.refresh(at: 80, 14)
            for (name, action, place) in [
                ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1), ("→", .next, 2), ("←", .previous, 1),
                ("l", .next, 2), ("h", .previous, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            try keys.pressPages()
            try keys.pressNumbers()
            try keys.pressWhatMoves()
            try keys.pressWhatEnlarges()
            try keys.pressWhatIsAskedOfOne(base)
            try halftone.see("the open picture alone") { !$0.screen.contains("picture 8.") }
            try keys.press("n", .neighbors, seeing: "picture 8.")
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft()
        }
    }
}

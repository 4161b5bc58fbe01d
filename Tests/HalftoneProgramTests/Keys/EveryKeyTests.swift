import Glibc
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// Every key of every action, pressed in the list, in the grid and on an open picture, and its visible effect.
@Suite(.serialized, .endsInTime) struct EveryKeyTests {
    private let folder = TemporaryDirectory()

    init() { mkdir(folder.path + "/saved", 0o700) }

    private func run(_ more: [String] = [], _ body: @escaping @Sendable (Halftone, String) throws -> Void) async throws
    {
        let server = try KeyedFeed.server()
        defer { server.stop() }
        let base = server.baseURL
        let arguments =
            more + [
                "--transition", "none", "--opener", "true", "--save-dir", folder.path + "/saved",
                "--trace", folder.path + "/" + Halftone.traceName,
            ]
        try await Halftone.run(arguments + ["\(base)/image/feed?etag"], columns: 160, folder: folder) {
            try body($0, base)
            #expect($0.isTerminalGivenBack)
        }
    }

    @Test func `every key of the list has the effect that the help names`() async throws {
        try await run { halftone, base in
            let keys = KeyPresser(halftone, in: .list)
            try halftone.see("1/\(KeyedFeed.count)")
            try keys.refresh(at: 15, 4)
            for (name, action, place) in [
                ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1), ("→", .next, 2), ("←", .previous, 1),
                ("J", .nextUnread, 2), ("K", .previousUnread, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            try keys.pressPages()
            try keys.pressNumbers()
            try halftone.press("g")
            try halftone.see("the first", KeyedFeed.isPlace(1))
            try keys.pressWhatItemsHave(base)
            for (name, action) in [("}", .textForward), ("{", .textBack)] as [(String, Action)] {
                try keys.press(name, action, seeing: "the preview scrolls its text")
                try halftone.press("g")
                try halftone.see("no message") { !$0.screen.contains("the preview scrolls its text") }
            }
            func titles(_ halftone: Halftone) -> Int { halftone.screen.matches(of: /(picture|fig) [0-9]+/).count }
            let before = titles(halftone)
            try keys.press("+", .larger, "fewer pictures") { titles($0) < before }
            try keys.press("-", .smaller, "as many as before") { titles($0) == before }
            try keys.press("v", .toggleLayout, "the selected one in the grid") {
                KeyedFeed.gridColumns($0) == 5 && KeyedFeed.isPlace(1)($0)
            }
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft(but: "Q")
        }
    }

    @Test func `every key of the grid has the effect that the help names`() async throws {
        try await run(["--layout", "grid"]) { halftone, base in
            let keys = KeyPresser(halftone, in: .grid)
            try halftone.see("1/\(KeyedFeed.count)")
            try keys.refresh(at: 10, 3)
            // five pictures are side by side
            for (name, action, place) in [
                ("↓", .down, 6), ("↑", .up, 1), ("j", .down, 6), ("k", .up, 1), ("→", .next, 2), ("←", .previous, 1),
                ("J", .nextUnread, 2), ("K", .previousUnread, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            // the ninth picture is higher than its box
            func hasMargin(_ halftone: Halftone) -> Bool { halftone.emulator[97, 17].background == nil }
            try halftone.see("a picture that fills its box") { !hasMargin($0) }
            try keys.press("z", .fit, "whole pictures", until: hasMargin)
            try keys.pressPages()
            try keys.pressNumbers()
            try halftone.press("g")
            try halftone.see("the first", KeyedFeed.isPlace(1))
            try keys.pressWhatItemsHave(base)
            try keys.press("+", .larger, "four side by side") { KeyedFeed.gridColumns($0) == 4 }
            try keys.press("-", .smaller, "five side by side") { KeyedFeed.gridColumns($0) == 5 }
            // in a window of another size the selection is the same, and as many pictures are side by side
            try halftone.press("-")
            try halftone.see("six side by side") { KeyedFeed.gridColumns($0) == 6 }
            halftone.terminal.resize(columns: 100, rows: 24)
            halftone.emulator.resize(CellSize(columns: 100, rows: 24))
            try halftone.see("the ninth in the smaller window") { halftone in
                halftone.emulator.text(row: 23).contains("9/\(KeyedFeed.count)") && halftone.screen.contains("fig 9")
            }
            try halftone.press("j")
            try halftone.see("the one below it", KeyedFeed.isPlace(15))
            try keys.press("v", .toggleLayout, "a line for each, and the selected one") {
                !$0.screen.contains("╭") && $0.screen.contains("15/\(KeyedFeed.count)")
            }
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft(but: "Q")
        }
    }

    @Test func `every key of an open picture has the effect that the help names`() async throws {
        // Rows of the list must not load: a reload joins a running download of the same picture, and shows the same bytes.
        try await run(["--load-delay", "60000"]) { halftone, base in
            let keys = KeyPresser(halftone, in: .picture)
            try halftone.see("1/\(KeyedFeed.count)")
            try halftone.press("\r")
            try halftone.see("Esc back")
            try keys.refresh(at: 80, 14)
            for (name, action, place) in [
                ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1), ("→", .next, 2), ("←", .previous, 1),
                ("J", .nextUnread, 3), ("K", .previousUnread, KeyedFeed.count), ("Home", .top, 1),
            ] as [(String, Action, Int)] {
                try keys.press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
            }
            try keys.pressPages()
            try keys.pressNumbers()
            for (name, action) in [("]", .nextOfEntry), ("[", .previousOfEntry)] as [(String, Action)] {
                try keys.press(name, action, seeing: "the only picture of its entry")
                try halftone.press("z")
                try halftone.see("no message") { !$0.screen.contains("the only picture of its entry") }
                try halftone.press("0")
            }
            try keys.pressWhatMoves()
            try keys.pressWhatEnlarges()
            try keys.pressWhatIsAskedOfOne(base)
            #expect(try keys.quit("Q", by: .quitAlways) == .code(0))
            keys.expectThatNoneIsLeft()
        }
    }
}

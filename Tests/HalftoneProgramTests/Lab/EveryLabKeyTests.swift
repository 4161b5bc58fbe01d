import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// Every key of the Lab's table, pressed in a terminal. `LabKeyTests` press the keys of all panels on the same screen
/// without one, and `ActionTableTests` hold which keys the panels have.
@Suite(.serialized, .endsInTime) struct EveryLabKeyTests {
    typealias Presser = KeyPresser<LabAction>

    @Test func `every key of the table has the effect that the help names`() async throws {
        try await Halftone.run(["lab"], columns: 160, rows: 50) { halftone in
            let keys = Presser(halftone, in: .table)
            try halftone.see("from network")
            try halftone.see("nothing under way", Self.isQuiet)
            try Self.move(keys)
            try halftone.see("nothing under way", Self.isQuiet)
            try Self.load(keys)
            try Self.change(keys)
            for (name, action, hint) in [
                ("s", .switchboard, "← less"), ("w", .waterfall, "Enter details"), ("e", .counters, "End last"),
            ] as [(String, LabAction, String)] {
                try keys.press(name, action, seeing: hint)
                try halftone.press("\u{1B}")
                try halftone.see("f feed")
            }
            try keys.press("/", .search, seeing: "switches with:")
            try halftone.press("\u{1B}")
            try halftone.see("no search") { !$0.screen.contains("switches with:") && $0.screen.contains("f feed") }
            try keys.press("Esc", .close, seeing: "q quits")
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft()
            #expect(halftone.isTerminalGivenBack)
        }
    }

    private static func isQuiet(_ halftone: Halftone) -> Bool {
        let screen = halftone.screen
        return !screen.contains("loading") && (screen.contains("from network") || screen.contains("from memory"))
    }

    private static func isRow(_ row: Int) -> (Halftone) -> Bool {
        { $0.emulator.text(row: 0).contains(" \(row)/62") }
    }

    private static func move(_ keys: Presser) throws {
        try keys.press("PgDn", .pageDown, "a later row") { !isRow(1)($0) }
        let title = keys.halftone.emulator.text(row: 0).firstMatch(of: /([0-9]+)\/62/)
        let down = try #require(title.flatMap { Int($0.1) })
        for (name, action, row) in [
            ("PgUp", .pageUp, 1), ("Space", .pageDown, down), ("Ctrl-B", .pageUp, 1), ("Ctrl-F", .pageDown, down),
            ("Home", .first, 1), ("End", .last, 62), ("g", .first, 1), ("G", .last, 62), ("Home", .first, 1),
            ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1),
        ] as [(String, LabAction, Int)] {
            try keys.press(name, action, "row \(row)", until: isRow(row))
        }
    }

    /// Presses the keys about loads and deliveries.
    private static func load(_ keys: Presser) throws {
        let halftone = keys.halftone
        func loads(_ halftone: Halftone) -> Int? {
            halftone.screen.firstMatch(of: /waterfall: ([0-9]+) loads/).flatMap { Int($0.1) }
        }
        let first = try #require(loads(halftone))
        try keys.press("Enter", .act, "one more load") { loads($0) == first + 1 }
        try keys.press("0", .resetCounters, seeing: "counters reset")
        let before = try #require(loads(halftone))
        try keys.press("r", .reload, "one more load") { loads($0) == before + 1 }
        try keys.press("R", .reloadAll, "a load of each row in view") { (loads($0) ?? 0) > before + 1 }
        try keys.press("c", .clearMemory, seeing: "the memory cache is empty")
        try keys.press("C", .clearCaches, seeing: "both caches are empty")
        try keys.press("n", .deliver, seeing: "p holds deliveries back")
        // a held load runs until it is cancelled
        try keys.press("p", .hold, seeing: " held ")
        try halftone.press("r")
        try keys.press("x", .cancel, "a load cancelled") { $0.screen.contains(/cancelled +1\b/) }
        try halftone.press("p")
        try halftone.see("nothing held") { !$0.screen.contains(" held ") }
        try keys.press("d", .clearFaults, seeing: "the server has no faults")
    }

    /// Presses the keys about motion, switches and scenarios.
    private static func change(_ keys: Presser) throws {
        let halftone = keys.halftone
        try keys.press("m", .slowMotion, seeing: "speed 1/4")
        try halftone.press("m", "m", "m", "m")
        try halftone.see("the usual pace") { !$0.emulator.text(row: 0).contains("speed ") }
        try keys.press(".", .frame, seeing: "speed still")
        try keys.press(",", .frameBack, "an earlier frame") { halftone in
            let position = halftone.screen.firstMatch(of: /frame (\d+) of (\d+)/)
            return halftone.screen.contains("this is the first frame") || position.map { $0.1 != $0.2 } == true
        }
        try halftone.press("m")
        try halftone.see("the usual pace") { !$0.emulator.text(row: 0).contains("speed ") }
        try keys.press("v", .replay, seeing: "replay: on")
        try halftone.press("v")
        try keys.press("b", .beside, seeing: "two pictures: fade ‖ none")
        try halftone.press("b")
        try keys.press("T", .scenarios, seeing: "few cells show many rows, and none shows")
        try halftone.press("\u{1B}")
        try halftone.see("no list") { !$0.screen.contains("few cells show many rows, and none shows") }
        try keys.press("t", .tour, seeing: "cancellation 1/6")
        try halftone.press("\u{1B}")
        try halftone.see("no tour") { !$0.screen.contains("cancellation 1/6") && isQuiet($0) }
        try keys.press("D", .standardAll, seeing: "all switches are reset")
        try keys.press("f", .nextFeed, seeing: "feed slow")
        try keys.press("D", .standardAll, seeing: "feed steady")
        for name in ["?", "F1"] {
            try keys.press(name, .help, seeing: "reload the row's picture")
            try halftone.press("z")
            try halftone.see("no help") { !$0.screen.contains("reload the row's picture") }
        }
        // on a terminal on which another program has written
        halftone.emulator.feed("\u{1B}[2J\u{1B}[HA message of the day")
        try keys.press("Ctrl-L", .redraw, "no message") {
            !$0.screen.contains("A message of the day") && $0.emulator.text(row: 0).contains("Lab")
        }
    }
}

import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The keys of the Lab, pressed in a terminal: every key of the table, and those of a panel that has the focus.
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

    // MARK: - Keys of a panel in focus

    /// Opens the Lab, presses keys that focus a panel, each with the text that it brings, and leaves the Lab.
    private func run(
        _ first: [(key: String, text: String)], rows: Int = 50, in panel: LabAction.Contexts,
        _ body: @escaping @Sendable (Presser) throws -> Void
    ) async throws {
        try await Halftone.run(["lab"], columns: 160, rows: rows) { halftone in
            try halftone.see("from network")
            for (key, text) in first {
                try halftone.see("nothing under way", Self.isQuiet)
                try halftone.press(key)
                try halftone.see(text)
            }
            try body(Presser(halftone, in: panel))
            #expect(try halftone.quit() == .code(0))
        }
    }

    /// The switch between the two signs of the selection, or the number of switches of a folded group.
    private static func selectedSwitch(_ halftone: Halftone) -> String? {
        halftone.screen.firstMatch(of: /([A-Za-z]+) +‹ [^›]+ ›/).map { String($0.1) }
            ?? halftone.screen.firstMatch(of: /folds or unfolds the (\d+) switches/).map { String($0.1) }
    }

    @Test func `keys move and turn in the switchboard`() async throws {
        try await run([("s", "← less")], in: .switchboard) { keys in
            let names = Switchboard().groups[0].switches.map(\.name)
            #expect(names[0] == "placeholder" && Self.selectedSwitch(keys.halftone) == names[0])
            func press(_ name: String, _ action: LabAction, _ wanted: String) throws {
                try keys.press(name, action, "the switch \(wanted)") { Self.selectedSwitch($0) == wanted }
            }
            for (down, up) in [("↓", "↑"), ("j", "k")] {
                try press(down, .down, names[1])
                try press(up, .up, names[0])
            }
            let first = "\(names.count)"  // the title of the first group
            try press("Home", .first, first)
            try keys.press("PgDn", .pageDown, "a later switch") { halftone in
                Self.selectedSwitch(halftone).map { $0 != first && !names.prefix(2).contains($0) } ?? false
            }
            let page = try #require(Self.selectedSwitch(keys.halftone))
            for (name, action, wanted) in [
                ("PgUp", .pageUp, first), ("Space", .pageDown, page), ("Ctrl-B", .pageUp, first),
                ("Ctrl-F", .pageDown, page), ("g", .first, first), ("End", .last, "3"), ("g", .first, first),
                ("G", .last, "3"), ("Home", .first, first), ("↓", .down, names[0]),
            ] as [(String, LabAction, String)] { try press(name, action, wanted) }
            for (name, action, value) in [
                ("→", .more, "none"), ("←", .less, "surface"), ("l", .more, "none"), ("h", .less, "surface"),
                ("Enter", .act, "none"),
            ] as [(String, LabAction, String)] { try keys.press(name, action, seeing: "‹ \(value) ›") }
            try keys.press("Backspace", .standard, seeing: "1 reset")
            try keys.halftone.press("b")
            try keys.halftone.see("‹ surface ‖ surface ›")
            try keys.press("]", .moreBeside, seeing: "‹ surface ‖ none ›")
            try keys.press("[", .lessBeside, seeing: "‹ surface ‖ surface ›")
        }
    }

    @Test func `keys move in the waterfall and open a load`() async throws {
        try await run([("G", "waterfall: 12 loads"), ("w", "Enter details")], in: .waterfall) { keys in
            let loads = keys.halftone.screen.firstMatch(of: /waterfall: ([0-9]+) loads/).flatMap { Int($0.1) }
            let count = try #require(loads)
            #expect(!keys.halftone.screen.contains("at load"), "the newest load is followed")
            func press(_ name: String, _ action: LabAction, _ load: Int) throws {
                try keys.press(name, action, "load \(load) of \(count)") { halftone in
                    let title = halftone.screen.split(separator: "\n").first { $0.contains("waterfall: ") } ?? ""
                    return title.contains("at load \(load) ") || (load == count && !title.contains("at load"))
                }
            }
            for (up, down) in [("↑", "↓"), ("k", "j")] {
                try press(up, .up, count - 1)
                try press(down, .down, count)
            }
            for (up, down) in [("Home", "End"), ("g", "G")] {
                try press(up, .first, 1)
                try press(down, .last, count)
            }
            try keys.press("Enter", .act, seeing: "└ deliver")
            try keys.halftone.press("\u{1B}")
            try keys.halftone.see("no details") { !$0.screen.contains("└ deliver") }
        }
    }

    /// The lines of a load's details; empty if they are not shown.
    private static func details(_ halftone: Halftone) -> [Substring] {
        let lines = halftone.screen.split(separator: "\n")
        guard let border = lines.lazy.compactMap({ Array($0).firstIndex(of: "╭") }).first else { return [] }
        return lines.compactMap { line in
            line.dropFirst(border).first == "│" ? line.dropFirst(border + 1) : nil
        }
    }

    @Test func `keys move in the details of a load in a low window`() async throws {
        try await run([("w", "Enter details")], rows: 12, in: .details) { keys in
            func isTop(_ halftone: Halftone) -> Bool { Self.details(halftone).first?.contains("load ") == true }
            func isBottom(_ halftone: Halftone) -> Bool {
                !Self.details(halftone).isEmpty && !halftone.screen.contains("↓ more")
            }
            func isBelow(_ halftone: Halftone) -> Bool { !Self.details(halftone).isEmpty && !isTop(halftone) }
            try keys.halftone.press("\r")
            try keys.halftone.see("the details", isTop)
            #expect(!isBottom(keys.halftone))
            for (down, action, up, back) in [
                ("↓", .down, "↑", .up), ("j", .down, "k", .up), ("PgDn", .pageDown, "PgUp", .pageUp),
                ("Space", .pageDown, "Ctrl-B", .pageUp), ("Ctrl-F", .pageDown, "Home", .first),
            ] as [(String, LabAction, String, LabAction)] {
                try keys.press(down, action, "later lines", until: isBelow)
                try keys.press(up, back, "the first line", until: isTop)
            }
            for (down, up) in [("End", "g"), ("G", "Home")] {
                try keys.press(down, .last, "the last line", until: isBottom)
                try keys.press(up, .first, "the first line", until: isTop)
            }
            for (name, action) in [("Esc", .close), ("Enter", .act)] as [(String, LabAction)] {
                try keys.press(name, action, "no details") { Self.details($0).isEmpty }
                try keys.halftone.press("\r")
                try keys.halftone.see("the details", isTop)
            }
        }
    }
}

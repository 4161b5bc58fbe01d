import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// The Lab's keys in each of its panels, tried in a window in which all panels are visible.
///
/// Plays, which press every key on the live table, test the whole effects; these tests show that the terminal's keys
/// reach the focused panel.
extension KeyPresser where Action == LabAction {
    // MARK: - What is visible

    /// A number of the line of counters.
    static func count(_ label: String, _ halftone: Halftone) -> Int? {
        let line = halftone.screen.split(separator: "\n", omittingEmptySubsequences: false).suffix(2).first ?? ""
        let words = line.split(separator: " ")
        return words.firstIndex(of: label[...]).flatMap { words.indices.contains($0 + 1) ? Int(words[$0 + 1]) : nil }
    }

    static func isQuiet(_ halftone: Halftone) -> Bool {
        let screen = halftone.screen
        return !screen.contains("loading") && (screen.contains("from network") || screen.contains("from memory"))
    }

    static func isRow(_ row: Int) -> (Halftone) -> Bool {
        { $0.emulator.text(row: 0).contains(" \(row)/62") }
    }

    static func row(_ halftone: Halftone) -> Int? {
        halftone.emulator.text(row: 0).firstMatch(of: /([0-9]+)\/62/).flatMap { Int($0.1) }
    }

    /// The lines of a load's details; empty if they are not shown.
    static func details(_ halftone: Halftone) -> [Substring] {
        let lines = halftone.screen.split(separator: "\n")
        guard let border = lines.lazy.compactMap({ Array($0).firstIndex(of: "╭") }).first else { return [] }
        return lines.compactMap { line in
            line.dropFirst(border).first == "│" ? line.dropFirst(border + 1) : nil
        }
    }

    /// Whether this panel is focused, from the hints of the last line.
    static func hasKeys(_ panel: LabAction.Contexts) -> (Halftone) -> Bool {
        { halftone in
            let hints = halftone.emulator.text(row: halftone.emulator.size.rows - 1)
            switch panel {
            case .table: return hints.contains("f feed")
            case .switchboard: return hints.contains("← less")
            case .waterfall: return hints.contains("Enter details")
            default: return hints.contains("Esc back") && hints.contains("End last") && !hints.contains("Enter details")
            }
        }
    }

    private func see(keysOf panel: LabAction.Contexts) throws {
        try halftone.see("keys for panel \(panel.rawValue)", Self.hasKeys(panel))
    }

    // MARK: - Moving

    func pressMovesOfTheTable() throws {
        for (name, action, row) in [
            ("↓", .down, 2), ("↑", .up, 1), ("j", .down, 2), ("k", .up, 1),
        ] as [(String, LabAction, Int)] {
            try press(name, action, "row \(row)", until: Self.isRow(row))
        }
        try press("PgDn", .pageDown, "a later row") { (Self.row($0) ?? 1) > 2 }
        let down = try #require(Self.row(halftone))
        for (name, action, row) in [
            ("PgUp", .pageUp, 1), ("Space", .pageDown, down), ("Ctrl-B", .pageUp, 1), ("Ctrl-F", .pageDown, down),
            ("Home", .first, 1), ("End", .last, 62), ("g", .first, 1), ("G", .last, 62),
        ] as [(String, LabAction, Int)] {
            try press(name, action, "row \(row)", until: Self.isRow(row))
        }
    }

    /// The switch between the two signs of the selection, or the number of switches of a folded group.
    private static func chosenSwitch(_ halftone: Halftone) -> String? {
        halftone.screen.firstMatch(of: /([A-Za-z]+) +‹ [^›]+ ›/).map { String($0.1) }
            ?? halftone.screen.firstMatch(of: /folds or unfolds the (\d+) switches/).map { String($0.1) }
    }

    func pressMovesOfTheSwitchboard() throws {
        let names = Switchboard().groups[0].switches.map(\.name)
        #expect(names[0] == "placeholder" && Self.chosenSwitch(halftone) == names[0])
        func press(_ name: String, _ action: LabAction, _ wanted: String) throws {
            try self.press(name, action, "the switch \(wanted)") { Self.chosenSwitch($0) == wanted }
        }
        for (down, up) in [("↓", "↑"), ("j", "k")] {
            try press(down, .down, names[1])
            try press(up, .up, names[0])
        }
        let first = "\(names.count)"  // the title of the first group
        try press("Home", .first, first)
        try self.press("PgDn", .pageDown, "a later switch") { halftone in
            Self.chosenSwitch(halftone).map { $0 != first && !names.prefix(2).contains($0) } ?? false
        }
        let page = try #require(Self.chosenSwitch(halftone))
        for (name, action, wanted) in [
            ("g", .first, first), ("Space", .pageDown, page), ("g", .first, first), ("Ctrl-F", .pageDown, page),
            ("g", .first, first),
        ] as [(String, LabAction, String)] {
            try press(name, action, wanted)
        }
        for name in ["End", "G"] {
            try press(name, .last, "3")
            try press("g", .first, first)
        }
        for (down, up) in [("PgDn", "PgUp"), ("Ctrl-F", "Ctrl-B")] {
            try press(down, .pageDown, page)
            try press(up, .pageUp, first)
        }
        try press("↓", .down, names[0])
    }

    /// Presses the moving keys, from the newest load, which is followed.
    func pressMovesOfTheWaterfall() throws {
        let count = try #require(loads(halftone))
        #expect(count > 6 && !halftone.screen.contains("at load"))
        func press(_ name: String, _ action: LabAction, _ load: Int) throws {
            try self.press(name, action, "load \(load) of \(count)") { halftone in
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
        // all of them are visible at once
        for (up, down) in [("PgUp", "PgDn"), ("Ctrl-B", "Space")] {
            try press(up, .pageUp, 1)
            try press(down, .pageDown, count)
        }
        try halftone.press("g")
        try halftone.see("at load 1 ")
        try press("Ctrl-F", .pageDown, count)
    }

    func loads(_ halftone: Halftone) -> Int? {
        halftone.screen.firstMatch(of: /waterfall: ([0-9]+) loads/).flatMap { Int($0.1) }
    }

    /// Presses the moving keys in a window that is too small for all lines of the load's details.
    func pressMovesOfTheDetails() throws {
        func isTop(_ halftone: Halftone) -> Bool { Self.details(halftone).first?.contains("load ") == true }
        func isBottom(_ halftone: Halftone) -> Bool {
            !Self.details(halftone).isEmpty && !halftone.screen.contains("↓ more")
        }
        func isBelow(_ halftone: Halftone) -> Bool { !Self.details(halftone).isEmpty && !isTop(halftone) }
        #expect(isTop(halftone) && !isBottom(halftone))
        for (down, action, up, back) in [
            ("↓", .down, "↑", .up), ("j", .down, "k", .up), ("PgDn", .pageDown, "PgUp", .pageUp),
            ("Space", .pageDown, "Ctrl-B", .pageUp), ("Ctrl-F", .pageDown, "Home", .first),
        ] as [(String, LabAction, String, LabAction)] {
            try press(down, action, "later lines", until: isBelow)
            try press(up, back, "the first line", until: isTop)
        }
        for (down, up) in [("End", "g"), ("G", "Home")] {
            try press(down, .last, "the last line", until: isBottom)
            try press(up, .first, "the first line", until: isTop)
        }
    }

    /// Begins and leaves the tour, which takes the focus. The details are tested on a screen that is too low for it.
    private func pressTour() throws {
        guard context != .details else { return try press("t", .tour, seeing: "needs a screen of 15 to 240 rows") }
        try press("t", .tour, seeing: "cancellation 1/6")
        try halftone.press("\u{1B}")
        try halftone.see("no tour") { !$0.screen.contains("cancellation 1/6") }
        try halftone.see("nothing under way", Self.isQuiet)
        guard context != .table else { return }
        try halftone.press(context == .switchboard ? "s" : "w")
        try halftone.see("the panel's hints", Self.hasKeys(context))
    }

    // MARK: - Keys with the same action everywhere

    /// Presses keys with the same effect in each panel. After each, `back` returns to the panel.
    func pressWhatMeansTheSame(_ back: () throws -> Void) throws {
        func press(_ name: String, _ action: LabAction, seeing text: String) throws {
            try self.press(name, action, seeing: text)
            try back()
        }
        func press(_ name: String, _ action: LabAction, _ what: String, until condition: (Halftone) -> Bool) throws {
            try self.press(name, action, what, until: condition)
            try back()
        }
        func again(_ key: String) throws {
            try halftone.press(key)
            try back()
        }
        try press("0", .resetCounters, seeing: "counters reset")
        let before = try #require(loads(halftone))
        try press("r", .reload, "one more load") { self.loads($0) == before + 1 }
        try press("R", .reloadAll, "a load of each row in view") { (self.loads($0) ?? 0) > before + 1 }
        try press("c", .clearMemory, seeing: "the memory cache is empty")
        try press("C", .clearCaches, seeing: "both caches are empty")
        try press("n", .deliver, seeing: "p holds deliveries back")
        // a held load runs until it is cancelled
        try press("p", .hold, seeing: " held ")
        try again("r")
        try press("x", .cancel, "a load cancelled") { Self.count("cancelled", $0) == 1 }
        try again("p")
        try halftone.see("nothing held") { !$0.screen.contains(" held ") }
        try press("d", .clearFaults, seeing: "the server has no faults")
        try press("m", .slowMotion, seeing: "speed 1/4")
        for _ in 0..<4 { try again("m") }
        try halftone.see("the usual pace") { !$0.emulator.text(row: 0).contains("speed ") }
        try press(".", .frame, seeing: "speed still")
        // On a low screen there is no microscope.
        try press(",", .frameBack, "an earlier frame") { halftone in
            let position = halftone.screen.firstMatch(of: /frame (\d+) of (\d+)/)
            return halftone.screen.contains("the microscope needs")
                || halftone.screen.contains("this is the first frame") || position.map { $0.1 != $0.2 } == true
        }
        try again("m")
        try halftone.see("the usual pace") { !$0.emulator.text(row: 0).contains("speed ") }
        try press("v", .replay, seeing: "replay: on")
        try again("v")
        try press("b", .beside, seeing: "two pictures: fade ‖ none")
        try again("b")
        try self.press("T", .scenarios, seeing: "few cells show many rows, and none shows")
        try halftone.press("\u{1B}")
        try halftone.see("no list") { !$0.screen.contains("few cells show many rows, and none shows") }
        try pressTour()
        try back()
        try press("D", .standardAll, seeing: "all switches are reset")
        try press("f", .nextFeed, seeing: "feed slow")
        try press("D", .standardAll, seeing: "feed steady")
        for name in ["?", "F1"] {
            try self.press(name, .help, seeing: "reload the row's picture")
            try halftone.press("z")
            try halftone.see("no help") { !$0.screen.contains("reload the row's picture") }
        }
        // on a terminal on which another program has written
        halftone.emulator.feed("\u{1B}[2J\u{1B}[HA message of the day")
        try press("Ctrl-L", .redraw, "no message") { halftone in
            let top = halftone.emulator.text(row: 0)
            return !halftone.screen.contains("A message of the day") && (top.contains("Lab") || top.contains("╭"))
        }
    }
}

import TerminalScreen
import TestSupport
import Testing

@testable import LabScreens

/// Every key of every action of the Lab, pressed in a terminal in each panel that can be focused.
@Suite(.serialized, .endsInTime) struct EveryLabKeyTests {
    typealias Presser = KeyPresser<LabAction>

    /// Opens the Lab in a window, waits for its first pictures, and leaves it by `q`.
    private func run(
        _ panel: LabAction.Contexts, rows: Int = 50, _ body: @escaping @Sendable (Halftone, Presser) throws -> Void
    ) async throws {
        try await Halftone.run(["lab"], columns: 160, rows: rows) { halftone in
            let keys = Presser(halftone, in: panel)
            try halftone.see("from network")
            try halftone.see("nothing under way", Presser.isQuiet)
            try body(halftone, keys)
            #expect(try keys.quit(by: .quit) == .code(0))
            keys.expectThatNoneIsLeft()
            #expect(halftone.isTerminalGivenBack)
        }
    }

    @Test func `every key of the table has the effect that the help names`() async throws {
        try await run(.table) { halftone, keys in
            try keys.pressMovesOfTheTable()
            try halftone.see("nothing under way", Presser.isQuiet)
            let loads = try #require(keys.loads(halftone))
            try keys.press("Enter", .act, "one more load") { keys.loads($0) == loads + 1 }
            try keys.pressWhatMeansTheSame {}
            for (name, action, panel) in [
                ("s", .switchboard, .switchboard), ("w", .waterfall, .waterfall),
                ("e", .counters, .details),
            ] as [(String, LabAction, LabAction.Contexts)] {
                try keys.press(name, action, "the panel's hints", until: Presser.hasKeys(panel))
                try halftone.press("\u{1B}")
                try halftone.see("the table's hints", Presser.hasKeys(.table))
            }
            try keys.press("/", .search, seeing: "switches with:")
            try halftone.press("\u{1B}")
            try halftone.see("no search") { !$0.screen.contains("switches with:") }
            try halftone.see("the table's hints", Presser.hasKeys(.table))
            try keys.press("Esc", .close, seeing: "q quits")
        }
    }

    @Test func `every key of the switchboard has the effect that the help names`() async throws {
        try await run(.switchboard) { halftone, keys in
            try halftone.press("s")
            try halftone.see("the switchboard's hints", Presser.hasKeys(.switchboard))
            try keys.pressMovesOfTheSwitchboard()
            for (name, action, value) in [
                ("→", .more, "none"), ("←", .less, "surface"), ("l", .more, "none"), ("h", .less, "surface"),
                ("Enter", .act, "none"),
            ] as [(String, LabAction, String)] {
                try keys.press(name, action, seeing: "‹ \(value) ›")
            }
            try halftone.press("h", "b")
            try halftone.see("‹ surface ‖ surface ›")
            try keys.press("]", .moreBeside, seeing: "‹ surface ‖ none ›")
            try keys.press("[", .lessBeside, seeing: "‹ surface ‖ surface ›")
            try halftone.press("b")
            try halftone.see("‹ surface ›")
            try halftone.see("nothing under way", Presser.isQuiet)
            try keys.pressWhatMeansTheSame {}
            try halftone.press("l")
            try keys.press("Backspace", .standard, seeing: "1 reset")
            try keys.press("/", .search, seeing: "switches with:")
            try halftone.press("\u{1B}")
            try halftone.see("no search") { !$0.screen.contains("switches with:") }
            try keys.press("e", .counters, "the counters", until: Presser.hasKeys(.details))
            try halftone.press("\u{1B}")
            try halftone.see("the switchboard's hints", Presser.hasKeys(.switchboard))
            try keys.press("w", .waterfall, "the waterfall's hints", until: Presser.hasKeys(.waterfall))
            try halftone.press("s")
            try halftone.see("the switchboard's hints", Presser.hasKeys(.switchboard))
            try keys.press("Esc", .close, "the table's hints", until: Presser.hasKeys(.table))
            try halftone.press("s")
            try halftone.see("the switchboard's hints", Presser.hasKeys(.switchboard))
            try keys.press("s", .switchboard, "no switchboard") { !$0.screen.contains("─ switchboard") }
        }
    }

    @Test func `every key of the waterfall has the effect that the help names`() async throws {
        try await run(.waterfall) { halftone, keys in
            try halftone.press("G")
            try halftone.see("the last row", Presser.isRow(62))
            try halftone.see("waterfall: 12 loads")
            try halftone.see("nothing under way", Presser.isQuiet)
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try keys.pressMovesOfTheWaterfall()
            try keys.press("Enter", .act, seeing: "└ deliver")
            try halftone.press("\u{1B}")
            try halftone.see("no details") { !$0.screen.contains("└ deliver") }
            try keys.pressWhatMeansTheSame {}
            try keys.press("e", .counters, "the counters", until: Presser.hasKeys(.details))
            try halftone.press("\u{1B}")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try keys.press("s", .switchboard, "the switchboard's hints", until: Presser.hasKeys(.switchboard))
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try keys.press("Esc", .close, "the table's hints", until: Presser.hasKeys(.table))
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try keys.press("/", .search, seeing: "switches with:")
            try halftone.press("\u{1B}")
            try halftone.see("no search") { !$0.screen.contains("switches with:") }
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try keys.press("w", .waterfall, "no waterfall") { !$0.screen.contains("waterfall:") }
        }
    }

    @Test func `every key of a load's details has the effect that the help names`() async throws {
        try await run(.details, rows: 12) { halftone, keys in
            @Sendable func open() throws {
                try halftone.press("\r")
                try halftone.see("the details") { !Presser.details($0).isEmpty }
                try halftone.see("their hints", Presser.hasKeys(.details))
            }
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try open()
            try keys.pressMovesOfTheDetails()
            for (name, action) in [("Esc", .close), ("Enter", .act)] as [(String, LabAction)] {
                try keys.press(name, action, "no details") { Presser.details($0).isEmpty }
                try open()
            }
            // The keys of the panel below are not those of the details.
            try keys.pressWhatMeansTheSame(open)
            try keys.press("e", .counters, seeing: "requests sent to the server")
            try halftone.press("\u{1B}")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try open()
            try keys.press("s", .switchboard, "the panel's hints", until: Presser.hasKeys(.switchboard))
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try open()
            try keys.press("/", .search, seeing: "switches with:")
            try halftone.press("\u{1B}")
            try halftone.see("no search") { !$0.screen.contains("switches with:") }
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try open()
            try keys.press("w", .waterfall, "no waterfall") {
                Presser.details($0).isEmpty && !$0.screen.contains("waterfall:")
            }
            try halftone.press("w")
            try halftone.see("the waterfall's hints", Presser.hasKeys(.waterfall))
            try open()
        }
    }
}

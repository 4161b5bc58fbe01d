import ScreenKit

/// The names of the commands of the Lab.
package enum LabAction: String, KeyedAction {
    package typealias Screen = LabScreen

    case up, down, pageUp, pageDown, first, last
    case act, less, more, moreBeside, switchboard, waterfall, counters, search, standard, standardAll
    case nextFeed, reloadAll, cancel
    case clearMemory, clearCaches, clearFaults
    case hold, deliver, slowMotion, frame, frameBack, replay, beside, resetCounters
    case tour, scenarios
    case close, help, redraw, quit

    /// Whether the switchboard is focused, with no panel over it.
    package struct Contexts: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let switchboard = Contexts(rawValue: 1)
        static let others = Contexts(rawValue: 2)
        static let all: Contexts = [.switchboard, .others]
    }

    package enum Section: String {
        case moving = "Moving"
        case panels = "Panels"
        case loads = "Feeds and loads"
        case server = "Caches and server"
        case time = "Time and counters"
        case scenarios = "Scenarios"
        case program = "The program"
    }

    package static let setting = "labKeys"
    package static let kept = [LabAction.help, .quit]

    /// The texts of a cell, with their meanings, beside the keys in the help and in `halftone help lab`.
    package static let cellTexts = HelpPanel.Section(
        name: "Texts of a cell",
        lines: [
            ("cell 3", "the third cell created; few cells show all rows"),
            ("reused 4", "it showed four other rows before this one"),
            ("load 12", "the load of its picture, as in the waterfall"),
            ("was row 5: ...", "its previous row, and how that load ended"),
            ("preview", "shows a picture while a better one loads"),
        ])
}

extension LabAction {
    /// The commands of the Lab, in the order of the help.
    package static let sections: [(name: Section, commands: [KeyCommand<LabAction>])] = [
        (.moving, moving), (.panels, panels), (.loads, loads), (.server, server), (.time, time), (.scenarios, tours),
        (.program, program),
    ]

    private static let moving = [
        row(.up, .all, "↑ k", "move", "one row, switch, load or line up", .move(.up)),
        row(.down, .all, "↓ j", "move", "one row, switch, load or line down", .move(.down)),
        row(.pageUp, .all, "PgUp Ctrl-B", "page", "one panel up", .move(.pageUp)),
        row(.pageDown, .all, "PgDn Space Ctrl-F", "page", "one panel down", .move(.pageDown)),
        row(.first, .all, "Home g", "first", "the first one", .move(.first)),
        row(.last, .all, "End G", "last", "the last one", .move(.last)),
    ]

    private static let panels = [
        row(.act, .all, "Enter", "turn", "change a switch; fold a group; show a load; reload") {
            $0.act()
        },
        row(.less, .switchboard, "← h", "less", "previous value of a switch") {
            $0.switchboard.step(by: -1)
        },
        row(.more, .switchboard, "→ l", "more", "next value of a switch") {
            $0.switchboard.step(by: 1)
        },
        row(.moreBeside, .switchboard, "]", "more beside", "next value of the second picture") {
            $0.switchboard.stepBeside()
        },
        row(.switchboard, .all, "s", "switches", "focus the switchboard; hide it if focused") {
            $0.toggle(.switchboard)
        },
        row(.waterfall, .all, "w", "waterfall", "focus the waterfall; hide it if focused") {
            $0.toggle(.waterfall)
        },
        row(.counters, .all, "e", "counters", "show all counters that are not 0, with their meanings") {
            $0.openCounters()
        },
        row(.search, .all, "/", "search", "search the switches by name and description") { $0.searchSwitches() },
        row(.standard, .switchboard, "Backspace", "reset", "reset the switch") { $0.resetSwitch() },
        row(.standardAll, .all, "D", "reset all", "reset all switches") { $0.resetSwitches() },
    ]

    private static let loads = [
        row(.nextFeed, .all, "f", "feed", "next feed") { $0.turn(Switchboard.feed) },
        row(.reloadAll, .all, "R", "all again", "reload all pictures in view") {
            $0.table.reloadVisible()
        },
        row(.cancel, .all, "x", "cancel", "cancel the row's load") { $0.cancel() },
    ]

    private static let server = [
        row(.clearMemory, .all, "c", "clear memory", "empty the memory cache") {
            $0.clear(.memory, "the memory cache is empty")
        },
        row(.clearCaches, .all, "C", "clear caches", "empty both caches") {
            $0.clear(.all, "both caches are empty")
        },
        row(.clearFaults, .all, "d", "no faults", "turn off all faults of the server") { $0.clearFaults() },
    ]

    private static let time = [
        row(.hold, .all, "p", "hold", "hold back deliveries to the views, or release them") {
            $0.toggleHold()
        },
        row(.deliver, .all, "n", "one delivery", "release one delivery") { $0.deliver() },
        row(.slowMotion, .all, "m", "slow", "slow motion: 1, 1/4, 1/10, 1/50, still") {
            $0.turn(Switchboard.speed)
        },
        row(.frame, .all, ".", "frame", "freeze motion, and advance by one frame") { $0.showNextFrame() },
        row(.frameBack, .all, ",", "frame back", "show the frame before in the microscope") { $0.showFrameBefore() },
        row(.replay, .all, "v", "replay", "repeat the load of the row in a loop") {
            $0.turn(Switchboard.replay)
        },
        row(.beside, .all, "b", "beside", "each picture twice, side by side with other settings") {
            $0.toggleBeside()
        },
        row(.resetCounters, .all, "0", "zero", "reset the counters") {
            $0.resetCounters()
            $0.say("counters reset")
        },
    ]

    private static let tours = [
        row(.tour, .all, "t", "tour", "see what reuse cancels and drops; the next part") { $0.continueTour() },
        row(.scenarios, .all, "T", "scenarios", "play a scenario from a list") { $0.openScenarios() },
    ]

    private static let program =
        [
            row(.close, .all, "Esc", "back", "close what is open; focus the table") { $0.close() }
        ] + common(.all, quit: "leave the Lab")
}

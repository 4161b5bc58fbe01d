import TerminalScreen
import TestSupport
import Testing

@testable import halftone

/// Every key of the Lab, pressed on the live table, and its visible effect there (``LabPlayTests`` presses them).
@Suite(.endsInTime) struct LabKeyTests {
    /// The effects of each action's keys, as scripts in which `KEY` is one of them.
    private static let effects: [LabAction: String] = [
        .up: "key j j\nkey KEY\nexpect selected row == 2",
        .down: "key KEY\nexpect selected row == 2",
        .pageUp: "key G\nkey KEY\nexpect selected row < rows\nexpect selected row > 2",
        .pageDown: "key KEY\nexpect selected row > 2\nexpect selected row < rows",
        .first: "key G\nkey KEY\nexpect selected row == 1",
        .last: "key KEY\nexpect selected row == rows",
        .less: "key s\nkey KEY\nexpect switch feed is hostile",
        .more: "key s\nkey KEY\nexpect switch feed is slow",
        .act: "key s\nkey KEY\nexpect switch feed is slow\nkey Esc\nreset\nkey KEY\nexpect loads == 1",
        .nextPanel: "key KEY\nkey l\nexpect switch feed is slow",
        .switchboard: """
        expect screen shows switchboard
        key KEY
        key KEY
        expect screen lacks switchboard
        key KEY
        expect screen shows switchboard
        """,
        .waterfall: """
        expect screen shows waterfall:
        key KEY
        key KEY
        expect screen lacks waterfall:
        key KEY
        expect screen shows waterfall:
        """,
        .nextFeed: "key KEY\nexpect switch feed is slow",
        .previousFeed: "key KEY\nexpect switch feed is hostile",
        .reload: "reset\nkey KEY\nexpect memoryHits == 1",
        .reloadAll: "reset\nkey KEY\nexpect memoryHits == visible",
        .cancel:
            "set timeout 600\nfault delay 60000\nexpect every cell is loading\nkey KEY\nexpect selected is cancelled",
        .clearMemory: """
        expect inMemory == visible
        key KEY
        expect inMemory == 0
        reset
        reload
        wait for idle
        expect diskHits == visible
        """,
        .clearCaches: """
        expect inMemory == visible
        key KEY
        expect inMemory == 0
        reset
        reload
        wait for idle
        expect requests == visible
        """,
        .clearFaults: """
        fault status 404
        wait for idle
        expect every cell is failed
        key KEY
        wait for idle
        expect switch status is off
        expect every cell is shown
        """,
        .pause: """
        key KEY
        clear caches
        reload
        wait for held >= visible
        expect every cell is loading
        key KEY
        wait for idle
        expect every cell is shown
        """,
        .step: """
        key p
        clear caches
        reload
        wait for live == 0
        expect every cell is loading
        repeat 60
            key KEY
        end
        expect held == 0
        expect every cell is shown
        """,
        .slowMotion: "key KEY\nexpect switch speed is 1/4",
        .frame: "key KEY\nexpect switch speed is still",
        .identity: "expect screen shows generation 1\nkey KEY\nexpect screen lacks generation 1",
        .taller: "set height 2\nkey KEY\nexpect switch height is 3",
        .lower: "expect visible < 8\nkey KEY KEY KEY KEY\nexpect switch height is 1\nexpect visible > 12",
        .search: "key KEY\ntype concurrency\nkey Enter\nkey l\nexpect switch concurrency is 16",
        .standard: "key s l\nexpect switch feed is slow\nkey KEY\nexpect switch feed is steady",
        .standardAll:
            "set concurrency 2\nfault etag\nkey KEY\nexpect switch concurrency is 6\nexpect switch etag is off",
        .counters: "key KEY\nexpect screen shows must stay 0\nkey KEY\nexpect screen lacks must stay 0",
        .fold:
            "key s\nexpect screen shows identity\nkey KEY\nexpect screen lacks identity \nkey KEY\nexpect screen shows identity",
        .replay: "key KEY\nexpect switch replay is miss\nwait for replays >= 1\nset replay off\nwait for idle",
        .beside: "key KEY\nexpect switch beside is on\nwait for idle\nexpect screen shows surface ‖",
        .resetCounters: "expect requests == visible\nkey KEY\nexpect requests == 0",
        .help: """
        key KEY
        expect screen shows one row, switch, load or line up
        key KEY
        expect screen lacks one row, switch, load or line up
        """,
        .close: "key s\nkey KEY\nkey j\nexpect selected row == 2",
    ]

    /// Keys that have an effect only on a terminal, or while a script is paced (``StoryTests`` presses them).
    private static let terminals: Set<LabAction> = [
        .redraw, .quit, .scenarios, .storyPause, .storyNext, .storyAgain,
    ]

    @Test func `every action is tested`() {
        #expect(Set(Self.effects.keys).union(Self.terminals) == Set(LabAction.allCases))
    }

    static let plays = LabAction.allCases.flatMap { action in
        let names = [Key.up: "Up", .down: "Down", .left: "Left", .right: "Right", .character(" "): "Space"]
        return action.standardKeys.compactMap { key in
            effects[action].map { script in
                let lines = script.replacing("KEY", with: names[key] ?? key.name)
                return LabPlay(
                    name: "\(action), \(key.name)", arguments: ["--size", "160x36"],
                    script: "limit 40\nwait for idle\n\(lines)\nexpect stalePaints == 0")
            }
        }
    }
}

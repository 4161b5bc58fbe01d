import ImageLab
import TerminalScreen
import Testing

@testable import halftone

/// The Lab's table of actions.
@Suite(.endsInTime) struct LabActionTests {
    private static let places: [LabAction.Contexts] = [.table, .switchboard, .waterfall, .details, .counters]

    @Test func `every action of the Lab has one row in its table`() {
        #expect(LabAction.table.map(\.action) == LabAction.allCases, "in the order of the help")
        for row in LabAction.table {
            #expect(!row.keys.isEmpty && !row.hint.isEmpty && !row.explanation.isEmpty, "\(row.action)")
            #expect(!row.contexts.isEmpty, "\(row.action)")
            for key in row.keys { #expect(Key(name: key.name) == key) }
        }
        #expect(KeyHelp<LabAction>.sections().flatMap(\.lines).count == LabAction.allCases.count)
    }

    @Test(arguments: places)
    func `a key has one action in one panel`(place: LabAction.Contexts) {
        var owners: [Key: LabAction] = [:]
        for row in LabAction.table where !row.contexts.isDisjoint(with: place) {
            for key in row.keys {
                #expect(owners[key] == nil, "\(key.name)")
                owners[key] = row.action
                #expect(KeyBindings<LabAction>().action(of: key, in: place) == row.action, "\(key.name)")
            }
        }
        #expect(KeyBindings<LabAction>().action(of: .character("§"), in: place) == nil)
    }

    @Test func `arrows and the keys of vi have the same actions`() {
        let bindings = KeyBindings<LabAction>()
        for (arrow, letter) in [
            (Key.up, "k"), (.down, "j"), (.left, "h"), (.right, "l"), (.home, "g"), (.end, "G"),
        ] as [(Key, Character)] {
            let action = bindings.action(of: arrow, in: .switchboard)
            #expect(action != nil && bindings.action(of: .character(letter), in: .switchboard) == action)
        }
    }
}

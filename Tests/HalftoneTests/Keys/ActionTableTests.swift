import OptionParsing
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens
@testable import LabScreens
@testable import ScreenKit

/// The table of actions, and everything that is generated from it.
@Suite(.endsInTime) struct ActionTableTests {
    /// Checks the rows of a table, and that no two actions have one key in one of these places.
    private func expectTable<Actions: KeyedAction>(of _: Actions.Type, places: [Actions.Contexts]) {
        #expect(
            Actions.table.map(\.action).sorted { $0.rawValue < $1.rawValue }
                == Actions.allCases.sorted { $0.rawValue < $1.rawValue })
        for row in Actions.table {
            #expect(!row.keys.isEmpty && !row.hint.isEmpty && row.explanation?.isEmpty != true, "\(row.action)")
            #expect((row.explanation == nil) == Actions.opposites.values.contains(row.action), "\(row.action)")
            #expect(places.contains { !$0.isDisjoint(with: row.contexts) }, "\(row.action)")
            for key in row.keys { #expect(Key(name: key.name) == key) }
        }
        for place in places {
            var owners: [Key: Actions] = [:]
            for row in Actions.table where !row.contexts.isDisjoint(with: place) {
                for key in row.keys {
                    #expect(owners.updateValue(row.action, forKey: key) == nil, "\(key.name), \(row.action)")
                }
            }
        }
    }

    @Test func `every action has one row, and a key has one action in one place`() {
        expectTable(of: Action.self, places: [.list, .grid, .picture])
        expectTable(of: LabAction.self, places: [.switchboard, .others])
    }

    @Test func `arrows and the keys of vi have the same actions`() {
        let bindings = KeyBindings<Action>()
        let pairs: [(Key, Character)] = [
            (.up, "k"), (.down, "j"), (.escape, "h"), (.home, "g"), (.end, "G"),
        ]
        for context in [Action.Contexts.list, .grid, .picture] {
            for (arrow, letter) in pairs {
                let action = bindings.action(of: arrow, in: context)
                #expect(action != nil && action == bindings.action(of: .character(letter), in: context))
            }
        }
    }

    @Test func `every named key is read back from its name, in any case`() {
        let keys: [Key] =
            [.up, .down, .left, .right, .pageUp, .pageDown, .home, .end, .insert, .delete, .backspace, .enter, .tab]
            + [.backTab, .escape, .character(" ")] + (1...12).map { .function($0) }
        for key in keys {
            #expect(Key(name: key.name) == key && Key(name: key.name.lowercased()) == key, "\(key.name)")
        }
        #expect(["Up", "down", "LEFT", "right"].map { Key(name: $0) } == [.up, .down, .left, .right])
        #expect(Key(name: "ctrl-F") == .control("f") && Key(name: "f12") == .function(12))
        #expect(Key(name: "g") == .character("g") && Key(name: "G") == .character("G"))
        for text in ["", " ", "F0", "F13", "Ctrl-", "Ctrl-1", "Ctrl-é", "Hyper", "jj"] {
            #expect(Key(name: text) == nil, "\(text)")
        }
    }

    @Test func `one key may have two actions in different places`() throws {
        let bindings = try KeyBindings<Action>(changing: ["details": ["x"], "sort": ["x"]])
        #expect(bindings.action(of: .character("x"), in: .grid) == .sort)
        #expect(bindings.action(of: .character("x"), in: .picture) == .details)
        #expect(bindings.action(of: .character("d"), in: .picture) == nil)
    }

    @Test func `a reassigned key loses its old action only where the new one applies`() throws {
        let bindings = try KeyBindings<Action>(changing: ["details": ["s"]])
        #expect(bindings.action(of: .character("s"), in: .picture) == .details)
        #expect(bindings.action(of: .character("s"), in: .list) == .sort)
    }

    @Test func `the help of a place has the actions of that place`() {
        let picture: [String?] = KeyHelp<Action>.sections(in: .picture).flatMap(\.lines).map(\.explanation)
        #expect(picture.contains(Action.details.row.explanation) && !picture.contains(Action.sort.row.explanation))
        let list: [String?] = KeyHelp<Action>.sections(in: .list).flatMap(\.lines).map(\.explanation)
        #expect(list.contains(Action.sort.row.explanation) && !list.contains(Action.details.row.explanation))
    }

    @Test(arguments: [Action.Contexts.list, .grid, .picture])
    func `the help begins with the keys that matter`(context: Action.Contexts) {
        func lines(isRare: Bool?) -> [String?] {
            KeyHelp<Action>.sections(in: context, isRare: isRare).flatMap(\.lines).map(\.explanation)
        }
        #expect(lines(isRare: false).count <= 27 && lines(isRare: true).contains(Action.redraw.row.explanation))
        #expect(lines(isRare: false).count + lines(isRare: true).count == lines(isRare: nil).count)
    }

    @Test func `the help fits into eighty columns`() throws {
        for lines in [KeyHelp<Action>.sections().flatMap(\.lines), KeyHelp<LabAction>.sections().flatMap(\.lines)] {
            let keys = try #require(lines.map(\.keys.count).max()) + 2
            for line in lines { #expect(keys + line.explanation.count <= 80 - 4, "\(line.explanation)") }
        }
    }
}

import OptionParsing
import TerminalScreen
import Testing

@testable import GalleryScreens
@testable import LabScreens
@testable import ScreenKit

/// Key bindings of the config file.
@Suite(.endsInTime) struct KeyBindingTests {
    private static let places: [Action.Contexts] = [.list, .grid, .picture]

    @Test(arguments: Action.allCases)
    func `every action can have another key, in place of its own`(action: Action) throws {
        // given an action that takes an unused key
        let key = Key.function(5)
        #expect(Action.table.allSatisfy { !$0.keys.contains(key) })
        let bindings = try KeyBindings<Action>(changing: [action.rawValue: [key.name]])
        // then nothing else changes
        #expect(bindings.keys(of: action) == [key])
        for place in Self.places {
            let isHeard = !action.row.contexts.isDisjoint(with: place)
            #expect(bindings.action(of: key, in: place) == (isHeard ? action : nil))
            for own in action.standardKeys where isHeard { #expect(bindings.action(of: own, in: place) == nil) }
        }
        for other in Action.allCases where other != action { #expect(bindings.keys(of: other) == other.standardKeys) }
    }

    @Test func `a key of the Lab is removed only from actions in the same panels`() throws {
        // given a key that has an action in the switchboard only, and one that has one everywhere
        let bindings = try KeyBindings<LabAction>(
            changing: ["more": ["f"], "nextFeed": ["F3"], "less": ["?"]])
        #expect(bindings.action(of: .character("f"), in: .switchboard) == .more)
        #expect(bindings.action(of: .character("f"), in: .others) == nil)
        #expect(bindings.action(of: .function(3), in: .switchboard) == .nextFeed)
        // the help action also has its key in the switchboard: it keeps only the other one, there and everywhere
        #expect(bindings.action(of: .character("?"), in: .switchboard) == .less)
        #expect(bindings.action(of: .character("?"), in: .others) == nil)
        #expect(bindings.keys(of: .help) == [.function(1)])
        #expect(bindings.action(of: .function(1), in: .switchboard) == .help)
        #expect(bindings.keys(of: .cancel) == [.character("x")])
        // the gallery's keys are separate
        #expect(KeyBindings<Action>().action(of: .character("f"), in: .list) == .filter)
    }

    @Test func `a key that is reassigned is not in the help of its former action`() throws {
        let bindings = try KeyBindings<Action>(changing: ["mark": ["j"]])
        for place in Self.places {
            #expect(bindings.action(of: .character("j"), in: place) == .mark)
            #expect(bindings.action(of: .down, in: place) == .down)
            #expect(bindings.action(of: .character("m"), in: place) == nil)
        }
        #expect(bindings.keys(of: .down) == [.down])
    }
}

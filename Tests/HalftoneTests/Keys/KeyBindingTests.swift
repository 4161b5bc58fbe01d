import TerminalScreen
import Testing

@testable import halftone

/// Keys that the config file gives to actions.
@Suite struct KeyBindingTests {
    private static let places: [Action.Contexts] = [.list, .grid, .picture]

    @Test(arguments: Action.allCases)
    func everyActionTakesAnotherKeyAndLetsGoOfItsOwn(action: Action) throws {
        let key = Key.function(5)  // nobody's
        #expect(Action.table.allSatisfy { !$0.keys.contains(key) })
        let bindings = try KeyBindings(changing: [action.rawValue: [key.name]])
        #expect(bindings.keys(of: action) == [key])
        for place in Self.places {
            let isHeard = action.contexts.contains(place)
            #expect(bindings.action(of: key, in: place) == (isHeard ? action : nil))
            for own in action.standardKeys where isHeard { #expect(bindings.action(of: own, in: place) == nil) }
        }
        // the others keep theirs
        for other in Action.allCases where other != action { #expect(bindings.keys(of: other) == other.standardKeys) }
    }

    @Test func aKeyThatIsTakenFromAnotherActionIsNotInItsHelp() throws {
        let bindings = try KeyBindings(changing: ["mark": ["j"]])
        for place in Self.places {
            #expect(bindings.action(of: .character("j"), in: place) == .mark)
            #expect(bindings.action(of: .down, in: place) == .down)
            #expect(bindings.action(of: .character("m"), in: place) == nil)
        }
        #expect(bindings.keys(of: .down) == [.down])
    }
}

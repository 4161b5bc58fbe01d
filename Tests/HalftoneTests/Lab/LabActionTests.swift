import ImageLab
import TerminalScreen
import Testing

@testable import halftone

/// The Lab's table of actions, and the keys of scripts, which go the same way.
@Suite struct LabActionTests {
    @Test func aKeyMeansOneThing() {
        var owners: [Key: LabAction] = [:]
        for action in LabAction.allCases {
            #expect(!action.keys.isEmpty && !action.explanation.isEmpty && !action.hint.isEmpty, "\(action)")
            for key in action.keys {
                #expect(owners[key] == nil, "\(key.name)")
                owners[key] = action
                #expect(LabAction.of(key) == action, "\(key.name)")
            }
        }
        #expect(LabAction.of(.character("z")) == nil)
        #expect(LabAction.helpLines().count == LabAction.allCases.count)
    }

    @Test func arrowsAndTheKeysOfViMeanTheSame() {
        for (arrow, letter) in [
            (Key.up, "k"), (.down, "j"), (.left, "h"), (.right, "l"), (.home, "g"), (.end, "G"),
        ] as [(Key, Character)] {
            #expect(LabAction.of(arrow) == LabAction.of(.character(letter)) && LabAction.of(arrow) != nil)
        }
    }

    @Test func everyKeyOfTheLabCanBePressedByAScript() throws {
        let names = [Key.up: "Up", .down: "Down", .left: "Left", .right: "Right", .character(" "): "Space"]
        for key in LabAction.allCases.flatMap(\.keys) {
            let name = names[key] ?? key.name
            #expect(try #require(ScriptKey(name).map { Key($0) }, "\(name)") == key)
        }
    }

    @Test func everyNamedKeyOfAScriptIsAKeyOfItsOwn() {
        let keys = ScriptKey.Name.allCases.compactMap { ScriptKey($0.rawValue).map { Key($0) } }
        #expect(Set(keys).count == ScriptKey.Name.allCases.count)
        #expect(
            ScriptKey("pgdn") == .named(.pageDown) && ScriptKey("ctrl-F") == .control("f")
                && ScriptKey("f12") == .function(12))
        for text in ["", "F0", "F13", "Ctrl-", "Ctrl-1", "Ctrl-é", "Hyper", "jj"] {
            #expect(ScriptKey(text) == nil, "\(text)")
        }
    }
}

import OptionParsing
import TestSupport
import Testing

@testable import ScreenKit
@testable import halftone

/// Messages about settings and keys of a config file that cannot be applied.
@MainActor @Suite(.endsInTime) struct ConfigFileTests {
    private let folder = TemporaryDirectory()

    @Test(arguments: [
        ("{ colour: 'auto' }", "unknown setting 'colour' (layout, noResume, theme"),
        ("{ transition: 'explode' }", "invalid value 'explode' for transition (fade, "),
        ("{ loadDelay: 90000 }", "invalid value '90000' for loadDelay (a number from 0 to 60000)"),
        ("{ noResume: 3 }", "invalid value '3' for noResume (true or false)"),
        ("{ layout: true }", "invalid value true for layout (auto, list, grid, preview)"),
        ("{ loadDelay: 1.5 }", "invalid value '1.5' for loadDelay (a number from 0 to 60000)"),
        ("{ timeout: 2.5 }", "invalid value '2.5' for timeout (a number from 1 to 600)"),
        ("{ layout: null }", "invalid value null for layout (auto, list, grid, preview)"),
        (
            "{ timeout: null, noResume: null }",
            "value null for noResume (true or false); invalid value null for timeout (a number from 1 to 600)"
        ),
        ("{ saveDir: { a: 1 } }", "invalid value an object for saveDir (a folder)"),
        ("{ opener: [1, null] }", "invalid value a list with other values for opener (a program)"),
        ("{ keys: { up: 'x' } }", "keys is an object of lists of keys"), ("{ keys: 'vi' }", "keys is an object"),
        ("not JSON", "config.json:1:1: invalid JSON: expected a value; text needs quotes"),
        ("[]", "not an object of settings"),
        ("", "config.json:1:1: invalid JSON: empty document; see halftone config"),
        ("{ keys: { fly: ['f'] } }", "unknown action 'fly' (up, down"),
        ("{ keys: { up: ['Hyper-X'] } }", "unknown key 'Hyper-X'"),
        ("{ keys: { up: ['x'], down: ['x'] } }", "x is bound to down and to up"),
        ("{ keys: { up: [] } }", "up needs a key"), ("{ keys: { up: ['q'] } }", "quit has no key left"),
        ("{ keys: { mark: ['x', 'x'] } }", "x is bound to mark twice"),
        ("{ labKeys: { fly: ['f'] } }", "labKeys: unknown action 'fly' (up, down"),
        ("{ labKeys: { deliver: ['p'] } }", "labKeys: hold has no key left"),
        ("{ labKeys: ['vi'] }", "labKeys is an object of lists of keys"),
        ("{ theme: 'pink' }", "invalid value 'pink' for theme (auto, dark, light, none)"),
        ("{ slideshow: 0 }", "invalid value '0' for slideshow (a number from 1 to 86400)"),
        ("{ opener: [] }", "invalid value '' for opener (a program)"),
        ("{ saveDir: '' }", "invalid value '' for saveDir (a folder)"),
    ])
    func `an invalid value is reported with the allowed ones`(text: String, complaint: String) {
        let path = folder.write(Array(text.utf8), to: "config.json")
        var options = BrowseOptions()
        let error = #expect(throws: UsageError.self) {
            try ConfigFile(path)?.apply(to: &options, BrowseOptions.allRows)
        }
        let said = error.map { "\($0)" } ?? ""
        #expect(said.hasPrefix(path + ":") && said.contains(complaint) && !said.contains("\n"), "\(said)")
    }

    @Test func `what is no config file is refused`() throws {
        let text = "{}" + String(repeating: " ", count: 1 << 20)
        let large = folder.write(Array(text.utf8), to: "large.json")
        for (path, complaint) in [
            (large, "larger than a megabyte"), (folder.path, "Is a directory"),
            (folder.path + "/none", "No such file or directory"),
        ] {
            let error = #expect(throws: UsageError.self) { try ConfigFile(path) }
            #expect(error.map { "\($0)" } == "\(path): \(complaint)")
        }
        #expect(try ConfigFile(folder.write(Array(text.utf8.dropLast(2)), to: "small.json")) != nil)
    }
}

import OptionParsing
import TestSupport
import Testing

@testable import ScreenKit
@testable import halftone

/// The lines of a config file, and messages about those that cannot be applied.
@MainActor @Suite(.endsInTime) struct ConfigFileTests {
    private let folder = TemporaryDirectory()

    private func options(_ bytes: [UInt8]) throws -> BrowseOptions {
        var options = BrowseOptions()
        try ConfigFile(folder.write(bytes, to: "config"))?.apply(to: &options, BrowseOptions.allRows)
        return options
    }

    @Test func `comments and blanks do not count, and the last of equal settings does`() throws {
        let text = "# mine\r\n\r\n  layout =list\nlayout=grid  \n\tno-resume\n save-dir = a = #b \n[keys]\nup = = x\n"
        let options = try options(Array(text.utf8))
        #expect(options.gallery.layout == .grid && !options.common.remembersState)
        #expect(options.gallery.saveDirectory == "a = #b")
        #expect(options.common.keys?.keys(of: .up).map(\.name) == ["=", "x"] && options.common.labKeys == nil)
    }

    @Test(arguments: [
        ("colour = auto", "1: unknown setting 'colour' (layout, no-resume, theme"),
        ("\n# words\ntransition = explode", "3: invalid value 'explode' for transition (fade, "),
        ("load-delay = 90000", "1: invalid value '90000' for load-delay (a number from 0 to 60000)"),
        ("load-delay = 1.5", "1: invalid value '1.5' for load-delay (a number from 0 to 60000)"),
        ("no-resume = true", "1: no-resume takes no value"), ("layout", "1: layout needs a value"),
        ("layout = true", "1: invalid value 'true' for layout (auto, list, grid, preview)"),
        ("theme = pink", "1: invalid value 'pink' for theme (auto, dark, light, none)"),
        ("slideshow = 0", "1: invalid value '0' for slideshow (a number from 1 to 86400)"),
        ("opener =", "1: invalid value '' for opener (a program)"),
        ("save-dir = ", "1: invalid value '' for save-dir (a folder)"),
        ("{ layout: 'grid' }", "1: unknown setting '{ layout: 'grid' }' ("), ("= grid", "1: unknown setting '' ("),
        ("trace = x", "1: unknown setting 'trace' ("), ("[key]", "1: unknown section '[key]' ([keys], [labKeys])"),
        ("[keys]\nfly = f", " keys: unknown action 'fly' (up, down"),
        ("[keys]\nup = Hyper-X", "unknown key 'Hyper-X'"),
        ("[keys]\nup = x\ndown = x", "x is bound to down and to up"),
        ("[keys]\nup =", "up needs a key"), ("[keys]\nup", "up needs a key"),
        ("[keys]\nup = q", "quit has no key left"), ("[keys]\nmark = x x", "x is bound to mark twice"),
        ("[keys]\n[labKeys]\nfly = f", " labKeys: unknown action 'fly' (up, down"),
        ("[labKeys]\ndeliver = p", "labKeys: hold has no key left"),
    ])
    func `a line that cannot be applied is named with what is allowed`(text: String, complaint: String) {
        let error = #expect(throws: UsageError.self) { try options(Array(text.utf8)) }
        let said = error.map { "\($0)" } ?? ""
        #expect(said.hasPrefix(folder.path + "/config:") && said.contains(complaint) && !said.contains("\n"), "\(said)")
    }

    @Test func `a file that is not UTF-8 is refused`() {
        let error = #expect(throws: UsageError.self) { try options([0x23, 0xFF]) }
        #expect(error?.description == "\(folder.path)/config: not UTF-8")
    }
}

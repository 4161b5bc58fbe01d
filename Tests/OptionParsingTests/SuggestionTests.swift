import HalftoneCore
import OptionParsing
import TestSupport
import Testing

/// Suggestions for mistyped names.
@Suite(.endsInTime) struct SuggestionTests {
    private let names = ["browse", "print", "list", "cache", "doctor", "layout", "lab"]

    @Test(
        arguments: [
            ("prnt", "print"), ("pirnt", "print"), ("Print", "print"), ("docter", "doctor"), ("lst", "list"),
            ("layuot", "layout"), ("browsee", "browse"), ("", nil), ("l", nil), ("gallery", nil), ("xyz", nil),
            (String(repeating: "a", count: 100_000), nil),
        ] as [(String, String?)])
    func `the nearest name is proposed, unless it is too different`(word: String, name: String?) {
        #expect(Suggestion.nearest(to: word, among: names) == name)
    }

    @Test func `an unknown option is answered with a known one`() {
        struct Options {}
        let parser = OptionParser<Options>([OptionRow("layout", help: "a layout") { _ in }])
        for word in ["--layuot", "--layot=grid", "--Layout"] {
            var options = Options()
            let error = #expect(throws: UsageError.self) { try parser.parse([FilePath(word)], into: &options) }
            #expect(error?.description.hasSuffix(" (did you mean --layout?)") == true, "\(word)")
        }
    }
}

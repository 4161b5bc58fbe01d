import GalleryScreens
import ImageLab
import LabScreens
import OptionParsing
import ScreenKit

/// The parts of the manual page that are generated from the tables of keys and of the Lab, in mdoc(7).
@MainActor
enum ManualPage {
    /// The error of a manual page that lacks a mark.
    struct MissingMark: Error, CustomStringConvertible {
        let name: String
        var description: String { "the manual page has no lines between '\(begin(name))' and '\(end)'" }
    }

    private static var parts: [(name: String, text: String)] {
        [
            ("keys", KeyHelp<Action>.manualWithSections),
            (
                "cells of the Lab",
                list(LabHelp.cells.lines.map { ("Li " + $0.words, $0.meaning) }, width: "was row 5: ...")
            ),
            ("keys of the Lab", KeyHelp<LabAction>.manual),
            ("scenarios", list(LabScenario.all.map { ("Cm " + $0.name, $0.summary) }, width: "cancellation")),
        ]
    }

    /// Returns the page with its generated parts replaced; text outside the marks stays.
    static func updated(_ page: String) throws(MissingMark) -> String {
        var page = page
        for (name, text) in parts {
            guard let start = page.firstRange(of: begin(name) + "\n"),
                let stop = page[start.upperBound...].firstRange(of: end + "\n")
            else { throw MissingMark(name: name) }
            page.replaceSubrange(start.upperBound..<stop.lowerBound, with: text)
        }
        return page
    }

    private static nonisolated func begin(_ name: String) -> String { ".\\\" generated: \(name)" }
    private static nonisolated var end: String { ".\\\" end" }

    private static func list(_ items: [(tag: String, text: String)], width: String) -> String {
        ".Bl -tag -width \"\(width)\" -compact\n" + items.map { ".It \($0.tag)\n\($0.text)\n" }.joined() + ".El\n"
    }
}

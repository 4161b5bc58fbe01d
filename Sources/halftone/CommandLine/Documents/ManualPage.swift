import GalleryScreens
import ImageLab
import LabScreens
import OptionParsing
import ScreenKit

/// A manual page of `Assets`, and its parts that are generated from the tables of keys, titles and the Lab, in mdoc(7).
enum ManualPage: String, CaseIterable {
    case program = "halftone.1"
    case lab = "halftone-lab.1"

    /// The error of a manual page that lacks a mark.
    struct MissingMark: Error, CustomStringConvertible {
        let name: String
        var description: String { "the manual page has no lines between '\(begin(name))' and '\(end)'" }
    }

    @MainActor private var parts: [(name: String, text: String)] {
        switch self {
        case .program:
            [
                (
                    "letters of a title",
                    Self.list(PictureTitle.placeholders.map { ("Li \\&%\($0.letter)", $0.meaning) }, width: "%%")
                ),
                ("keys", KeyHelp<Action>.manualWithSections),
            ]
        case .lab:
            [
                (
                    "cells of the Lab",
                    Self.list(LabAction.cellTexts.lines.map { ("Li " + $0.words, $0.meaning) }, width: "was row 5: ...")
                ),
                ("keys of the Lab", KeyHelp<LabAction>.manual),
                (
                    "scenarios",
                    Self.list(LabScenario.all.map { ("Cm " + $0.name, $0.summary) }, width: "cancellation")
                ),
            ]
        }
    }

    /// Returns the page with its generated parts replaced; text outside the marks stays.
    @MainActor func updated(_ page: String) throws(MissingMark) -> String {
        var page = page
        for (name, text) in parts {
            guard let start = page.firstRange(of: Self.begin(name) + "\n"),
                let stop = page[start.upperBound...].firstRange(of: Self.end + "\n")
            else { throw MissingMark(name: name) }
            page.replaceSubrange(start.upperBound..<stop.lowerBound, with: text)
        }
        return page
    }

    private static func begin(_ name: String) -> String { ".\\\" generated: \(name)" }
    private static var end: String { ".\\\" end" }

    private static func list(_ items: [(tag: String, text: String)], width: String) -> String {
        ".Bl -tag -width \"\(width)\" -compact\n" + items.map { ".It \($0.tag)\n\($0.text)\n" }.joined() + ".El\n"
    }
}

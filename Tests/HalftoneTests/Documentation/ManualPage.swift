import Testing

@testable import GalleryScreens
@testable import LabScreens
@testable import ScreenKit
@testable import halftone

/// A manual page of `Assets`, and its parts that are generated from the tables of keys, titles and the Lab, in mdoc(7).
enum ManualPage: String, CaseIterable {
    case program = "halftone.1"
    case lab = "halftone-lab.1"

    @MainActor private var parts: [(name: String, text: String)] {
        switch self {
        case .program:
            [
                (
                    "letters of a title",
                    Self.list(PictureTitle.placeholders.map { ("Li \\&%\($0.letter)", $0.meaning) }, width: "%%")
                ),
                (
                    "keys",
                    KeyHelp<Action>.sections().map { ".Ss \($0.rawValue)\n" + Self.list($1) }.joined()
                ),
            ]
        case .lab:
            [
                (
                    "cells of the Lab",
                    Self.list(LabAction.cellTexts.lines.map { ("Li " + $0.words, $0.meaning) }, width: "was row 5: ...")
                ),
                ("keys of the Lab", Self.list(KeyHelp<LabAction>.sections().flatMap(\.lines))),
                (
                    "scenarios",
                    Self.list(LabScenario.all.map { ("Cm " + $0.name, $0.summary) }, width: "cancellation")
                ),
            ]
        }
    }

    /// Returns the page with its generated parts replaced; text outside the marks stays.
    @MainActor func updated(_ page: String) throws -> String {
        var page = page
        for (name, text) in parts {
            let start = try #require(page.firstRange(of: ".\\\" generated: \(name)\n"), "\(rawValue) has no \(name)")
            let stop = try #require(page[start.upperBound...].firstRange(of: ".\\\" end\n"), "\(name) has no end")
            page.replaceSubrange(start.upperBound..<stop.lowerBound, with: text)
        }
        return page
    }

    private static func list(_ keys: [(keys: String, explanation: String)]) -> String {
        list(keys.map { (escaped($0.keys), $0.explanation) }, width: "PgDn Space Ctrl-F")
    }

    private static func list(_ items: [(tag: String, text: String)], width: String) -> String {
        ".Bl -tag -width \"\(width)\" -compact\n" + items.map { ".It \($0.tag)\n\($0.text)\n" }.joined() + ".El\n"
    }

    /// Escapes single punctuation, which is syntax in mdoc, and a minus, which would become a hyphen.
    private static func escaped(_ keys: String) -> String {
        keys.split(separator: " ").map { key in
            let isSign = key.count == 1 && key.first.map { !$0.isLetter && !$0.isNumber && $0.isASCII } == true
            return isSign ? "\\&" + (key == "-" ? "\\-" : String(key)) : String(key)
        }.joined(separator: " ")
    }
}

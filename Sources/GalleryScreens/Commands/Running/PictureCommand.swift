import HalftoneCore
import ScreenKit

/// A command line for pictures: words, in which `{}` is a placeholder for the files. A value.
///
/// No shell reads it. Blanks separate words, single and double quotation marks protect blanks, a backslash escapes the
/// next character, and `~/` at the start of a word is the home folder. A word with `{}` is repeated for each file;
/// without `{}`, the files are appended.
struct PictureCommand: Hashable, Sendable {
    /// The program, and its arguments before those that name files are repeated.
    private let words: [String]

    /// Parses a command line.
    init(_ text: String, home: String? = nil) throws(Failure) {
        words = try Self.words(of: text, home: home)
        guard words.first?.isEmpty == false else { throw Failure("missing command") }
    }

    static let place = "{}"

    /// The name of the program.
    var name: String { words[0].split(separator: "/").last.map(String.init) ?? words[0] }

    /// Returns the program and its arguments.
    func arguments(for files: [FilePath]) -> [FilePath] {
        let isPlaced = words.contains { $0.contains(Self.place) }
        return words.flatMap { word -> [FilePath] in
            let parts = word.split(separator: Self.place, omittingEmptySubsequences: false)
            guard parts.count > 1 else { return [FilePath(word)] }
            return files.map { file in
                FilePath(bytes: Array(parts.map { Array($0.utf8) }.joined(separator: file.bytes)))
            }
        } + (isPlaced ? [] : files)
    }

    // MARK: - Words

    private static func words(of text: String, home: String?) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var hasTilde = false
        var rest = text[...]
        func finished(_ word: String) -> String {
            guard hasTilde, let home, word == "~" || word.hasPrefix("~/") else { return word }
            return home + word.dropFirst()
        }
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil), ("\\", "\""):
                guard let next = rest.popFirst() else { throw Failure("nothing after the backslash") }
                word = (word ?? "") + (quote == nil || next == "\"" || next == "\\" ? "" : "\\") + String(next)
            case (_, .some(character)): quote = nil
            case ("'", nil), ("\"", nil): (quote, word) = (character, word ?? "")
            case (_, nil) where character.isWhitespace:
                if let done = word { words.append(finished(done)) }
                (word, hasTilde) = (nil, false)
            case (_, _):
                if character == "~", word == nil { hasTilde = true }
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw Failure("unterminated quotation mark") }
        if let done = word { words.append(finished(done)) }
        return words
    }
}

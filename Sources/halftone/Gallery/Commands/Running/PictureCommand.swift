import HalftoneCore

/// A command line for pictures: words, in which `{}` is a placeholder for the files. A value.
///
/// Without a shell, blanks separate words, single and double quotation marks protect blanks, a backslash escapes the
/// next character, and `~/` at the start of a word is the home folder. A word with `{}` is repeated for each file;
/// without `{}`, the files are appended.
struct PictureCommand: Hashable, Sendable {
    private enum Reader: Hashable { case words([String]), shell([String], script: String) }

    private let reader: Reader

    /// Parses a command line. `shell`: the shell and its arguments before the command line; empty for none.
    init(_ text: String, shell: [String] = [], home: String? = nil) throws(Failure) {
        let words = try Self.words(of: text, home: home)
        guard words.first?.isEmpty == false else { throw Failure("missing command") }
        guard !shell.isEmpty else {
            reader = .words(words)
            return
        }
        // The files are arguments of the script: their names are never part of it. The placeholder is replaced by a
        // quoted expression, so it must not be inside quotation marks.
        let script = try Self.unquoted(text).replacing(Self.place, with: #""$@""#)
        let namesFiles =
            script.contains("$@") || script.contains("$*") || (script.contains("$1") && !script.contains("'"))
        guard namesFiles || !script.contains(where: "&|;<>(){}#\n".contains) else {
            throw Failure("missing {} for the files")  // appending them may not be valid after these
        }
        reader = .shell(shell, script: namesFiles ? script : script + #" "$@""#)
    }

    /// Returns the text with quoted placeholders unquoted: `"{}"` becomes `{}`.
    private static func unquoted(_ text: String) throws(Failure) -> String {
        var result = ""
        var quote: Character?
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (character, quote) {
            case ("\\", nil), ("\\", "\""):
                result.append(character)
                if let next = rest.popFirst() { result.append(next) }
                continue
            case ("'", nil), ("\"", nil):
                let quoted = place + String(character)
                guard !rest.hasPrefix(quoted) else {
                    result += place
                    rest = rest.dropFirst(quoted.count)
                    continue
                }
                quote = character
            case (_, .some(character)): quote = nil
            case ("{", .some) where rest.first == "}":
                throw Failure("{} must not be quoted")
            case (_, _): break
            }
            result.append(character)
        }
        return result
    }

    static let place = "{}"

    /// The name of the program.
    var name: String {
        switch reader {
        case .words(let words): words[0].split(separator: "/").last.map(String.init) ?? words[0]
        case .shell(let shell, _): shell[0]
        }
    }

    // MARK: - Arguments

    /// Returns the program and its arguments.
    func arguments(for files: [FilePath]) -> [FilePath] {
        switch reader {
        case .shell(let shell, let script): return (shell + [script, "halftone"]).map { FilePath($0) } + files
        case .words(let words):
            let isPlaced = words.contains { $0.contains(Self.place) }
            return words.flatMap { word -> [FilePath] in
                let parts = word.split(separator: Self.place, omittingEmptySubsequences: false)
                guard parts.count > 1 else { return [FilePath(word)] }
                return files.map { file in
                    FilePath(bytes: Array(parts.map { Array($0.utf8) }.joined(separator: file.bytes)))
                }
            } + (isPlaced ? [] : files)
        }
    }

    // MARK: - Destructive commands

    /// Programs and arguments that remove, move or overwrite files.
    private static let removers: Set<Substring> = [
        "rm", "rmdir", "unlink", "shred", "srm", "wipe", "trash", "trash-put", "rmtrash", "gio", "mv", "truncate",
        "-delete", "--remove-files", "--remove-source-files", "-sdel", "dd", "tee", "mogrify", "jpegoptim", "optipng",
        "pngquant", "exiftran", "install", "sponge", "-overwrite_original", "--in-place", "-i",
    ]

    /// Whether any word is known for removing or overwriting files, as in `sudo rm` and `sed -i`, or a shell redirects
    /// into a file. Other programs may do so too.
    var mayRemove: Bool {
        if case .shell(_, let script) = reader, script.contains(">") { return true }
        let texts =
            switch reader {
            case .words(let words): words
            case .shell(_, let script): [script]
            }
        return texts.contains { text in
            text.split { !($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }.contains(
                where: Self.removers.contains)
        }
    }

    // MARK: - Words

    private static func words(of text: String, home: String?) throws(Failure) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isAtHome = false
        var rest = text[...]
        func finished(_ word: String) -> String {
            guard isAtHome, let home, word == "~" || word.hasPrefix("~/") else { return word }
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
                (word, isAtHome) = (nil, false)
            case (_, _):
                if character == "~", word == nil { isAtHome = true }
                word = (word ?? "") + String(character)
            }
        }
        guard quote == nil else { throw Failure("unterminated quotation mark") }
        if let done = word { words.append(finished(done)) }
        return words
    }
}

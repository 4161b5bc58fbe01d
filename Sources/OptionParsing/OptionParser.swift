import HalftoneCore

/// A mistake on the command line. The description is one line.
public struct UsageError: Error, CustomStringConvertible {
    public let description: String
    /// Creates a mistake from one line of text, without the program's name.
    public init(_ description: String) { self.description = description }
}

/// A parser of a command's arguments. Safe from any thread.
public struct OptionParser<Options> {
    private let rows: [OptionRow<Options>]

    /// Creates a parser of these options. Names must differ.
    public init(_ rows: [OptionRow<Options>]) { self.rows = rows }

    /// Applies all options to `options` and returns the operands, byte for byte. Options may follow operands; `--` ends
    /// them. Names may be cut as far as they are unambiguous, letters may share a dash, and the argument of an option,
    /// which must be UTF-8, is the next word or follows `=`.
    ///
    /// - Throws: `UsageError` for an unknown or ambiguous option, a missing argument or an invalid value.
    public func parse(_ arguments: [FilePath], into options: inout Options) throws(UsageError) -> [FilePath] {
        var operands: [FilePath] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return operands + rest }
            if word.bytes.starts(with: "--".utf8) {
                try applyName(word, &rest, to: &options)
            } else if word.bytes.first == UInt8(ascii: "-"), word != "-" {
                for letter in word.text.dropFirst() { try applyLetter(letter, to: &options) }
            } else {
                operands.append(word)
            }
        }
        return operands
    }

    private func applyName(
        _ word: FilePath, _ rest: inout ArraySlice<FilePath>, to options: inout Options
    ) throws(UsageError) {
        let name = word.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }
        let row = try row(named: String(decoding: name, as: UTF8.self))
        let value =
            name.endIndex < word.bytes.endIndex ? FilePath(bytes: Array(word.bytes[(name.endIndex + 1)...])) : nil
        guard row.argument != nil else {
            guard value == nil else { throw UsageError("--\(row.name) takes no value") }
            return try row.apply("", to: &options)
        }
        guard let value = value ?? rest.popFirst() else { throw UsageError("--\(row.name) needs an argument") }
        guard let text = value.exactText else { throw UsageError("the value of --\(row.name) is not UTF-8") }
        try row.apply(text, to: &options)
    }

    private func applyLetter(_ letter: Character, to options: inout Options) throws(UsageError) {
        guard let row = rows.first(where: { $0.short == letter }) else {
            throw UsageError("unknown option '-\(TextSanitizer.clean(String(letter)))'")
        }
        try row.apply("", to: &options)
    }

    private func row(named name: String) throws(UsageError) -> OptionRow<Options> {
        let matches = rows.filter { $0.name.hasPrefix(name) }
        if let row = matches.first(where: { $0.name == name }) ?? (matches.count == 1 ? matches[0] : nil) { return row }
        let hint = Suggestion.nearest(to: name, among: rows.map(\.name)).map { " (did you mean --\($0)?)" } ?? ""
        let problem = matches.isEmpty ? "unknown" : "ambiguous"
        throw UsageError("\(problem) option '--\(TextSanitizer.clean(name))'\(hint)")
    }
}

import HalftoneCore

/// A mistake on the command line. The description is one line.
public struct UsageError: Error, CustomStringConvertible {
    public let description: String
    /// Creates a mistake from one line of text, without the program's name.
    public init(_ description: String) { self.description = description }
}

/// A parser of a command's arguments.
public struct OptionParser<Options> {
    private let rows: [OptionRow<Options>]
    private let refusal: (String) -> String?

    /// Creates a parser of options with different names. `refusal` returns the error for a name that is not among them;
    /// `nil` if it is unknown.
    public init(_ rows: [OptionRow<Options>], refusal: @escaping (_ name: String) -> String? = { _ in nil }) {
        (self.rows, self.refusal) = (rows, refusal)
    }

    /// Applies all options to `options` and returns the operands, byte for byte, and the names of the options. Options
    /// may follow operands; `--` ends them. Letters may share a dash, and the argument of an option, which must be UTF-8,
    /// is the next word or follows `=`.
    ///
    /// - Throws: `UsageError` for an unknown option, a missing argument or an invalid value.
    public func parse(
        _ arguments: [FilePath], into options: inout Options
    ) throws(UsageError) -> (operands: [FilePath], names: Set<String>) {
        var (operands, names) = ([FilePath](), Set<String>())
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return (operands + rest, names) }
            if word.bytes.starts(with: "--".utf8) {
                let row = try row(named: word)
                try row.apply(argument(of: row, word, &rest), to: &options)
                names.insert(row.name)
            } else if word.bytes.first == UInt8(ascii: "-"), word != "-" {
                for letter in word.text.dropFirst() {
                    guard let row = rows.first(where: { $0.short == letter }) else {
                        throw UsageError("unknown option '-\(TextSanitizer.clean(String(letter)))'")
                    }
                    try row.apply("", to: &options)
                    names.insert(row.name)
                }
            } else {
                operands.append(word)
            }
        }
        return (operands, names)
    }

    private func row(named word: FilePath) throws(UsageError) -> OptionRow<Options> {
        // by bytes: an equals sign and a combining mark after it are one character
        let name = String(decoding: word.bytes.dropFirst(2).prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        if let row = rows.first(where: { $0.name == name }) { return row }
        if let refusal = refusal(name) { throw UsageError(refusal) }
        let hint = Suggestion.nearest(to: name, among: rows.map(\.name)).map { " (did you mean --\($0)?)" } ?? ""
        throw UsageError("unknown option '--\(TextSanitizer.clean(name))'\(hint)")
    }

    /// Returns the argument of an option; the empty text for a flag.
    private func argument(
        of row: OptionRow<Options>, _ word: FilePath, _ rest: inout ArraySlice<FilePath>
    ) throws(UsageError) -> String {
        let value = word.bytes.firstIndex(of: UInt8(ascii: "=")).map { FilePath(bytes: Array(word.bytes[($0 + 1)...])) }
        guard row.argument != nil else {
            guard value == nil else { throw UsageError("--\(row.name) takes no value") }
            return ""
        }
        guard let value = value ?? rest.popFirst() else { throw UsageError("--\(row.name) needs an argument") }
        guard let text = value.exactText else { throw UsageError("the value of --\(row.name) is not UTF-8") }
        return text
    }
}

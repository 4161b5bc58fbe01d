import HalftoneCore

/// An option of a command: its names, its texts, and its effect on the command's options.
public struct OptionRow<Options> {
    /// The description of the option.
    public let facts: OptionFacts
    private let change: (inout Options, String) -> Bool

    /// Creates an option with an argument. `help` is one line; by default the valid values.
    public init<Value>(
        _ name: String, _ kind: ArgumentKind<Value>, help: String? = nil,
        apply: @escaping (inout Options, Value) -> Void
    ) {
        self.init(name, kind, nil, help, apply)
    }

    /// Creates an option with an argument that the config file can set too. `configDefault` is the default that the
    /// config template shows; it is not applied, because the options already start with it.
    public init<Value>(
        _ name: String, _ kind: ArgumentKind<Value>,
        configDefault: @escaping @autoclosure () -> Value, help: String? = nil,
        apply: @escaping (inout Options, Value) -> Void
    ) {
        self.init(name, kind, { kind.json(configDefault()) }, help, apply)
    }

    private init<Value>(
        _ name: String, _ kind: ArgumentKind<Value>, _ configDefault: (() -> String)?, _ help: String?,
        _ apply: @escaping (inout Options, Value) -> Void
    ) {
        let argument = OptionFacts.Argument(name: kind.name, completion: kind.completion, expected: kind.expected)
        facts = OptionFacts(name: name, short: nil, argument: argument, text: help, configDefault: configDefault)
        change = { options, text in
            guard let value = kind.read(text) else { return false }
            apply(&options, value)
            return true
        }
    }

    /// Creates an option without an argument, which is off by default. `isInConfig`: whether the config file can turn
    /// it on too.
    public init(
        _ name: String, short: Character? = nil, isInConfig: Bool = false, help: String,
        apply: @escaping (inout Options) -> Void
    ) {
        facts = OptionFacts(
            name: name, short: short, argument: nil, text: help, configDefault: isInConfig ? { "false" } : nil)
        change = { options, _ in
            apply(&options)
            return true
        }
    }

    /// The long name, without dashes.
    public var name: String { facts.name }
    /// The letter of the short form of a flag; `nil` if there is none.
    public var short: Character? { facts.short }
    /// The argument; `nil` for a flag.
    public var argument: OptionFacts.Argument? { facts.argument }

    /// Applies the option with an argument to the options. `label` is the option's name in messages, `--` and its name
    /// by default.
    ///
    /// - Throws: `UsageError` if the argument is invalid.
    public func apply(_ text: String, to options: inout Options, label: String? = nil) throws(UsageError) {
        guard !change(&options, text) else { return }
        throw UsageError(
            "invalid value '\(TextSanitizer.clean(text))' for \(label ?? "--\(name)") (\(facts.expected))")
    }
}

/// The description of an option for help, shells and the config file.
public struct OptionFacts {
    /// The argument of an option.
    public struct Argument {
        /// The name of the argument in the help: `SECONDS`.
        public let name: String
        let completion: () -> ArgumentCompletion
        let expected: () -> String
    }

    /// The long name, without dashes.
    public let name: String
    /// The letter of the short form of a flag; `nil` if there is none.
    public let short: Character?
    /// The argument; `nil` for a flag.
    public let argument: Argument?
    fileprivate let text: String?
    let configDefault: (() -> String)?

    /// The option with its argument, as it is typed: `--timeout SECONDS`.
    public var usage: String { "--" + name + (argument.map { " " + $0.name } ?? "") }

    /// The description of valid values, in parentheses in a message: `a number from 1 to 600`.
    public var expected: String { argument?.expected() ?? "true or false" }

    /// The description in the help, in one line.
    public var help: String { text ?? expected }

    /// The shell completion of the argument; `.none` for a flag.
    public var completion: ArgumentCompletion { argument?.completion() ?? .none }

    /// The name in the config file, `cacheDir` for `--cache-dir`, and the default as JSON; `nil` if the file cannot set
    /// the option.
    public var configured: (name: String, standard: String)? {
        configDefault.map { (Self.setting(name), $0()) }
    }

    private static func setting(_ name: String) -> String {
        let parts = name.split(separator: "-")
        let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (parts.prefix(1).map(String.init) + rest).joined()
    }

    /// Returns the part of a help text that lists options.
    public static func help(_ options: [OptionFacts]) -> String {
        "options:\n" + columns(options.map { ("\($0.short.map { "-\($0), " } ?? "")\($0.usage)", $0.help) })
    }

    /// Returns words in lines of at most `columns` characters, with `separator` between the words of a line.
    public static func wrapped(_ words: [String], separator: String = " ", columns: Int) -> [String] {
        var lines: [String] = []
        for word in words {
            if let last = lines.last, last.count + separator.count + word.count <= columns {
                lines[lines.count - 1] = last + separator + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }

    /// Returns a help text for a terminal, unchanged if no line is longer than `columns` characters: paragraphs are wrapped
    /// anew, and descriptions continue below their beginning.
    public static func fitted(_ text: String, columns: Int) -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.contains(where: { $0.count > columns }) else { return text }
        var paragraphs: [String] = []
        for line in lines {
            if let last = paragraphs.last, [last, line].allSatisfy({ $0.first.map { $0 != " " } ?? false }) {
                paragraphs[paragraphs.count - 1] = last + " " + line
            } else {
                paragraphs.append(line)
            }
        }
        return paragraphs.flatMap { folded($0, columns: columns) }.joined(separator: "\n")
    }

    private static func folded(_ line: String, columns: Int) -> [String] {
        guard line.count > columns else { return [line] }
        let margin = line.prefix { $0 == " " }.count
        let gap = line.dropFirst(margin).ranges(of: "  ").last
        let text = gap.map { line[$0.upperBound...].drop { $0 == " " } } ?? line.dropFirst(margin)
        let start = line.count - text.count
        // a description that has less than half of the width begins below its name
        let indent = start <= columns / 2 ? start : margin + 4
        let words = text.split(separator: " ").map(String.init)
        let lines = wrapped(words, columns: columns - indent).map { String(repeating: " ", count: indent) + $0 }
        guard indent == start else {
            var name = line.prefix(start)
            while name.last == " " { name.removeLast() }
            return (gap == nil ? [] : [String(name)]) + lines
        }
        return lines.prefix(1).map { String(line.prefix(indent) + $0.dropFirst(indent)) } + lines.dropFirst()
    }

    /// Returns lines of two columns, indented.
    public static func columns(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  " + $0.0 + String(repeating: " ", count: width - $0.0.count) + $0.1 }
            .joined(separator: "\n")
    }
}

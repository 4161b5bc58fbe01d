import HalftoneCore

/// A kind of option argument: its name in the help, its shell completion, and the parsing of its value.
public struct ArgumentKind<Value> {
    // texts are closures because most runs need none of them

    /// The name of the argument: `SECONDS`.
    let name: String
    let completion: () -> ArgumentCompletion
    /// The description of valid values, in parentheses in a message: `a number from 1 to 600`.
    let expected: () -> String
    /// Returns the value of a text, or `nil` if the text is invalid.
    let read: (String) -> Value?
    /// Returns a value as JSON.
    let json: (Value) -> String

    /// Creates a kind from its name in the help and the function that reads a value. `expected`, `json` and `read` are
    /// called only when they are needed.
    ///
    /// - Parameters:
    ///   - name: the argument in the help, in capitals: `SECONDS`.
    ///   - completion: what shells offer; by default nothing.
    ///   - expected: the valid values, in parentheses in a message: `a number from 1 to 600`.
    ///   - json: returns a value as JSON, for the config template; by default its description as a JSON string.
    ///   - read: returns the value of a text, or `nil` if it is invalid.
    public init(
        _ name: String, completion: @escaping @autoclosure () -> ArgumentCompletion = .none,
        expected: @escaping @autoclosure () -> String,
        json: @escaping (Value) -> String = { ArgumentKind.quoted("\($0)") },
        read: @escaping (String) -> Value?
    ) {
        (self.name, self.completion, self.expected, self.read) = (name, completion, expected, read)
        self.json = json
    }

    /// Returns a text as a JSON string.
    public static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

/// The shell completion of an option's argument or an operand.
public enum ArgumentCompletion: Equatable, Sendable {
    /// No completion.
    case none
    /// One of several words; after those that end with `=`, a value.
    case words([String])
    /// The path of a file.
    case file
    /// The path of a folder.
    case folder
}

// MARK: - Kinds

extension ArgumentKind where Value == Int {
    /// Returns the kind of integers in a range.
    public static func number(_ name: String, _ range: ClosedRange<Int>) -> ArgumentKind {
        ArgumentKind(
            name, expected: "a number from \(range.lowerBound) to \(range.upperBound)", json: { "\($0)" },
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension ArgumentKind where Value == Duration {
    /// Returns the kind of whole numbers of seconds in a range.
    public static func seconds(_ range: ClosedRange<Int>) -> ArgumentKind { whole("SECONDS", range, .seconds(1)) }
    /// Returns the kind of whole numbers of milliseconds in a range.
    public static func milliseconds(_ range: ClosedRange<Int>) -> ArgumentKind { whole("MS", range, .milliseconds(1)) }

    private static func whole(_ name: String, _ range: ClosedRange<Int>, _ unit: Duration) -> ArgumentKind {
        let number = ArgumentKind<Int>.number(name, range)
        return ArgumentKind(
            name, expected: number.expected(), json: { "\(Int(($0 / unit).rounded()))" },
            read: { number.read($0).map { unit * $0 } })
    }
}

extension ArgumentKind where Value == String {
    /// Returns the kind of paths of files; the empty text is invalid.
    public static func file(_ name: String = "FILE") -> ArgumentKind { some(name, .file, "a file") }
    /// Returns the kind of paths of folders; the empty text is invalid.
    public static func folder(_ name: String = "DIR") -> ArgumentKind { some(name, .folder, "a folder") }

    /// Returns the kind of all texts except the empty one.
    private static func some(_ name: String, _ completion: ArgumentCompletion, _ expected: String) -> ArgumentKind {
        ArgumentKind(name, completion: completion, expected: expected, read: { $0.isEmpty ? nil : $0 })
    }
}

extension ArgumentKind {
    /// Returns the kind of a list of values with names.
    public static func choice(
        _ name: String, _ values: [Value], _ label: @escaping (Value) -> String
    ) -> ArgumentKind {
        ArgumentKind(
            name, completion: .words(values.map(label)),
            expected: values.map(label).joined(separator: ", "), json: { quoted(label($0)) },
            read: { text in values.first { label($0) == text } })
    }

    /// Returns the kind of a list of values whose raw values are their names.
    public static func choice(_ name: String, _ values: [Value]) -> ArgumentKind
    where Value: RawRepresentable, Value.RawValue == String {
        choice(name, values, \.rawValue)
    }
}

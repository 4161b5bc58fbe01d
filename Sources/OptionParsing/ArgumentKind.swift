import Basis

/// A kind of option argument: its name in the help, what shells complete, and how its text becomes a value.
public struct ArgumentKind<Value> {
    // Texts are closures because most starts need none of them.

    /// The name of the argument: `SECONDS`.
    let name: String
    let completion: () -> ArgumentCompletion
    /// What is expected, to follow the name of the option in a message: `is a number from 1 to 600`.
    let expected: () -> String
    /// Returns the value of a text, or `nil` if it is none. A thrown error follows the name of the option, like
    /// ``expected``.
    let read: (String) throws(UsageError) -> Value?
    /// Returns a value as JSON.
    let json: (Value) -> String

    public init(
        _ name: String, completion: @escaping @autoclosure () -> ArgumentCompletion = .none,
        expected: @escaping @autoclosure () -> String,
        json: @escaping (Value) -> String = { ArgumentKind.quoted("\($0)") },
        read: @escaping (String) throws(UsageError) -> Value?
    ) {
        (self.name, self.completion, self.expected, self.read) = (name, completion, expected, read)
        self.json = json
    }

    /// Returns a text as a JSON string.
    public static func quoted(_ text: String) -> String {
        "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
    }
}

/// What shells offer for the argument of an option, or for an operand.
public enum ArgumentCompletion: Equatable, Sendable {
    case none
    case words([String])
    /// Words separated by commas.
    case list([String])
    /// Words that a value follows.
    case prefixes([String])
    case file
    case folder
}

// MARK: - Kinds

extension ArgumentKind where Value == Int {
    public static func number(_ name: String, _ range: ClosedRange<Int>) -> ArgumentKind {
        ArgumentKind(
            name, expected: "is a number from \(range.lowerBound) to \(range.upperBound)", json: { "\($0)" },
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } })
    }
}

extension ArgumentKind where Value == Duration {
    public static func seconds(_ range: ClosedRange<Int>) -> ArgumentKind { whole("SECONDS", range, .seconds(1)) }
    public static func milliseconds(_ range: ClosedRange<Int>) -> ArgumentKind { whole("MS", range, .milliseconds(1)) }

    private static func whole(_ name: String, _ range: ClosedRange<Int>, _ unit: Duration) -> ArgumentKind {
        let number = ArgumentKind<Int>.number(name, range)
        return ArgumentKind(
            name, expected: number.expected(), json: { "\(Int(($0 / unit).rounded()))" },
            read: { (text) throws(UsageError) in try number.read(text).map { unit * $0 } })
    }
}

extension ArgumentKind where Value == String {
    public static func file(_ name: String = "FILE") -> ArgumentKind { some(name, .file, "needs a file") }
    public static func folder(_ name: String = "DIR") -> ArgumentKind { some(name, .folder, "needs a folder") }

    /// Any text but the empty one.
    private static func some(_ name: String, _ completion: ArgumentCompletion, _ expected: String) -> ArgumentKind {
        ArgumentKind(name, completion: completion, expected: expected, read: { $0.isEmpty ? nil : $0 })
    }
}

extension ArgumentKind {
    /// One of some values, each with a name.
    public static func choice(
        _ name: String, _ values: [Value], _ label: @escaping (Value) -> String
    ) -> ArgumentKind {
        ArgumentKind(
            name, completion: .words(values.map(label)),
            expected: "is one of \(values.map(label).joined(separator: ", "))", json: { quoted(label($0)) },
            read: { text in values.first { label($0) == text } })
    }

    public static func choice(_ name: String, _ values: [Value]) -> ArgumentKind
    where Value: RawRepresentable, Value.RawValue == String {
        choice(name, values, \.rawValue)
    }
}

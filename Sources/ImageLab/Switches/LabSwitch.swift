/// One switch of the Lab: a name, what it can be set to, and what it is set to. A value without any effect of its own.
public struct LabSwitch: Sendable, Equatable {
    /// What a switch can be set to.
    public enum Kind: Sendable, Equatable {
        /// `on` or `off`.
        case flag
        /// One of several words.
        case choice([String])
        /// A whole number in a range. Stepping goes through the numbers that are worth a try.
        case number(ClosedRange<Int>, steps: [Int])
        /// A fault of the server: `off`, or whatever the server understands after its name; `on` for one without a value.
        case fault(steps: [String])
    }

    /// As scripts write it, unique on its board.
    public let name: String
    public let kind: Kind
    /// One line.
    public let help: String
    /// Always one that its kind allows.
    public private(set) var value: String

    /// A switch that is set to `value`, which its kind must allow.
    public init(_ name: String, _ kind: Kind, value: String, help: String) {
        (self.name, self.kind, self.value, self.help) = (name, kind, value, help)
    }

    /// Sets it; `true` if it was set to something else. Throws `.badSwitch`, which says what is allowed.
    public mutating func set(_ text: String) throws(LabError) -> Bool {
        let old = value
        value = try checked(text)
        return value != old
    }

    /// Sets it to the next of its values, or with -1 to the one before; around at the ends.
    public mutating func step(by direction: Int) {
        let values = steps
        guard !values.isEmpty else { return }
        guard let place = place(among: values) else {
            value = direction > 0 ? values[0] : values[values.count - 1]
            return
        }
        value = values[(place + direction + values.count) % values.count]
    }

    /// The values that stepping goes through, in order.
    public var steps: [String] {
        switch kind {
        case .flag: ["off", "on"]
        case .choice(let words): words
        case .number(_, let steps): steps.map(String.init)
        case .fault(let steps): ["off"] + steps
        }
    }

    /// A number between two steps stands at the lower one.
    private func place(among values: [String]) -> Int? {
        if let place = values.firstIndex(of: value) { return place }
        guard case .number(_, let steps) = kind, let number = Int(value) else { return nil }
        return steps.lastIndex { $0 <= number }
    }

    private func checked(_ text: String) throws(LabError) -> String {
        switch kind {
        case .flag, .choice:
            let allowed = steps
            guard allowed.contains(text) else {
                throw .badSwitch("\(name) is one of \(allowed.joined(separator: ", ")), not '\(text)'")
            }
        case .number(let range, _):
            guard let number = Int(text), range.contains(number) else {
                throw .badSwitch("\(name) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
            }
            return String(number)
        case .fault:
            guard text != "off" else { return text }
            do throws(LabError) {
                _ = try faults(text)
            } catch {
                throw .badSwitch(error.description)
            }
        }
        return text
    }

    /// The query that a fault's value stands for.
    private func faults(_ text: String) throws(LabError) -> LabFaults {
        var query = LabQuery()
        query[name] = LabQuery.Pair(name: name, value: text == "on" ? nil : text)
        return try LabFaults(query)
    }

    /// What a fault's switch adds to the query of every picture; `nil` for others, and while it is off.
    var queryPair: LabQuery.Pair? {
        guard case .fault = kind, value != "off" else { return nil }
        return LabQuery.Pair(name: name, value: value == "on" ? nil : value)
    }
}

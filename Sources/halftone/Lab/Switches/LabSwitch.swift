import ImageLab
import ImageLoading

/// A switch that does not exist, or a value that it cannot be set to.
struct SwitchError: Error, Equatable, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// One switch of the Lab: its name, its values, its current value, and what a change does to the table and to the
/// downloader.
struct LabSwitch: Sendable, Equatable {
    /// The effect of a change on the table.
    enum Effect: Sendable, Equatable {
        /// Other rows: from the top.
        case feed
        /// Rows in view ask for their pictures again.
        case reload
        /// Rows in view are drawn again, as the switches say now. Nothing is loaded.
        case look
        /// Time passes at another speed.
        case pace
    }

    /// What a switch can be set to.
    enum Kind: Sendable, Equatable {
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
    let name: String
    let kind: Kind
    /// One line.
    let help: String
    /// Always one that its kind allows.
    private(set) var value: String
    let effect: Effect
    /// Configures the downloader as the board says; called at the beginning and after each change.
    let apply: @Sendable (ImageDownloader, Switchboard) -> Void

    /// Creates a switch that is set to `value`, which its kind must allow.
    init(
        _ name: String, _ kind: Kind, value: String, _ effect: Effect = .reload, help: String,
        apply: @escaping @Sendable (ImageDownloader, Switchboard) -> Void = { _, _ in }
    ) {
        (self.name, self.kind, self.value, self.help) = (name, kind, value, help)
        (self.effect, self.apply) = (effect, apply)
    }

    /// Whether a change gives the table other URLs.
    var changesItems: Bool {
        if case .fault = kind { return true }
        return effect == .feed
    }

    static func == (left: LabSwitch, right: LabSwitch) -> Bool {
        left.name == right.name && left.value == right.value && left.kind == right.kind
    }

    /// Sets it; `true` if it was set to something else. Throws what is allowed instead.
    mutating func set(_ text: String) throws(SwitchError) -> Bool {
        let old = value
        value = try checked(text)
        return value != old
    }

    /// Sets it to the next of its values, or with -1 to the one before; around at the ends.
    mutating func step(by direction: Int) {
        let values = steps
        guard !values.isEmpty else { return }
        guard let place = place(among: values) else {
            value = direction > 0 ? values[0] : values[values.count - 1]
            return
        }
        value = values[(place + direction + values.count) % values.count]
    }

    /// The values that stepping goes through, in order.
    var steps: [String] {
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

    private func checked(_ text: String) throws(SwitchError) -> String {
        switch kind {
        case .flag, .choice:
            let allowed = steps
            guard allowed.contains(text) else {
                throw SwitchError("\(name) is one of \(allowed.joined(separator: ", ")), not '\(text)'")
            }
        case .number(let range, _):
            guard let number = Int(text), range.contains(number) else {
                throw SwitchError("\(name) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
            }
            return String(number)
        case .fault:
            guard text != "off" else { return text }
            do throws(LabError) {
                _ = try LabFaults([(name, text == "on" ? nil : text)])
            } catch {
                throw SwitchError(error.description)
            }
        }
        return text
    }

    /// The fault in the query of every picture; `nil` for other switches, and while it is off.
    var fault: (name: String, value: String?)? {
        guard case .fault = kind, value != "off" else { return nil }
        return (name, value == "on" ? nil : value)
    }
}

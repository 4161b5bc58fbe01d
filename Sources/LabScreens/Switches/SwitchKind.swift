import ImageLab
import ScreenKit

/// The kind of a switch's values: their texts, validation and steps.
struct SwitchKind<Value: Sendable>: Sendable {
    /// The texts that stepping goes through, in order.
    let steps: [String]
    let text: @Sendable (Value) -> String
    /// Parses a text into the value of a switch with a name.
    let set: @Sendable (_ name: String, _ text: String, _ value: inout Value) throws(Failure) -> Void

    /// Returns the kind of several named values.
    static func choice(_ values: [Value], _ name: @escaping @Sendable (Value) -> String) -> SwitchKind {
        SwitchKind(steps: values.map(name), text: name) {
            (switchName: String, text: String, value: inout Value) throws(Failure) in
            guard let chosen = values.first(where: { name($0) == text }) else {
                let allowed = values.map(name).joined(separator: ", ")
                throw Failure("invalid value '\(text)' for \(switchName) (\(allowed))")
            }
            value = chosen
        }
    }
}

extension SwitchKind where Value: CaseIterable & RawRepresentable<String> {
    /// The kind of an enum, by raw values.
    static var choice: SwitchKind { choice(Array(Value.allCases), \.rawValue) }
}

extension SwitchKind where Value: Equatable {
    /// Returns the kind of several named values, which must include every value that is set.
    static func choice(_ values: [(name: String, value: Value)]) -> SwitchKind {
        choice(values.map(\.value)) { value in values.first { $0.value == value }?.name ?? "" }
    }
}

extension SwitchKind<Bool> {
    /// `on` or `off`.
    static let flag = choice([("off", false), ("on", true)])
}

extension SwitchKind<Int> {
    /// Returns the kind of integers in a range, with selected numbers as steps.
    static func number(_ range: ClosedRange<Int>, steps: [Int]) -> SwitchKind {
        SwitchKind(steps: steps.map(String.init), text: { String($0) }) {
            (name: String, text: String, value: inout Int) throws(Failure) in
            guard let number = Int(text), range.contains(number) else {
                let allowed = "a number from \(range.lowerBound) to \(range.upperBound)"
                throw Failure("invalid value '\(text)' for \(name) (\(allowed))")
            }
            value = number
        }
    }
}

extension SwitchKind<LabFaults> {
    /// Returns the kind of a server fault: `off` or a valid value; `on` for a fault without a value.
    static func fault(_ fault: String, steps: [String]) -> SwitchKind {
        SwitchKind(steps: ["off"] + steps) { faults in
            faults.value(of: fault).map { $0.isEmpty ? "on" : $0 } ?? "off"
        } set: { (name: String, text: String, faults: inout LabFaults) throws(Failure) in
            guard text != "off" else { return faults.clear(fault) }
            do throws(LabError) {
                try faults.set(fault, to: text == "on" ? nil : text)
            } catch {
                throw Failure(error.description)
            }
        }
    }
}

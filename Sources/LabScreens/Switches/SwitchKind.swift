import ImageLab
import ScreenKit

/// The kind of a switch's values: their texts and steps.
struct SwitchKind<Value: Sendable>: Sendable {
    /// The texts that stepping goes through, in order.
    let steps: [String]
    let text: @Sendable (Value) -> String
    /// Returns the value of a text, given the present value; `nil` if the text is invalid.
    let parse: @Sendable (_ text: String, _ present: Value) -> Value?

    /// Returns the kind of several named values.
    static func choice(_ values: [Value], _ name: @escaping @Sendable (Value) -> String) -> SwitchKind {
        SwitchKind(steps: values.map(name), text: name) { text, _ in values.first { name($0) == text } }
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
    /// Returns the kind of integers, with selected numbers as steps.
    static func number(_ steps: [Int]) -> SwitchKind {
        SwitchKind(steps: steps.map(String.init), text: { String($0) }) { text, _ in Int(text) }
    }
}

extension SwitchKind<LabFaults> {
    /// Returns the kind of a server fault: `off` or a valid value; `on` for a fault without a value.
    static func fault(_ fault: String, steps: [String]) -> SwitchKind {
        SwitchKind(steps: ["off"] + steps) { faults in
            faults.value(of: fault).map { $0.isEmpty ? "on" : $0 } ?? "off"
        } parse: { text, faults in
            var faults = faults
            if text == "off" {
                faults.clear(fault)
            } else if (try? faults.set(fault, to: text == "on" ? nil : text)) == nil {
                return nil
            }
            return faults
        }
    }
}

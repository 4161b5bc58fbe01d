import ScreenKit

/// What follows a changed switch on the screen; of several changed switches, the greatest counts.
package enum SwitchEffect: Int, Comparable, Sendable {
    /// Only panels show it.
    case panels
    /// Draws the rows in view again with the new settings, without a load.
    case redraw
    /// Reloads the pictures in view.
    case reload
    /// Shows other rows, from the top.
    case feed

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One switch of the Lab: the setting that it changes, its name and values, and the effect of a change.
struct LabSwitch: Sendable {
    private typealias Set = @Sendable (_ text: String, _ settings: inout LabSettings) throws(Failure) -> Void

    /// The name in scenarios, unique on the switchboard.
    let name: String
    /// The texts that stepping goes through, in order.
    let steps: [String]
    /// The description.
    let help: String
    let effect: SwitchEffect
    private let text: @Sendable (LabSettings) -> String
    private let textBeside: @Sendable (LabSettings) -> String?
    private let set: Set
    private let setBeside: Set
    private let apply: @MainActor @Sendable (LabEnvironment) -> Void

    /// Creates a switch. `apply` applies a value to the Lab, at the start and after each change, before the screen
    /// follows.
    init<Value>(
        _ name: String, _ kind: SwitchKind<Value>, _ path: WritableKeyPath<LabSettings, Value> & Sendable,
        _ effect: SwitchEffect = .reload, help: String,
        apply: @escaping @MainActor @Sendable (LabEnvironment, Value) -> Void = { _, _ in }
    ) {
        (self.name, steps, self.help, self.effect) = (name, kind.steps, help, effect)
        text = { kind.text($0[keyPath: path]) }
        textBeside = { _ in nil }
        set = { (text: String, settings: inout LabSettings) throws(Failure) in
            try kind.set(name, text, &settings[keyPath: path])
        }
        setBeside = { _, _ in }
        self.apply = { apply($0, $0.settings[keyPath: path]) }
    }

    /// Creates a switch of a setting that each of two pictures side by side has.
    init<Value>(
        _ name: String, _ kind: SwitchKind<Value>, picture path: WritableKeyPath<PictureSettings, Value> & Sendable,
        _ effect: SwitchEffect = .reload, help: String
    ) {
        (self.name, steps, self.help, self.effect) = (name, kind.steps, help, effect)
        text = { kind.text($0.picture[keyPath: path]) }
        textBeside = { $0.beside.map { kind.text($0[keyPath: path]) } }
        set = { (text: String, settings: inout LabSettings) throws(Failure) in
            try kind.set(name, text, &settings.picture[keyPath: path])
        }
        setBeside = { (text: String, settings: inout LabSettings) throws(Failure) in
            guard var beside = settings.beside else { return }
            try kind.set(name, text, &beside[keyPath: path])
            settings.beside = beside
        }
        apply = { _ in }
    }

    /// Returns the value as text.
    func text(in settings: LabSettings) -> String { text(settings) }

    /// Returns the value of the second of two pictures side by side; `nil` if there is one picture, or one value.
    func textBeside(in settings: LabSettings) -> String? { textBeside(settings) }

    /// Whether the value differs, for either picture.
    func differs(_ settings: LabSettings, _ other: LabSettings) -> Bool {
        text(settings) != text(other) || textBeside(settings) != textBeside(other)
    }

    /// Sets the value from text. Throws an error with the allowed values.
    func set(_ text: String, in settings: inout LabSettings) throws(Failure) { try set(text, &settings) }

    /// Sets the next value, or with -1 the previous one; wraps at the ends. From a value that is not a step it goes to
    /// the first or the last.
    func step(by direction: Int, in settings: inout LabSettings) {
        try? set(next(after: text(settings), by: direction), &settings)  // every step is a valid value
    }

    /// Sets the next or previous value of the second picture, if it has one.
    func stepBeside(by direction: Int, in settings: inout LabSettings) {
        guard let text = textBeside(settings) else { return }
        try? setBeside(next(after: text, by: direction), &settings)
    }

    /// Gives the second picture the value of the first.
    func copyToBeside(in settings: inout LabSettings) { try? setBeside(text(settings), &settings) }

    private func next(after text: String, by direction: Int) -> String {
        let place = steps.firstIndex(of: text)
        return steps[
            place.map { ($0 + direction + steps.count) % steps.count } ?? (direction > 0 ? 0 : steps.count - 1)]
    }

    /// Applies the present value.
    @MainActor
    func apply(to lab: LabEnvironment) { apply(lab) }
}

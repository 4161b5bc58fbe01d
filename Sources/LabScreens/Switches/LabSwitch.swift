import ScreenKit

/// What follows a changed switch on the screen; of several changed switches, the greatest counts.
enum SwitchEffect: Int, Comparable, Sendable {
    /// Only panels show it.
    case panels
    /// Draws the rows in view again with the new settings, without a load.
    case redraw
    /// Reloads the pictures in view.
    case reload
    /// Shows other rows, from the top.
    case feed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// One switch of the Lab: the setting that it changes, its name and values, and the effect of a change.
struct LabSwitch: Sendable {
    /// The name in scenarios, unique on the switchboard.
    let name: String
    /// The texts that stepping goes through, in order.
    let steps: [String]
    /// The description.
    let help: String
    let effect: SwitchEffect
    /// Whether each of two pictures side by side has a value of its own.
    private let isOfPicture: Bool
    private let read: @Sendable (LabSettings) -> String
    /// Sets the value from text. Returns `false` if the text is invalid.
    private let write: @Sendable (_ text: String, _ settings: inout LabSettings) -> Bool
    private let apply: @MainActor @Sendable (LabEnvironment) -> Void

    /// Creates a switch. `apply` applies a value to the Lab, at the start and after each change, before the screen
    /// follows.
    init<Value>(
        _ name: String, _ kind: SwitchKind<Value>, _ path: WritableKeyPath<LabSettings, Value> & Sendable,
        _ effect: SwitchEffect = .reload, isOfPicture: Bool = false, help: String,
        apply: @escaping @MainActor @Sendable (LabEnvironment, Value) -> Void = { _, _ in }
    ) {
        (self.name, steps, self.help, self.effect) = (name, kind.steps, help, effect)
        self.isOfPicture = isOfPicture
        read = { kind.text($0[keyPath: path]) }
        write = { text, settings in
            guard let value = kind.parse(text, settings[keyPath: path]) else { return false }
            settings[keyPath: path] = value
            return true
        }
        self.apply = { apply($0, $0.settings[keyPath: path]) }
    }

    func text(in settings: LabSettings) -> String { read(settings) }

    /// Returns the value of the second of two pictures side by side; `nil` if there is one picture, or one value.
    func textBeside(in settings: LabSettings) -> String? { isOfPicture ? settings.exchanged.map(read) : nil }

    /// Whether the value differs, for either picture.
    func differs(_ settings: LabSettings, _ other: LabSettings) -> Bool {
        text(in: settings) != text(in: other) || textBeside(in: settings) != textBeside(in: other)
    }

    /// Whether the value, or that of the second picture, is another one than the initial.
    func isChanged(in settings: LabSettings, since initial: LabSettings) -> Bool {
        let text = text(in: initial)
        return self.text(in: settings) != text || (textBeside(in: settings) ?? text) != text
    }

    func set(_ text: String, in settings: inout LabSettings) throws(Failure) {
        guard write(text, &settings) else { throw Failure("invalid value '\(text)' for \(name)") }
    }

    /// Sets the next value, or with -1 the previous one; wraps at the ends. From a value that is not a step it goes to
    /// the first or the last.
    func step(by direction: Int, in settings: inout LabSettings) {
        let index = steps.firstIndex(of: text(in: settings))
        let next = index.map { ($0 + direction + steps.count) % steps.count } ?? (direction > 0 ? 0 : steps.count - 1)
        _ = write(steps[next], &settings)  // every step is a valid value
    }

    /// Changes the value of the second of two pictures side by side, if it has one.
    func changeBeside(in settings: inout LabSettings, _ change: (inout LabSettings) -> Void) {
        guard isOfPicture, var exchanged = settings.exchanged else { return }
        change(&exchanged)
        settings = exchanged.exchanged ?? settings
    }

    /// Applies the present value.
    @MainActor
    func apply(to lab: LabEnvironment) { apply(lab) }
}

import ImageLoading

/// The effect of a changed switch on the table.
enum SwitchEffect: Sendable, Equatable {
    /// Shows other rows, from the top.
    case feed
    /// Reloads the pictures in view.
    case reload
    /// Draws the rows in view again with the new settings, without a load.
    case look
    /// Changes the speed of time.
    case pace
    /// Draws pictures by another method, which may need another size.
    case pictures
}

/// One switch of the Lab: the setting that it changes, its name and values, and the effect of a change.
struct LabSwitch<Value: Sendable>: LabSwitchRow {
    /// The value that a switch changes.
    enum Setting: Sendable {
        case common(WritableKeyPath<LabSettings, Value> & Sendable)
        /// A value that the second of two pictures side by side has, too.
        case look(WritableKeyPath<LabSettings.Look, Value> & Sendable)
    }

    let name: String
    let kind: SwitchKind<Value>
    let setting: Setting
    let effect: SwitchEffect
    let help: String
    /// Configures the downloader for a value; called at the start and after each change.
    let apply: @Sendable (ImageDownloader, Value) -> Void

    init(
        _ name: String, _ kind: SwitchKind<Value>, _ setting: WritableKeyPath<LabSettings, Value> & Sendable,
        _ effect: SwitchEffect = .reload, help: String,
        apply: @escaping @Sendable (ImageDownloader, Value) -> Void = { _, _ in }
    ) {
        (self.name, self.kind, self.setting, self.help) = (name, kind, .common(setting), help)
        (self.effect, self.apply) = (effect, apply)
    }

    init(
        _ name: String, _ kind: SwitchKind<Value>, look setting: WritableKeyPath<LabSettings.Look, Value> & Sendable,
        _ effect: SwitchEffect = .reload, help: String
    ) {
        (self.name, self.kind, self.setting, self.help) = (name, kind, .look(setting), help)
        (self.effect, apply) = (effect, { _, _ in })
    }

    var steps: [String] { kind.steps }

    private func value(in settings: LabSettings) -> Value {
        switch setting {
        case .common(let path): settings[keyPath: path]
        case .look(let path): settings.look[keyPath: path]
        }
    }

    func text(in settings: LabSettings) -> String { kind.text(value(in: settings)) }

    func textBeside(in settings: LabSettings) -> String? {
        guard case .look(let path) = setting else { return nil }
        return settings.beside.map { kind.text($0[keyPath: path]) }
    }

    func set(_ text: String, in settings: inout LabSettings) throws(Failure) {
        switch setting {
        case .common(let path): try kind.set(name, text, &settings[keyPath: path])
        case .look(let path): try kind.set(name, text, &settings.look[keyPath: path])
        }
    }

    func step(by direction: Int, in settings: inout LabSettings) {
        try? set(next(after: value(in: settings), by: direction), in: &settings)  // every step is a valid value
    }

    func stepBeside(by direction: Int, in settings: inout LabSettings) {
        guard case .look(let path) = setting, var look = settings.beside else { return }
        try? kind.set(name, next(after: look[keyPath: path], by: direction), &look[keyPath: path])
        settings.beside = look
    }

    func copyToBeside(in settings: inout LabSettings) {
        guard case .look(let path) = setting else { return }
        settings.beside?[keyPath: path] = settings.look[keyPath: path]
    }

    private func next(after value: Value, by direction: Int) -> String {
        let place = kind.place(value)
        return steps[
            place.map { ($0 + direction + steps.count) % steps.count } ?? (direction > 0 ? 0 : steps.count - 1)]
    }

    func configure(_ downloader: ImageDownloader, _ settings: LabSettings) { apply(downloader, value(in: settings)) }
}

/// A type-erased switch, for the panel and scenarios.
protocol LabSwitchRow: Sendable {
    /// The name in scenarios, unique on the switchboard.
    var name: String { get }
    /// The texts that stepping goes through, in order.
    var steps: [String] { get }
    var effect: SwitchEffect { get }
    /// The description.
    var help: String { get }
    /// Returns the value as text.
    func text(in settings: LabSettings) -> String
    /// Returns the value of the second of two pictures side by side; `nil` if there is one picture, or one value.
    func textBeside(in settings: LabSettings) -> String?
    /// Sets the value from text. Throws an error with the allowed values.
    func set(_ text: String, in settings: inout LabSettings) throws(Failure)
    /// Sets the next value, or with -1 the previous one; wraps at the ends. From a value that is not a step it goes to
    /// the first or the last.
    func step(by direction: Int, in settings: inout LabSettings)
    /// Sets the next or previous value of the second picture, if it has one.
    func stepBeside(by direction: Int, in settings: inout LabSettings)
    /// Gives the second picture the value of the first.
    func copyToBeside(in settings: inout LabSettings)
    /// Configures the downloader for the settings.
    func configure(_ downloader: ImageDownloader, _ settings: LabSettings)
}

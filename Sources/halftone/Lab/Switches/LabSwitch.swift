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
    let name: String
    let kind: SwitchKind<Value>
    let setting: WritableKeyPath<LabSettings, Value> & Sendable
    let effect: SwitchEffect
    let help: String
    /// Configures the downloader for a value; called at the start and after each change.
    let apply: @Sendable (ImageDownloader, Value) -> Void

    init(
        _ name: String, _ kind: SwitchKind<Value>, _ setting: WritableKeyPath<LabSettings, Value> & Sendable,
        _ effect: SwitchEffect = .reload, help: String,
        apply: @escaping @Sendable (ImageDownloader, Value) -> Void = { _, _ in }
    ) {
        (self.name, self.kind, self.setting, self.help) = (name, kind, setting, help)
        (self.effect, self.apply) = (effect, apply)
    }

    var steps: [String] { kind.steps }

    func text(in settings: LabSettings) -> String { kind.text(settings[keyPath: setting]) }

    func set(_ text: String, in settings: inout LabSettings) throws(Failure) {
        try kind.set(name, text, &settings[keyPath: setting])
    }

    func step(by direction: Int, in settings: inout LabSettings) {
        let place = kind.place(settings[keyPath: setting])
        let next = place.map { ($0 + direction + steps.count) % steps.count } ?? (direction > 0 ? 0 : steps.count - 1)
        try? set(steps[next], in: &settings)  // every step is a valid value
    }

    func configure(_ downloader: ImageDownloader, _ settings: LabSettings) {
        apply(downloader, settings[keyPath: setting])
    }
}

/// A type-erased switch, for the panel and scripts.
protocol LabSwitchRow: Sendable {
    /// The name in scripts, unique on the switchboard.
    var name: String { get }
    /// The texts that stepping goes through, in order.
    var steps: [String] { get }
    var effect: SwitchEffect { get }
    /// The description, in one line.
    var help: String { get }
    /// Returns the value as text.
    func text(in settings: LabSettings) -> String
    /// Sets the value from text. Throws an error with the allowed values.
    func set(_ text: String, in settings: inout LabSettings) throws(Failure)
    /// Sets the next value, or with -1 the previous one; wraps at the ends. From a value that is not a step it goes to
    /// the first or the last.
    func step(by direction: Int, in settings: inout LabSettings)
    /// Configures the downloader for the settings.
    func configure(_ downloader: ImageDownloader, _ settings: LabSettings)
}

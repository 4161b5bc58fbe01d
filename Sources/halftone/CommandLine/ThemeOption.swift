extension OptionSpec {
    /// `--theme`, of every command that has a screen of its own.
    static func theme(_ path: WritableKeyPath<Target, Theme.Choice>) -> OptionSpec {
        OptionSpec(
            "theme", argument: "NAME", values: .words(Theme.Choice.allCases.map(\.rawValue)),
            help: "auto, dark, light, or none for no colours but the pictures'"
        ) { (target, value) throws(UsageError) in
            target[keyPath: path] = try choice("--theme", value, Theme.Choice.allCases)
        }
    }
}

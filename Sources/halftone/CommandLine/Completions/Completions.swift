/// The completions for the shells, made from the tables that the options are read with.
///
/// What `Assets/completions` holds is what `halftone --completions SHELL` prints.
enum Completions: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// An option as a shell wants it.
    struct Option {
        let name: String
        let short: Character?
        let argument: String?
        let values: OptionValues
        let help: String
    }

    /// A command with all that can follow it.
    struct Subject {
        let command: Command
        let summary: String
        let options: [Option]
        let operands: OptionValues
    }

    static let subjects = Command.allCases.map { command in
        Subject(
            command: command, summary: command.summary, options: options(of: command), operands: command.operands)
    }

    /// What may stand in place of a command.
    static let commonWords = ["help", "--help", "--version"]

    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }

    private static func options(of command: Command) -> [Option] {
        switch command {
        case .browse: options(BrowseOptions.specs)
        case .print: options(PrintOptions.specs)
        case .cache: options(CacheOptions.specs)
        case .doctor: options(DoctorOptions.specs)
        case .lab: options(LabOptions.specs)
        case .trace: options(TraceOptions.specs)
        case .config: options(ConfigOptions.specs)
        }
    }

    private static func options<Target>(_ specs: [OptionSpec<Target>]) -> [Option] {
        specs.map { spec in
            Option(
                name: spec.name, short: spec.short, argument: spec.argument, values: spec.values, help: spec.help)
        }
    }
}

extension Command {
    /// One line about the command, as completions show it beside its name.
    var summary: String {
        switch self {
        case .browse: "scroll through a feed, a folder or pictures"
        case .print: "print pictures as half blocks"
        case .cache: "look after the disk cache"
        case .doctor: "what is known about this terminal"
        case .lab: "watch cells, loads and caches work, under faults"
        case .trace: "what a recorded trace says"
        case .config: "print the settings with their defaults"
        }
    }

    fileprivate var operands: OptionValues {
        switch self {
        case .browse, .print, .trace: .file
        case .cache: .words(CacheCommand.verbs)
        case .doctor, .lab, .config: .free
        }
    }
}

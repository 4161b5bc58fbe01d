import OptionParsing

/// A shell for which completions are generated from the table of options.
@MainActor
enum Completions: String, CaseIterable {
    case bash
    case zsh
    case fish

    var script: String {
        switch self {
        case .bash: BashCompletion.script
        case .zsh: ZshCompletion.script
        case .fish: FishCompletion.script
        }
    }

    /// The name of the file in `Assets/completions`.
    var fileName: String {
        switch self {
        case .bash: "halftone.bash"
        case .zsh: "_halftone"
        case .fish: "halftone.fish"
        }
    }

    static var commandNames: String { Subcommands.all.map { $0.name }.joined(separator: " ") }
}

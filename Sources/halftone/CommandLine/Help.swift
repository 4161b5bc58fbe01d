import OptionParsing

/// The texts of `--help`.
@MainActor
enum Help {
    static func text(for command: any Subcommand.Type) -> String {
        let isMain = command.name == BrowseCommand.name
        let usage = isMain ? Subcommands.facts.flatMap(\.usage) + ["--help | --version | help COMMAND"] : command.usage
        let notes = command.notes.isEmpty ? "" : "\n\n" + command.notes
        return "usage: halftone \(usage.joined(separator: "\n       halftone "))\n\n\(command.about)\n\n"
            + OptionFacts.help(CommandFacts(of: command).options) + notes
    }
}

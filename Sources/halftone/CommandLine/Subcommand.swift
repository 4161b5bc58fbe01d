import Basis
import OptionParsing

/// A command of the program.
@MainActor
protocol Subcommand {
    associatedtype Options: CommandOptions

    /// The first word of the command line.
    static var name: String { get }
    /// One line, which shells show beside the name.
    static var summary: String { get }
    /// The ways to call the command, without the name of the program.
    static var usage: [String] { get }
    /// What the command does, for its help.
    static var about: String { get }
    /// What the help says after the options; empty: nothing.
    static var notes: String { get }
    /// What shells offer for operands; `nil`: the command takes none.
    static var operands: ArgumentCompletion? { get }
    /// Whether the command loads pictures, so that there is something to trace.
    static var loadsPictures: Bool { get }
    /// Whether the config file applies to the command.
    static var readsConfig: Bool { get }

    /// Runs the command and returns the exit status. Operands are byte for byte as given.
    static func run(_ options: Options, _ operands: [FilePath]) throws(UsageError) -> Int32
}

extension Subcommand {
    static var notes: String { "" }
    static var loadsPictures: Bool { false }
    static var readsConfig: Bool { true }
}

/// The commands of the program.
@MainActor
enum Subcommands {
    static let all: [any Subcommand.Type] = [
        BrowseCommand.self, PrintCommand.self, ListCommand.self, CacheCommand.self, DoctorCommand.self, LabCommand.self,
        TraceCommand.self, ConfigCommand.self,
    ]

    static func named(_ name: String) -> (any Subcommand.Type)? { all.first { $0.name == name } }

    /// Returns a hint for a word that is not a command but resembles one; otherwise `nil`.
    static func suggestion(for word: String) -> String? {
        Suggestion.nearest(to: word, among: all.map { $0.name }).map { "did you mean '\($0)'?" }
    }

    /// The texts from which help, manual, completions and the config file are made.
    static var facts: [CommandFacts] { all.map { CommandFacts(of: $0) } }
}

/// The texts of a command.
struct CommandFacts {
    let name: String
    let summary: String
    let usage: [String]
    /// The command's own options.
    let ownOptions: [OptionFacts]
    /// All options.
    let options: [OptionFacts]
    let operands: ArgumentCompletion

    @MainActor
    init<Command: Subcommand>(of command: Command.Type) {
        (name, summary, usage) = (command.name, command.summary, command.usage)
        ownOptions = Command.Options.rows.map(\.facts)
        options = Command.Options.allRows.map(\.facts)
        operands = command.operands ?? .none
    }
}

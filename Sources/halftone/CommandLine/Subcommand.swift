import HalftoneCore
import OptionParsing

/// A command of the program.
@MainActor
protocol Subcommand {
    associatedtype Options: CommandOptions

    /// The first word of the command line.
    static var name: String { get }
    /// One line for the help and for shell completions.
    static var summary: String { get }
    /// The way to call the command, without the name of the program.
    static var usage: String { get }
    /// The description in the command's help.
    static var about: String { get }
    /// The text after the options in the help; may be empty.
    static var notes: String { get }
    /// The shell completion of operands; `nil` if the command takes none.
    static var operands: ArgumentCompletion? { get }
    /// Whether the config file applies to the command.
    static var readsConfig: Bool { get }

    /// Runs the command and returns the exit status. Operands are passed byte for byte.
    static func run(_ options: Options, _ operands: [FilePath]) throws(UsageError) -> Int32
}

extension Subcommand {
    static var notes: String { "" }
    static var readsConfig: Bool { true }
    /// The command's own options, then those of every command.
    static var optionFacts: [OptionFacts] { Options.allRows.map(\.facts) }
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
}

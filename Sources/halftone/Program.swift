import HalftoneCore
import Glibc
import OptionParsing
import TerminalScreen

/// The entry of the program, which selects the command and runs it.
@MainActor
enum Program {
    nonisolated static let version = "0.1.0"

    /// Runs a command line without the program's name, byte for byte, and returns the exit status: 0 for success, 1 if
    /// some of it failed, 2 if all of it failed or the usage is wrong.
    static func run(_ arguments: [FilePath]) -> Int32 {
        do throws(UsageError) {
            return try dispatch(arguments)
        } catch {
            let command = arguments.first.flatMap { Subcommands.named($0.text) }.map { " \($0.name)" } ?? ""
            Output.printError("\(error); try 'halftone\(command) --help'")
            return 2
        }
    }

    private static func dispatch(_ arguments: [FilePath]) throws(UsageError) -> Int32 {
        switch arguments.first {
        case "--version":
            return Output.print("halftone \(version)\n") ? 0 : 1
        case Completion.option:  // not in the help: for the shells
            let lines = Completion.lines(for: arguments.dropFirst().map(\.text))
            return Output.print(lines.map { $0 + "\n" }.joined()) ? 0 : 1
        case "help":
            guard let name = arguments.dropFirst().first else { return help(BrowseCommand.self) }
            guard name.text != "all" else { return help(BrowseCommand.self, all: true) }
            guard let command = Subcommands.named(name.text) else {
                let hint = Subcommands.suggestion(for: name.text).map { " (\($0))" } ?? ""
                throw UsageError("unknown command '\(PublicAddress(name.text))'\(hint)")
            }
            return help(command)
        default:
            guard let command = arguments.first.flatMap({ Subcommands.named($0.text) }) else {
                return try run(BrowseCommand.self, arguments)
            }
            return try run(command, Array(arguments.dropFirst()))
        }
    }

    private static func run<Command: Subcommand>(
        _ command: Command.Type, _ arguments: [FilePath]
    ) throws(UsageError) -> Int32 {
        let (options, operands) = try read(command, arguments)
        if options.common.showsHelp { return help(command, all: operands.first?.text == "all") }
        if command.operands == nil, let operand = operands.first {
            throw UsageError("unexpected argument '\(PublicAddress(operand.text))' for '\(command.name)'")
        }
        let time = SystemTime()
        let start = time.now
        let status = try command.run(options, operands)
        if command.readsConfig, var report = VerboseReport(options.common) {
            report.addDiskCache(options.common)
            report.addCost(time.now - start)
            report.print()
        }
        return status
    }

    /// Reads the options of a command: first those of the config file, which the command line overrides.
    private static func read<Command: Subcommand>(
        _ command: Command.Type, _ arguments: [FilePath]
    ) throws(UsageError) -> (Command.Options, [FilePath]) {
        let rows = Command.Options.allRows
        let parser = OptionParser(rows) { name in
            let isElsewhere = Subcommands.all.contains { $0.optionFacts.contains { $0.name == name } }
            return isElsewhere ? "--\(name) is not supported by '\(command.name)'" : nil
        }
        var asked = Command.Options()
        let (operands, names) = try parser.parse(arguments, into: &asked)
        asked.common.typed = names
        // Help is shown even if the file is wrong.
        guard command.readsConfig, !asked.common.showsHelp, let file = try ConfigFile(asked.common.configPath) else {
            return (asked, operands)
        }
        var options = Command.Options()
        try file.apply(to: &options, rows.filter { !Command.Options.optionsNotInConfig.contains($0.name) })
        options.common.settingsPath = file.path
        options.common.typed = names
        _ = try parser.parse(arguments, into: &options)
        return (options, operands)
    }

    /// Prints which system resources are missing and returns the exit status; `nil` if none is.
    static func refusal(_ needs: StartRequirements) -> Int32? {
        guard let shortage = needs.shortage() else { return nil }
        Output.printError(shortage)
        return 2
    }

    private static func help(_ command: any Subcommand.Type, all: Bool = false) -> Int32 {
        let text = Help.text(for: command, all: all) + "\n"
        let columns = TerminalWindow(of: STDOUT_FILENO)?.size.columns  // no terminal: of fixed width
        return Output.print(columns.map { OptionFacts.fitted(text, columns: $0) } ?? text) ? 0 : 1
    }
}

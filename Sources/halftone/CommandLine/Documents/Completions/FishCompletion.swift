import OptionParsing

/// Completion for fish 3 and later.
@MainActor
enum FishCompletion {
    static var script: String {
        """
        # Completion of halftone for fish. Generated from the options of the program.

        # The command of the line: its first word, or browse.
        function __halftone_command
            set -l words (commandline -opc)
            if contains -- "$words[2]" \(Completions.commandNames) help
                echo $words[2]
            else
                echo browse
            end
        end

        function __halftone_is_first
            test (count (commandline -opc)) -eq 1
        end

        complete -c halftone -n __halftone_is_first -l version -d 'print the version'
        complete -c halftone -n __halftone_is_first -a help -d 'say how a command is used'
        \(Subcommands.facts.map(word).joined(separator: "\n"))
        \(Subcommands.facts.flatMap(lines).joined(separator: "\n"))

        """
    }

    private static func word(of command: CommandFacts) -> String {
        """
        complete -c halftone -n __halftone_is_first -a \(command.name) -d \(quoted(command.summary))
        complete -c halftone -n 'test (__halftone_command) = help' -f -a \(command.name)
        """
    }

    private static func lines(of command: CommandFacts) -> [String] {
        let start = "complete -c halftone -n 'test (__halftone_command) = \(command.name)'"
        let options = command.options.map { option in
            start + (option.short.map { " -s \($0)" } ?? "") + " -l \(option.name)"
                + (option.argument == nil ? "" : argument(option.completion)) + " -d \(quoted(option.help))"
        }
        switch command.operands {
        case .file, .folder: return options
        case .none: return options + [start + " -f"]
        case .words(let words), .prefixes(let words):
            return options + [start + " -f -a \(quoted(words.joined(separator: " ")))"]
        }
    }

    private static func argument(_ values: ArgumentCompletion) -> String {
        switch values {
        case .none: " -x"
        case .words(let words), .prefixes(let words): " -x -a \(quoted(words.joined(separator: " ")))"
        case .file: " -r -F"
        case .folder: " -x -a '(__fish_complete_directories)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

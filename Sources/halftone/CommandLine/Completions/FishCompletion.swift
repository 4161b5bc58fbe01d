/// Completion for fish 3 and later.
enum FishCompletion {
    static var script: String {
        """
        # Completion of halftone for fish. Made by: halftone --completions fish

        # The command of the line: its first word, or browse.
        function __halftone_command
            set -l words (commandline -opc)
            if contains -- "$words[2]" \(Command.allCases.map(\.rawValue).joined(separator: " ")) help
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
        \(Completions.subjects.map(word).joined(separator: "\n"))
        \(Completions.subjects.flatMap(lines).joined(separator: "\n"))

        """
    }

    private static func word(of subject: Completions.Subject) -> String {
        """
        complete -c halftone -n __halftone_is_first -a \(subject.command.rawValue) -d \(quoted(subject.summary))
        complete -c halftone -n 'test (__halftone_command) = help' -f -a \(subject.command.rawValue)
        """
    }

    private static func lines(of subject: Completions.Subject) -> [String] {
        let start = "complete -c halftone -n 'test (__halftone_command) = \(subject.command.rawValue)'"
        let options = subject.options.map { option in
            start + (option.short.map { " -s \($0)" } ?? "") + " -l \(option.name)"
                + (option.argument == nil ? "" : argument(option.values)) + " -d \(quoted(option.help))"
        }
        switch subject.operands {
        case .file, .folder: return options
        case .free: return options + [start + " -f"]
        case .words(let words), .list(let words), .prefixes(let words):
            return options + [start + " -f -a \(quoted(words.joined(separator: " ")))"]
        }
    }

    private static func argument(_ values: OptionValues) -> String {
        switch values {
        case .free: " -x"
        case .words(let words), .prefixes(let words): " -x -a \(quoted(words.joined(separator: " ")))"
        case .list(let words):
            " -x -a \(quoted("(__fish_complete_list , 'printf \"%s\\n\" \(words.joined(separator: " "))')"))"
        case .file: " -r -F"
        case .folder: " -x -a '(__fish_complete_directories)'"
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}

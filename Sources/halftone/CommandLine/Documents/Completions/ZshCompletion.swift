import OptionParsing

/// Completion for zsh: a file `_halftone` in a folder of `fpath`.
@MainActor
enum ZshCompletion {
    static var script: String {
        """
        #compdef halftone
        # Completion of halftone for zsh. Generated from the options of the program.

        _halftone() {
            local command=browse
            local -a commands=(
        \(Subcommands.facts.map { "        \(quoted("\($0.name):\($0.summary)"))" }.joined(separator: "\n"))
                'help:say how a command is used'
            )
            local names=' \(Completions.commandNames) help '
            if ((CURRENT > 2)) && [[ -n $words[2] && $names == *" $words[2] "* ]]; then
                command=$words[2]
                shift words
                ((CURRENT--))
            elif ((CURRENT == 2)); then
                _describe command commands
            fi
            case $command in
                help) _describe command commands ;;
        \(Subcommands.facts.map(arguments).joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == _halftone ]]; then
            _halftone "$@"
        elif (($+functions[compdef])); then
            compdef _halftone halftone
        fi

        """
    }

    private static func arguments(of command: CommandFacts) -> String {
        let specs = command.options.flatMap(specs) + [quoted("*:operand:" + action(command.operands))]
        return "        \(command.name))\n            _arguments -S \\\n"
            + specs.map { "                \($0)" }.joined(separator: " \\\n") + "\n            ;;"
    }

    private static func specs(of option: OptionFacts) -> [String] {
        let help = "[" + escaped(option.help) + "]"
        let argument = option.argument.map { ":\(escaped($0.name)):\(action(option.completion))" } ?? ""
        let long = "--\(option.name)" + (option.argument == nil ? "" : "=")
        return [quoted(long + help + argument)] + (option.short.map { [quoted("-\($0)" + help + argument)] } ?? [])
    }

    private static func action(_ values: ArgumentCompletion) -> String {
        switch values {
        case .none: ""
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .prefixes(let words): "compadd -S \"\" -- \(words.joined(separator: " "))"
        case .file: "_files"
        case .folder: "_files -/"
        }
    }

    /// Escapes the characters that end a part of a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

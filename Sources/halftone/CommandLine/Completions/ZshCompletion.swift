/// Completion for zsh: a file `_halftone` in a folder of `fpath`.
enum ZshCompletion {
    static var script: String {
        """
        #compdef halftone
        # Completion of halftone for zsh. Made by: halftone --completions zsh

        _halftone() {
            local command=browse
            local -a commands=(
        \(Completions.subjects.map { "        \(quoted("\($0.command.rawValue):\($0.summary)"))" }.joined(separator: "\n"))
                'help:say how a command is used'
            )
            local names=' \(Command.allCases.map(\.rawValue).joined(separator: " ")) help '
            if ((CURRENT > 2)) && [[ -n $words[2] && $names == *" $words[2] "* ]]; then
                command=$words[2]
                shift words
                ((CURRENT--))
            elif ((CURRENT == 2)); then
                _describe command commands
            fi
            case $command in
                help) _describe command commands ;;
        \(Completions.subjects.map(arguments).joined(separator: "\n"))
            esac
        }

        if [[ $funcstack[1] == _halftone ]]; then
            _halftone "$@"
        elif (($+functions[compdef])); then
            compdef _halftone halftone
        fi

        """
    }

    private static func arguments(of subject: Completions.Subject) -> String {
        let specs = subject.options.flatMap(specs) + [quoted("*:operand:" + action(subject.operands))]
        return "        \(subject.command.rawValue))\n            _arguments -S \\\n"
            + specs.map { "                \($0)" }.joined(separator: " \\\n") + "\n            ;;"
    }

    private static func specs(of option: Completions.Option) -> [String] {
        let help = "[" + escaped(option.help) + "]"
        let argument = option.argument.map { ":\(escaped($0)):\(action(option.values))" } ?? ""
        let long = "--\(option.name)" + (option.argument == nil ? "" : "=")
        return [quoted(long + help + argument)] + (option.short.map { [quoted("-\($0)" + help + argument)] } ?? [])
    }

    private static func action(_ values: OptionValues) -> String {
        switch values {
        case .free: ""
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .list(let words): "_values -s , word \(words.joined(separator: " "))"
        case .prefixes(let words): "compadd -S \"\" -- \(words.joined(separator: " "))"
        case .file: "_files"
        case .folder: "_files -/"
        }
    }

    /// What ends a part of a specification of `_arguments`.
    private static func escaped(_ text: String) -> String {
        text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

import OptionParsing

/// Completion for bash 4 and later, without the package `bash-completion`.
@MainActor
enum BashCompletion {
    static var script: String {
        """
        # Completion of halftone for bash. Generated from the options of the program.

        # _halftone_words TEXT WORD...: the words that begin with TEXT.
        _halftone_words() {
            local text=$1
            shift
            mapfile -t COMPREPLY < <(compgen -W "$*" -- "$text")
        }

        # _halftone_paths f|d TEXT: files, or folders, that begin with TEXT.
        _halftone_paths() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -"$1" -- "$2")
        }

        _halftone() {
            local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=browse
            # bash takes --name=value apart at the sign.
            if [[ $cur == = ]]; then
                cur=
            elif [[ $prev == = ]] && ((COMP_CWORD > 1)); then
                prev=${COMP_WORDS[COMP_CWORD - 2]}
            fi
            COMPREPLY=()
            case ${COMP_WORDS[1]} in
                \(Subcommands.all.map { $0.name }.joined(separator: " | "))) ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
                help)
                    ((COMP_CWORD > 1)) && _halftone_words "$cur" \(Completions.commandNames)
                    ((COMP_CWORD > 1)) && return
                    ;;
            esac
            case "$command $prev" in
        \(Subcommands.facts.flatMap(values).joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                case $command in
        \(Subcommands.facts.map(options).joined(separator: "\n"))
                esac
                if ((COMP_CWORD == 1)); then
                    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '--version' -- "$cur")
                fi
                return
            fi
            case $command in
        \(Subcommands.facts.map(operands).joined(separator: "\n"))
            esac
            if ((COMP_CWORD == 1)); then
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '\(Completions.commandNames) help' -- "$cur")
            fi
        }

        complete -F _halftone halftone

        """
    }

    /// Returns a `case` branch for each option with an argument.
    private static func values(of command: CommandFacts) -> [String] {
        command.options.filter { $0.argument != nil }.map { option in
            "        '\(command.name) --\(option.name)') \(action(option.completion)); return ;;"
        }
    }

    private static func action(_ values: ArgumentCompletion) -> String {
        switch values {
        case .none: ":"
        case .words(let words): "_halftone_words \"$cur\" \(words.joined(separator: " "))"
        case .prefixes(let words):
            "compopt -o nospace 2>/dev/null; _halftone_words \"$cur\" \(words.joined(separator: " "))"
        case .file: "_halftone_paths f \"$cur\""
        case .folder: "_halftone_paths d \"$cur\""
        }
    }

    private static func options(of command: CommandFacts) -> String {
        let words = command.options.map { ($0.short.map { "-\($0) " } ?? "") + "--\($0.name)" }
        return "            \(command.name)) _halftone_words \"$cur\" \(words.joined(separator: " ")) ;;"
    }

    private static func operands(of command: CommandFacts) -> String {
        "        \(command.name)) \(action(command.operands)) ;;"
    }
}

/// Completion for bash 4 and later, without the package `bash-completion`.
enum BashCompletion {
    static var script: String {
        """
        # Completion of halftone for bash. Made by: halftone --completions bash

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
                \(Command.allCases.map(\.rawValue).joined(separator: " | "))) ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
                help)
                    ((COMP_CWORD > 1)) && _halftone_words "$cur" \(Command.allCases.map(\.rawValue).joined(separator: " "))
                    ((COMP_CWORD > 1)) && return
                    ;;
            esac
            case "$command $prev" in
        \(Completions.subjects.flatMap(values).joined(separator: "\n"))
            esac
            if [[ $cur == -* ]]; then
                case $command in
        \(Completions.subjects.map(options).joined(separator: "\n"))
                esac
                if ((COMP_CWORD == 1)); then
                    mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '--version' -- "$cur")
                fi
                return
            fi
            case $command in
        \(Completions.subjects.map(operands).joined(separator: "\n"))
            esac
            if ((COMP_CWORD == 1)); then
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '\(firstWords)' -- "$cur")
            fi
        }

        complete -F _halftone halftone

        """
    }

    private static var firstWords: String {
        (Command.allCases.map(\.rawValue) + Completions.commonWords.filter { !$0.hasPrefix("-") })
            .joined(separator: " ")
    }

    /// A branch for each option that has an argument.
    private static func values(of subject: Completions.Subject) -> [String] {
        subject.options.filter { $0.argument != nil }.map { option in
            "        '\(subject.command.rawValue) --\(option.name)') \(action(option.values)); return ;;"
        }
    }

    private static func action(_ values: OptionValues) -> String {
        switch values {
        case .free: ":"
        case .words(let words): "_halftone_words \"$cur\" \(words.joined(separator: " "))"
        case .list(let words):
            "mapfile -t COMPREPLY < <(compgen -P \"${cur%\"${cur##*,}\"}\" -W '\(words.joined(separator: " "))' "
                + "-- \"${cur##*,}\")"
        case .prefixes(let words):
            "compopt -o nospace 2>/dev/null; _halftone_words \"$cur\" \(words.joined(separator: " "))"
        case .file: "_halftone_paths f \"$cur\""
        case .folder: "_halftone_paths d \"$cur\""
        }
    }

    private static func options(of subject: Completions.Subject) -> String {
        let words = subject.options.map { ($0.short.map { "-\($0) " } ?? "") + "--\($0.name)" }
        return "            \(subject.command.rawValue)) _halftone_words \"$cur\" \(words.joined(separator: " ")) ;;"
    }

    private static func operands(of subject: Completions.Subject) -> String {
        "        \(subject.command.rawValue)) \(action(subject.operands)) ;;"
    }
}

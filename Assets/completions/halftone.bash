# Completion of halftone for bash 4 and later: the program itself says what fits.
_halftone() {
    local line cur=${COMP_WORDS[COMP_CWORD]#=} program=${COMP_WORDS[0]/#\~/$HOME}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files | :folders)
                compopt -o filenames 2>/dev/null
                local kind=f
                [[ $line == :folders ]] && kind=d
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -"$kind" -- "$cur")
                ;;
            *)
                COMPREPLY+=("${line%%$'\t'*}")
                [[ ${COMPREPLY[-1]} == *= ]] && compopt -o nospace 2>/dev/null
                ;;
        esac
    done < <("$program" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _halftone halftone

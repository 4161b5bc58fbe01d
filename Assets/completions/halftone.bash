# Completion of halftone for bash 4 and later: the program itself says what fits.
_halftone() {
    # bash makes words of = and : and of what is around them, and replaces only the last one.
    local i=$COMP_CWORD last=${COMP_WORDS[COMP_CWORD]} cur=${COMP_WORDS[COMP_CWORD]}
    [[ $last == *[!=:]* ]] || last=
    while ((i > 1)) && [[ ${COMP_WORDS[i]}/${COMP_WORDS[i - 1]} == @([=:]*|*/[=:]*) ]] \
        && [[ $COMP_LINE == *"${COMP_WORDS[i - 1]}$cur"* ]]; do
        ((i -= 1))
        cur=${COMP_WORDS[i]}$cur
    done
    local line path=$cur kept=${cur%"$last"} program=${COMP_WORDS[0]/#\~/$HOME}
    [[ $cur == --*=* ]] && path=${cur#*=}
    COMPREPLY=()
    while IFS= read -r line; do
        case $line in
            :files | :folders)
                compopt -o filenames 2>/dev/null
                local kind=f
                [[ $line == :folders ]] && kind=d
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -"$kind" -- "$path")
                COMPREPLY=("${COMPREPLY[@]#"${path%"$last"}"}")
                ;;
            *)
                line=${line%%$'\t'*}
                COMPREPLY+=("${line#"$kept"}")
                [[ $line == *= ]] && compopt -o nospace 2>/dev/null
                ;;
        esac
    done < <("$program" --complete "${COMP_WORDS[@]:1:i - 1}" "$cur" 2>/dev/null)
}

complete -F _halftone halftone

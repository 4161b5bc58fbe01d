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
        browse | print | list | cache | doctor | lab | trace | config) ((COMP_CWORD > 1)) && command=${COMP_WORDS[1]} ;;
        help)
            ((COMP_CWORD > 1)) && _halftone_words "$cur" browse print list cache doctor lab trace config
            ((COMP_CWORD > 1)) && return
            ;;
    esac
    case "$command $prev" in
        'browse --layout') _halftone_words "$cur" auto list grid preview; return ;;
        'browse --theme') _halftone_words "$cur" auto dark light none; return ;;
        'browse --transition') _halftone_words "$cur" fade none flipFromLeft flipFromRight flipFromTop flipFromBottom curlUp curlDown; return ;;
        'browse --placeholder') _halftone_words "$cur" surface none text; return ;;
        'browse --indicator') _halftone_words "$cur" spinner bar none; return ;;
        'browse --sort') _halftone_words "$cur" feed newest oldest title size taken; return ;;
        'browse --slideshow') :; return ;;
        'browse --load-delay') :; return ;;
        'browse --save-dir') _halftone_paths d "$cur"; return ;;
        'browse --opener') :; return ;;
        'browse --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'browse --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'browse --cache-dir') _halftone_paths d "$cur"; return ;;
        'browse --trace') _halftone_paths f "$cur"; return ;;
        'browse --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'browse --timeout') :; return ;;
        'browse --config') _halftone_paths f "$cur"; return ;;
        'print --size') :; return ;;
        'print --fit') _halftone_words "$cur" contain cover stretch; return ;;
        'print --grid') :; return ;;
        'print --background') _halftone_words "$cur" checker none; return ;;
        'print --fidelity') _halftone_words "$cur" fast exact; return ;;
        'print --frame') :; return ;;
        'print --title') :; return ;;
        'print --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'print --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'print --cache-dir') _halftone_paths d "$cur"; return ;;
        'print --trace') _halftone_paths f "$cur"; return ;;
        'print --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'print --timeout') :; return ;;
        'print --config') _halftone_paths f "$cur"; return ;;
        'list --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'list --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'list --cache-dir') _halftone_paths d "$cur"; return ;;
        'list --trace') _halftone_paths f "$cur"; return ;;
        'list --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'list --timeout') :; return ;;
        'list --config') _halftone_paths f "$cur"; return ;;
        'cache --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'cache --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'cache --cache-dir') _halftone_paths d "$cur"; return ;;
        'cache --trace') _halftone_paths f "$cur"; return ;;
        'cache --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'cache --timeout') :; return ;;
        'cache --config') _halftone_paths f "$cur"; return ;;
        'doctor --wait') :; return ;;
        'doctor --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'doctor --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'doctor --cache-dir') _halftone_paths d "$cur"; return ;;
        'doctor --trace') _halftone_paths f "$cur"; return ;;
        'doctor --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'doctor --timeout') :; return ;;
        'doctor --config') _halftone_paths f "$cur"; return ;;
        'lab --port') :; return ;;
        'lab --feed') _halftone_words "$cur" steady slow flaky changing moving huge hostile; return ;;
        'lab --scenario') _halftone_words "$cur" cancellation reuse placeholder transition refreshCached failures sharing pixels; return ;;
        'lab --size') :; return ;;
        'lab --theme') _halftone_words "$cur" auto dark light none; return ;;
        'lab --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'lab --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'lab --cache-dir') _halftone_paths d "$cur"; return ;;
        'lab --trace') _halftone_paths f "$cur"; return ;;
        'lab --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'lab --timeout') :; return ;;
        'lab --config') _halftone_paths f "$cur"; return ;;
        'trace --chrome') _halftone_paths f "$cur"; return ;;
        'trace --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'trace --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'trace --cache-dir') _halftone_paths d "$cur"; return ;;
        'trace --trace') _halftone_paths f "$cur"; return ;;
        'trace --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'trace --timeout') :; return ;;
        'trace --config') _halftone_paths f "$cur"; return ;;
        'config --colors') _halftone_words "$cur" auto 24bit 256 16 8 mono; return ;;
        'config --pictures') _halftone_words "$cur" auto half blocks sextants octants kitty sixel iterm; return ;;
        'config --cache-dir') _halftone_paths d "$cur"; return ;;
        'config --trace') _halftone_paths f "$cur"; return ;;
        'config --limit') compopt -o nospace 2>/dev/null; _halftone_words "$cur" pixels= bytes= seconds= frames= memory=; return ;;
        'config --timeout') :; return ;;
        'config --config') _halftone_paths f "$cur"; return ;;
    esac
    if [[ $cur == -* ]]; then
        case $command in
            browse) _halftone_words "$cur" --layout --no-resume -R --recursive -0 --null --all-entries --allow-private --theme --transition --placeholder --indicator --sort --slideshow --load-delay --save-dir --opener --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            print) _halftone_words "$cur" --size --fit --grid --background --fidelity -R --recursive --frame --animate --title --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            list) _halftone_words "$cur" -R --recursive -0 --null --all-entries --allow-private --json --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            cache) _halftone_words "$cur" --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            doctor) _halftone_words "$cur" --json --wait --no-resume --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            lab) _halftone_words "$cur" --serve --port --feed --scenario --size --theme --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            trace) _halftone_words "$cur" --chrome --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
            config) _halftone_words "$cur" --print-default --colors --pictures --cache-dir --no-cache --trace --limit --timeout --config --verbose -h --help ;;
        esac
        if ((COMP_CWORD == 1)); then
            mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W '--version' -- "$cur")
        fi
        return
    fi
    case $command in
        browse) _halftone_paths f "$cur" ;;
        print) _halftone_paths f "$cur" ;;
        list) _halftone_paths f "$cur" ;;
        cache) _halftone_words "$cur" info path clear ;;
        doctor) : ;;
        lab) : ;;
        trace) _halftone_paths f "$cur" ;;
        config) : ;;
    esac
    if ((COMP_CWORD == 1)); then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -W 'browse print list cache doctor lab trace config help' -- "$cur")
    fi
}

complete -F _halftone halftone

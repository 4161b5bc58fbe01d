# Completion of halftone for fish 3 and later: the program itself says what fits.
function __halftone_complete
    set -l words (commandline -opc)
    $words[1] --complete $words[2..] (commandline -ct) 2>/dev/null
end

complete -c halftone -n 'not contains -- :files (__halftone_complete)' -f
complete -c halftone -n 'contains -- :folders (__halftone_complete)' -a '(__fish_complete_directories (commandline -ct))'
complete -c halftone -a '(__halftone_complete | string match -v ":*")'

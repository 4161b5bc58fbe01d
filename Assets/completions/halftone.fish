# Completion of halftone for fish. Made by: halftone --completions fish

# The command of the line: its first word, or browse.
function __halftone_command
    set -l words (commandline -opc)
    if contains -- "$words[2]" browse print cache doctor lab trace config help
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
complete -c halftone -n __halftone_is_first -a browse -d 'scroll through a feed, a folder or pictures'
complete -c halftone -n 'test (__halftone_command) = help' -f -a browse
complete -c halftone -n __halftone_is_first -a print -d 'print pictures as half blocks'
complete -c halftone -n 'test (__halftone_command) = help' -f -a print
complete -c halftone -n __halftone_is_first -a cache -d 'look after the disk cache'
complete -c halftone -n 'test (__halftone_command) = help' -f -a cache
complete -c halftone -n __halftone_is_first -a doctor -d 'what is known about this terminal'
complete -c halftone -n 'test (__halftone_command) = help' -f -a doctor
complete -c halftone -n __halftone_is_first -a lab -d 'watch cells, loads and caches work, under faults'
complete -c halftone -n 'test (__halftone_command) = help' -f -a lab
complete -c halftone -n __halftone_is_first -a trace -d 'what a recorded trace says'
complete -c halftone -n 'test (__halftone_command) = help' -f -a trace
complete -c halftone -n __halftone_is_first -a config -d 'print the settings with their defaults'
complete -c halftone -n 'test (__halftone_command) = help' -f -a config
complete -c halftone -n 'test (__halftone_command) = browse' -l layout -x -a 'list grid' -d 'list or grid'
complete -c halftone -n 'test (__halftone_command) = browse' -s R -l recursive -d 'show the folders inside a folder too'
complete -c halftone -n 'test (__halftone_command) = browse' -s 0 -l null -d 'the list on standard input has a zero byte behind each entry'
complete -c halftone -n 'test (__halftone_command) = browse' -l all-entries -d 'show entries of feeds that have no picture too'
complete -c halftone -n 'test (__halftone_command) = browse' -l smooth -d 'scroll smoothly to what keys select'
complete -c halftone -n 'test (__halftone_command) = browse' -l image-options -x -a '(__fish_complete_list , \'printf "%s\\n" retryFailed lowPriority progressiveLoad refreshCached continueInBackground handleCookies allowInvalidSSLCertificates highPriority delayPlaceholder transformAnimatedImage avoidAutoSetImage scaleDownLargeImages queryMemoryData queryMemoryDataSync queryDiskDataSync fromCacheOnly fromLoaderOnly forceTransition decodeFirstFrameOnly preloadAllFrames matchAnimatedImageClass waitStoreCache avoidAutoCancelImage waitTransition\')' -d 'options of every load, separated by commas'
complete -c halftone -n 'test (__halftone_command) = browse' -l transition -x -a 'fade none dissolve wipe wipeFromRight wipeFromTop wipeFromBottom slide slideFromLeft slideFromBottom slideFromTop flipFromLeft flipFromRight flipFromTop flipFromBottom curlUp curlDown' -d 'how a picture comes in: fade, none, dissolve, wipe, flip…'
complete -c halftone -n 'test (__halftone_command) = browse' -l placeholder -x -a 'checkerboard plain none text' -d 'checkerboard, plain, none or text'
complete -c halftone -n 'test (__halftone_command) = browse' -l indicator -x -a 'activity progress none line bounce pulse wave ring percentage' -d 'activity, progress, none, line, ring, percentage…'
complete -c halftone -n 'test (__halftone_command) = browse' -l concurrency -x -d 'downloads at once; 6'
complete -c halftone -n 'test (__halftone_command) = browse' -l prefetch -x -d 'rows to load ahead of the scrolling; 4, 0 for none'
complete -c halftone -n 'test (__halftone_command) = browse' -l settle -x -d 'load a row once it was on screen so long; 80, 0 at once'
complete -c halftone -n 'test (__halftone_command) = browse' -l link -x -a 'auto fast slow' -d 'slow rounds colours to save bytes; fast, or auto'
complete -c halftone -n 'test (__halftone_command) = browse' -l theme -x -a 'auto dark light none' -d 'auto, dark, light, or none for no colours but the pictures\''
complete -c halftone -n 'test (__halftone_command) = browse' -l slideshow -x -d 'how long the slideshow shows each picture; 5'
complete -c halftone -n 'test (__halftone_command) = browse' -l save-dir -x -a '(__fish_complete_directories)' -d 'save pictures there; by default here'
complete -c halftone -n 'test (__halftone_command) = browse' -l opener -x -d 'the program that opens pages, its arguments behind commas; xdg-open'
complete -c halftone -n 'test (__halftone_command) = browse' -l forget-places -d 'begin at the first picture, and remember no place'
complete -c halftone -n 'test (__halftone_command) = browse' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = browse' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = browse' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = browse' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = browse' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = browse' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = browse' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = browse' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = print' -l size -x -d 'the cells to fit into'
complete -c halftone -n 'test (__halftone_command) = print' -l fit -x -a 'contain cover stretch' -d 'contain, cover or stretch'
complete -c halftone -n 'test (__halftone_command) = print' -l background -x -a 'checker none' -d 'checker, none or #rrggbb, behind transparent pixels'
complete -c halftone -n 'test (__halftone_command) = print' -l fidelity -x -a 'fast exact' -d 'fast or exact'
complete -c halftone -n 'test (__halftone_command) = print' -l dither -x -a 'none ordered diffusion' -d 'none, ordered or diffusion, with 256 colours and fewer'
complete -c halftone -n 'test (__halftone_command) = print' -l grid -x -d 'a contact sheet: so many pictures side by side'
complete -c halftone -n 'test (__halftone_command) = print' -l frame -x -d 'that frame of an animation; 1 is the first'
complete -c halftone -n 'test (__halftone_command) = print' -l animate -d 'play animations, on a terminal, until their end or Ctrl-C'
complete -c halftone -n 'test (__halftone_command) = print' -l title -x -d 'a line under each picture; see below'
complete -c halftone -n 'test (__halftone_command) = print' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = print' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = print' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = print' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = print' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = print' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = print' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = print' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = cache' -l json -d 'with info, for programs: one JSON object'
complete -c halftone -n 'test (__halftone_command) = cache' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = cache' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = cache' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = cache' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = cache' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = cache' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = cache' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = cache' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = cache' -f -a 'info path trim clear'
complete -c halftone -n 'test (__halftone_command) = doctor' -l json -d 'for programs: one JSON object'
complete -c halftone -n 'test (__halftone_command) = doctor' -l wait -x -d 'how long the terminal may take to answer; 250'
complete -c halftone -n 'test (__halftone_command) = doctor' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = doctor' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = doctor' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = doctor' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = doctor' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = doctor' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = doctor' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = doctor' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = doctor' -f
complete -c halftone -n 'test (__halftone_command) = lab' -l serve -d 'run the server alone'
complete -c halftone -n 'test (__halftone_command) = lab' -l port -x -d 'listen there; any free port by default'
complete -c halftone -n 'test (__halftone_command) = lab' -l feed -x -a 'steady slow flaky changing moving huge hostile' -d 'begin with it: steady, slow, flaky, changing, moving, huge, hostile'
complete -c halftone -n 'test (__halftone_command) = lab' -l script -r -F -d 'play it and say what held; - for standard input'
complete -c halftone -n 'test (__halftone_command) = lab' -l scenario -x -a 'reuse cancellation placeholder transition cache retry refresh prefetch order priority progressive hostile' -d 'play a script that is built in'
complete -c halftone -n 'test (__halftone_command) = lab' -l size -x -d 'the screen of a script that nobody watches; 160x50'
complete -c halftone -n 'test (__halftone_command) = lab' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = lab' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = lab' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = lab' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = lab' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = lab' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = lab' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = lab' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = lab' -f
complete -c halftone -n 'test (__halftone_command) = trace' -l chrome -r -F -d 'write it for Chrome and Perfetto; - for standard output'
complete -c halftone -n 'test (__halftone_command) = trace' -l loads -x -d 'loads that the waterfall shows at most; 100'
complete -c halftone -n 'test (__halftone_command) = trace' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = trace' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = trace' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = trace' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = trace' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = trace' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = trace' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = trace' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = config' -l print-default -d 'print a config file to begin with'
complete -c halftone -n 'test (__halftone_command) = config' -l colors -x -a 'auto 24bit 256 16 8 mono' -d 'auto, 24bit, 256, 16, 8 or mono'
complete -c halftone -n 'test (__halftone_command) = config' -l cache-dir -x -a '(__fish_complete_directories)' -d 'keep the disk cache there'
complete -c halftone -n 'test (__halftone_command) = config' -l no-cache -d 'keep nothing on disk'
complete -c halftone -n 'test (__halftone_command) = config' -l trace -r -F -d 'write what happens as JSON lines'
complete -c halftone -n 'test (__halftone_command) = config' -l limit -x -a 'pixels= side= result-pixels= working-bytes= scans= profile-bytes= frames= animation-pixels=' -d 'what a picture may take: pixels, side, working-bytes …'
complete -c halftone -n 'test (__halftone_command) = config' -l config -r -F -d 'read the settings from there'
complete -c halftone -n 'test (__halftone_command) = config' -l verbose -d 'say at the end what was detected and what it took'
complete -c halftone -n 'test (__halftone_command) = config' -s h -l help -d 'say how the command is used'
complete -c halftone -n 'test (__halftone_command) = config' -f

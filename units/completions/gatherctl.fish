# Completion of gatherctl(1) for fish: gatherctl knows by itself what fits.

function __gatherctl_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc)
    # Without the quotes, of which one may still be open; fish then quotes a value in its own way.
    set -l typed $current
    for close in '' '"' "'"
        set -l plain (string unescape -- $current$close); and set typed $plain; and break
    end
    for line in (timeout 1 gatherctl __complete $words[2..] "$typed" 2>/dev/null)
        switch $line
            case @files
                # As it stands on the line, with quotes and all, for a command without completions.
                complete -C "__gatherctl_files $current"
            case @directories
                __fish_complete_directories "$current"
            case @programs
                __fish_complete_command
            case '*'
                echo $line
        end
    end
end

complete -c gatherctl -f -a '(__gatherctl_complete)'

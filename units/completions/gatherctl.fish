# Completion of gatherctl(1) for fish.

# The options of the line that say which daemon is meant.
function __gatherctl_target
    set -l words (commandline -opc)
    for i in (seq (count $words))
        switch $words[$i]
            case -H --host -p --pitch --socket
                set -q words[(math $i + 1)]; and printf '%s\n' $words[$i] $words[(math $i + 1)]
            case '--host=*' '--pitch=*' '--socket=*'
                echo $words[$i]
        end
    end
end

function __gatherctl_gathers
    echo last
    gatherctl (__gatherctl_target) --no-pager history --limit 20 2>/dev/null | awk '{ print $1 }'
end

function __gatherctl_results
    echo last
    gatherctl (__gatherctl_target) --no-pager submissions 2>/dev/null | awk '/^[0-9a-f]/ { print $1 }'
end

# The names of the squad; nothing where the daemon is away or slow.
function __gatherctl_players
    timeout 1 gatherctl (__gatherctl_target) --no-pager player list --names 2>/dev/null
end

function __gatherctl_pitches
    set -l directories /run/gatherd
    set -q XDG_RUNTIME_DIR; and set -a directories $XDG_RUNTIME_DIR/gatherd
    for socket in $directories/*.sock
        set -l name (string replace -r '.*/(.*)\.sock$' '$1' $socket)
        test $name = gatherd; or echo $name
    end
end

# The verb of the line and its arguments, without the options and their values.
function __gatherctl_operands
    set -l is_value
    for word in (commandline -opc)[2..]
        if set -q is_value[1]
            set is_value
            continue
        end
        switch $word
            case -H --host -p --pitch --socket --request-id --time --team-a --team-b --ago --limit \
                    --since \
                    --format --server --password-file --team-a-players --team-b-players --seed \
                    --age --skill --position --name --favourite-team --write --timeout
                set is_value yes
            case '-*'
            case '*'
                echo $word
        end
    end
end

# Whether the verb is one of these.
function __gatherctl_verb
    set -l operands (__gatherctl_operands)
    set -q operands[1]; and contains -- $operands[1] $argv
end

# Whether what comes next is the first argument of one of these verbs.
function __gatherctl_first
    test (count (__gatherctl_operands)) -eq 1; and __gatherctl_verb $argv
end

# Whether what comes next is the second argument of one of these verbs.
function __gatherctl_second
    test (count (__gatherctl_operands)) -eq 2; and __gatherctl_verb $argv
end

# Whether the verb and the word after it are these, the word one of several.
function __gatherctl_form
    set -l operands (__gatherctl_operands)
    test (count $operands) -ge 2; and test $operands[1] = $argv[1]
    and contains -- $operands[2] $argv[2..]
end

set -l verbs status watch on new start pause resume toggle cancel reset set adjust score goal undo \
    redo reopen end discard history show log report export submissions submit \
    team player scorers login register logout account bridge help
set -l none 'test -z "$(__gatherctl_operands)"'

complete -c gatherctl -f

complete -c gatherctl -l socket -rF -d "gatherd's socket"
complete -c gatherctl -s p -l pitch -x -a '(__gatherctl_pitches)' -d 'The pitch'
complete -c gatherctl -s H -l host -x -a '(__fish_print_hostnames)' \
    -d 'The machine gatherd runs on, reached by ssh'
complete -c gatherctl -l request-id -x -d 'Count once what is sent twice under one ID'
complete -c gatherctl -l json -d 'Print the answer as JSON'
complete -c gatherctl -n 'string match -q -- "--json=*" (commandline -ct)' \
    -a '--json=short --json=pretty --json=off'
complete -c gatherctl -l no-color -d 'No bold digits'
complete -c gatherctl -l no-pager -d 'Print what is longer than the screen as it is'
complete -c gatherctl -s q -l quiet -d 'Say nothing when it has worked'
complete -c gatherctl -s h -l help -d 'Show the help, or that of a verb'
complete -c gatherctl -l version -d 'Show the version'

complete -c gatherctl -n $none -a status -d 'Show the gather'
complete -c gatherctl -n $none -a watch -d 'Show it live, until q or ^C; --control by keys'
complete -c gatherctl -n $none -a on -d 'Run a command whenever something happens'
complete -c gatherctl -n $none -a new -d 'Open a gather'
complete -c gatherctl -n $none -a start -d 'Set the countdown going, in a new gather at need'
complete -c gatherctl -n $none -a pause -d 'Hold the countdown'
complete -c gatherctl -n $none -a resume -d 'Set the held countdown going'
complete -c gatherctl -n $none -a toggle -d 'Start, pause or resume, whichever it is'
complete -c gatherctl -n $none -a 'cancel reset' -d 'Put the clock back; the score stays'
complete -c gatherctl -n $none -a set -d 'Choose a new time; a running clock stops'
complete -c gatherctl -n $none -a adjust -d 'Add time, or take it away'
complete -c gatherctl -n $none -a score -d 'Set or change the goals of a team'
complete -c gatherctl -n $none -a goal -d 'Count a goal'
complete -c gatherctl -n $none -a undo -d 'Take back the last command, or event N of the log'
complete -c gatherctl -n $none -a redo -d 'Take back the last undo'
complete -c gatherctl -n $none -a reopen -d 'Take up again a gather that is over'
complete -c gatherctl -n $none -a end -d 'End the gather; the score is the result'
complete -c gatherctl -n $none -a discard -d 'Leave the gather without a result'
complete -c gatherctl -n $none -a history -d 'List the gathers, newest first'
complete -c gatherctl -n $none -a show -d 'Show what happened in a gather'
complete -c gatherctl -n $none -a log -d 'Show what happened in the newest gather'
complete -c gatherctl -n $none -a report -d 'Tell of a gather in a few lines'
complete -c gatherctl -n $none -a export -d 'Write every event'
complete -c gatherctl -n $none -a submissions -d 'List the results that have not arrived'
complete -c gatherctl -n $none -a submit -d 'Send results now'
complete -c gatherctl -n $none -a team -d 'Show the sides, or move, name or draw them'
complete -c gatherctl -n $none -a player -d 'List the squad, or change it'
complete -c gatherctl -n $none -a scorers -d 'Rank who has scored'
complete -c gatherctl -n $none -a login -d 'Sign in to send results'
complete -c gatherctl -n $none -a register -d 'Make an account at a server, and sign in'
complete -c gatherctl -n $none -a logout -d 'Sign out'
complete -c gatherctl -n $none -a account -d 'Show the account that results are sent for'
complete -c gatherctl -n $none -a bridge -d 'Be gatherd on standard streams, for --host'
complete -c gatherctl -n $none -a help -d 'Show the help, or that of a verb'

complete -c gatherctl -n '__gatherctl_verb watch' -l ticks -d 'A line per second as well'
complete -c gatherctl -n '__gatherctl_verb watch' -l control \
    -d 'Change the match by keys; ? shows them'
complete -c gatherctl -n '__gatherctl_verb watch' -l write -x -a '(__fish_complete_directories)' \
    -d 'Keep files there for other displays'
complete -c gatherctl -n '__gatherctl_verb watch' -l format -x -d 'The line for a status bar'
complete -c gatherctl -n '__gatherctl_verb watch' -l once -d 'Show it once, and end'
complete -c gatherctl -n '__gatherctl_verb watch' -l bell -d 'Ring when time is up'
complete -c gatherctl -n '__gatherctl_verb on' -l timeout -x -d 'End a command that takes longer'
complete -c gatherctl -n '__gatherctl_verb new' -l time -x -d 'The time to count down'
complete -c gatherctl -n '__gatherctl_verb new' -l team-a -x -d 'The name of the first side'
complete -c gatherctl -n '__gatherctl_verb new' -l team-b -x -d 'The name of the second side'
complete -c gatherctl -n '__gatherctl_verb new' -l team-a-players -x \
    -d 'Who plays on the first side, between commas'
complete -c gatherctl -n '__gatherctl_verb new' -l team-b-players -x \
    -d 'Who plays on the second side, between commas'
complete -c gatherctl -n '__gatherctl_verb start pause resume toggle' -l ago -x \
    -d 'As if done so long ago'
complete -c gatherctl -n '__gatherctl_verb adjust' -l start -d 'Set a clock at rest going as well'
complete -c gatherctl -n '__gatherctl_verb end discard submissions player' -l yes -d 'Do not ask'
complete -c gatherctl -n '__gatherctl_verb end' -l wait \
    -d 'Send the result now, and wait for the server'
complete -c gatherctl -n '__gatherctl_verb submit' -l resend \
    -d 'Also what has arrived, if the server has lost it'
complete -c gatherctl -n '__gatherctl_verb submit' -l take-over \
    -d 'Also what was ended for another user'
complete -c gatherctl -n '__gatherctl_verb submit' -l waiting \
    -d 'Those alone that have failed'
complete -c gatherctl -n '__gatherctl_verb history' -l limit -x -d 'At most so many'
complete -c gatherctl -n '__gatherctl_verb history scorers' -l since -x -a 'today yesterday 7d 2w' \
    -d 'Not those that opened before'
complete -c gatherctl -n '__gatherctl_verb log' -s f -l follow \
    -d 'Go on with what happens, until ^C'
complete -c gatherctl -n '__gatherctl_verb export player' -l format -x -a 'json csv' \
    -d 'The form of the output'
complete -c gatherctl -n '__gatherctl_verb goal' -l own-goal -d 'The player is on the other side'
complete -c gatherctl -n '__gatherctl_verb undo' -l match -d 'Also where the squad was changed since'
complete -c gatherctl -n '__gatherctl_verb team' -l seed -x -d 'Draw the same sides again'
complete -c gatherctl -n '__gatherctl_verb team' -l again -d 'Draw others that are as fair'
complete -c gatherctl -n '__gatherctl_verb player' -l names -d 'The names alone, one a line'
complete -c gatherctl -n '__gatherctl_verb player' -l name -x -d 'The new name'
complete -c gatherctl -n '__gatherctl_verb player' -l age -x -d 'The age in years'
complete -c gatherctl -n '__gatherctl_verb player' -l skill -x \
    -a 'beginner amateur professional' -d 'How well the player plays'
complete -c gatherctl -n '__gatherctl_verb player' -l position -x \
    -a 'goalkeeper defender midfielder winger striker' -d 'Where the player likes to play'
complete -c gatherctl -n '__gatherctl_verb player' -l favourite-team -x \
    -d 'The team that the player supports'
complete -c gatherctl -n '__gatherctl_verb player' -l dry-run \
    -d 'Tell what it would do, and do nothing'
complete -c gatherctl -n '__gatherctl_verb login register' -l server -x -d 'The server'
complete -c gatherctl -n '__gatherctl_verb login register' -l insecure-http \
    -d 'Take plain http to another machine'
complete -c gatherctl -n '__gatherctl_verb login register' -l password-file -rF \
    -d 'The file with the password'
complete -c gatherctl -n '__gatherctl_verb login register logout' -l forget \
    -d 'Do not remember the user name'

complete -c gatherctl -n '__gatherctl_verb on; and not contains -- -- (commandline -opc)' \
    -a 'timeUp goal started paused ended discarded remaining=60s' -d Event
complete -c gatherctl -n '__gatherctl_first goal score' -a 'a b' -d Team
complete -c gatherctl -n '__gatherctl_first reopen show report; or __gatherctl_verb export' \
    -a '(__gatherctl_gathers)' -d Gather
complete -c gatherctl -n '__gatherctl_first team' -a 'a b bench out clear names draw'
complete -c gatherctl -n '__gatherctl_first player' \
    -a 'list show add edit remove restore import export sync link unlink'
complete -c gatherctl -n '__gatherctl_form team a b bench out draw' \
    -a '(__gatherctl_players)' -d Player
complete -c gatherctl -n '__gatherctl_second goal' -a '(__gatherctl_players)' -d Player
complete -c gatherctl \
    -n '__gatherctl_second player; and __gatherctl_form player show edit remove link unlink' \
    -a '(__gatherctl_players)' -d Player
complete -c gatherctl -n '__gatherctl_second player; and __gatherctl_form player import' -F
complete -c gatherctl -n '__gatherctl_second player; and __gatherctl_form player sync' \
    -a 'create adopt send fetch remove delete'
complete -c gatherctl -n '__gatherctl_first submissions' -a 'check retry drop adopt create remove keep'
complete -c gatherctl -n '__gatherctl_second submissions; or __gatherctl_verb submit' \
    -a '(__gatherctl_results)' -d Gather
complete -c gatherctl -n '__gatherctl_first help' -a "$verbs"

# shellcheck shell=bash
# Completion of gatherctl(1) for bash.

# The options of the line that say which daemon is meant.
_gatherctl_target() {
    local i value
    target=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        -H | --host | -p | --pitch | --socket)
            value=${COMP_WORDS[i + 1]}
            # bash takes --pitch=NAME for three words.
            [ "$value" != = ] || value=${COMP_WORDS[i + 2]}
            target=("${COMP_WORDS[i]}" "$value")
            ;;
        esac
    done
}

_gatherctl_gathers() {
    local target
    _gatherctl_target
    gatherctl "${target[@]}" --no-pager history --limit 20 2>/dev/null | awk '{ print $1 }'
    echo last
}

_gatherctl_results() {
    local target
    _gatherctl_target
    gatherctl "${target[@]}" --no-pager submissions 2>/dev/null | awk '/^[0-9a-f]/ { print $1 }'
    echo last
}

# The names of the squad, a line each; nothing where the daemon is away or slow.
_gatherctl_players() {
    local target
    _gatherctl_target
    timeout 1 gatherctl "${target[@]}" --no-pager player list --names 2>/dev/null
}

# Offers the players whose names begin as the word does, quoted where the shell wants it.
_gatherctl_offer_players() {
    local name begin=${1//\\/} quoted
    begin=${begin#[\"\']}
    while IFS= read -r name; do
        case $name in
        "$begin"*)
            case $1 in
            [\"\']*) quoted=$name ;;
            *) printf -v quoted %q "$name" ;;
            esac
            COMPREPLY+=("$quoted")
            ;;
        esac
    done < <(_gatherctl_players)
}

_gatherctl_pitches() {
    local socket
    for socket in /run/gatherd/*.sock "${XDG_RUNTIME_DIR:-/nowhere}"/gatherd/*.sock; do
        socket=${socket##*/}
        case $socket in
        '*.sock' | gatherd.sock) ;;
        *) echo "${socket%.sock}" ;;
        esac
    done
}

# The machines that ssh is configured for.
_gatherctl_hosts() {
    awk 'tolower($1) == "host" { for (i = 2; i <= NF; i++) if ($i !~ /[*?!]/) print $i }' \
        ~/.ssh/config 2>/dev/null
}

_gatherctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local i word verb='' form='' arguments=0 words=''
    local every='--socket --pitch --host --request-id --json --no-color --no-pager --quiet
        --help --version'
    local verbs='status watch on new start pause resume toggle cancel reset set adjust score goal undo
        redo reopen end discard history show log report export submissions submit
        team player scorers login register logout account bridge help'

    # After an equals sign, the option is the word before it.
    if [ "$current" = = ]; then
        current=''
    elif [ "$previous" = = ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    COMPREPLY=()
    case $previous in
    --socket | --password-file)
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    -H | --host)
        mapfile -t COMPREPLY < <(compgen -W "$(_gatherctl_hosts)" -- "$current")
        return
        ;;
    --write)
        mapfile -t COMPREPLY < <(compgen -d -- "$current")
        return
        ;;
    -p | --pitch)
        mapfile -t COMPREPLY < <(compgen -W "$(_gatherctl_pitches)" -- "$current")
        return
        ;;
    --json)
        # Its value follows an equals sign alone.
        if [ "${COMP_WORDS[COMP_CWORD]}" = = ] || [ "${COMP_WORDS[COMP_CWORD - 1]}" = = ]; then
            mapfile -t COMPREPLY < <(compgen -W 'short pretty off' -- "$current")
            return
        fi
        ;;
    --format)
        # That of a watch is a line of one's own.
        [[ " ${COMP_WORDS[*]:0:COMP_CWORD} " == *' export '* ]] || return
        mapfile -t COMPREPLY < <(compgen -W 'json csv' -- "$current")
        return
        ;;
    --since)
        mapfile -t COMPREPLY < <(compgen -W 'today yesterday 7d 2w' -- "$current")
        return
        ;;
    --skill)
        mapfile -t COMPREPLY < <(compgen -W 'beginner amateur professional' -- "$current")
        return
        ;;
    --position)
        mapfile -t COMPREPLY < <(
            compgen -W 'goalkeeper defender midfielder winger striker' -- "$current"
        )
        return
        ;;
    --request-id | --time | --team-a | --team-b | --team-a-players | --team-b-players | --ago | \
        --limit | --server | --timeout | --seed | --age | --name | --favourite-team)
        return
        ;;
    esac

    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        case $word in
        --) [ "$verb" != on ] || arguments='command' ;;
        --socket | -p | --pitch | -H | --host | --request-id | --time | --team-a | --team-b | \
            --ago | --limit | \
            --since | --format | --server | --password-file | --team-a-players | \
            --team-b-players | --seed | --age | --skill | --position | --name | --favourite-team | \
            --write | --timeout)
            if [ "${COMP_WORDS[i + 1]}" = = ]; then i=$((i + 2)); else i=$((i + 1)); fi
            ;;
        --json) [ "${COMP_WORDS[i + 1]}" != = ] || i=$((i + 2)) ;;
        -*) ;;
        *)
            if [ -z "$verb" ]; then
                verb=$word
            elif [ "$arguments" != command ]; then
                [ "$arguments" -gt 0 ] || form=$word
                arguments=$((arguments + 1))
            fi
            ;;
        esac
    done

    case $current in
    -*)
        words=$every
        case $verb in
        watch) words+=' --ticks --control --write --format --once --bell' ;;
        on) words+=' --timeout' ;;
        new) words+=' --time --team-a --team-b --team-a-players --team-b-players' ;;
        start | pause | resume | toggle) words+=' --ago' ;;
        adjust) words+=' --start' ;;
        end) words+=' --yes --wait' ;;
        discard | submissions) words+=' --yes' ;;
        submit) words+=' --waiting --resend --take-over' ;;
        goal) words+=' --own-goal' ;;
        undo) words+=' --match' ;;
        team) words+=' --seed --again' ;;
        player)
            words+=' --names --name --age --skill --position --favourite-team --yes --format'
            words+=' --dry-run'
            ;;
        scorers) words+=' --since' ;;
        history) words+=' --limit --since' ;;
        log) words+=' --follow' ;;
        export) words+=' --format' ;;
        login | register) words+=' --server --insecure-http --password-file --forget' ;;
        logout) words+=' --forget' ;;
        esac
        ;;
    *)
        case $verb:$arguments in
        :*) words=$verbs ;;
        on:command) ;;
        on:*) words='timeUp goal started paused ended discarded remaining=60s' ;;
        goal:0 | score:0) words='a b' ;;
        reopen:0 | show:0 | report:0 | export:*) words=$(_gatherctl_gathers) ;;
        submissions:0) words='check retry drop adopt create remove keep' ;;
        submissions:1 | submit:*) words=$(_gatherctl_results) ;;
        team:0) words='a b bench out clear names draw' ;;
        player:0) words='list show add edit remove restore import export sync link unlink' ;;
        goal:1)
            _gatherctl_offer_players "$current"
            return
            ;;
        team:*)
            case $form in a | b | bench | out | draw) _gatherctl_offer_players "$current" ;; esac
            return
            ;;
        player:1)
            case $form in
            show | edit | remove | link | unlink) _gatherctl_offer_players "$current" ;;
            import) mapfile -t COMPREPLY < <(compgen -f -- "$current") ;;
            sync)
                mapfile -t COMPREPLY < <(
                    compgen -W 'create adopt send fetch remove delete' -- "$current"
                )
                ;;
            esac
            return
            ;;
        help:0) words=$verbs ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}

complete -F _gatherctl gatherctl

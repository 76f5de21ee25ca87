# shellcheck shell=bash
# Completion of gatherctl(1) for bash: gatherctl knows by itself what fits.

# Sets `plain` to what bash makes of a word, and `quote` to the quote that is still open.
_gatherctl_unquote() {
    local rest=$1 sign

    plain='' quote=''
    while [ -n "$rest" ]; do
        sign=${rest:0:1}
        rest=${rest:1}
        case $quote$sign in
        \'\' | \"\") quote='' ;;
        [\'\"]) quote=$sign ;;
        \\ | \"\\)
            # Within double quotes a backslash only quotes these.
            [[ -z $quote || $rest == [\"\\\$\`]* ]] || plain+=\\
            plain+=${rest:0:1}
            rest=${rest:1}
            ;;
        *) plain+=$sign ;;
        esac
    done
}

_gatherctl() {
    local current=${COMP_WORDS[COMP_CWORD]} line=$COMP_LINE last='' lead='' joined word value option
    local left=${COMP_LINE:0:COMP_POINT} plain quote sign typed words=()

    COMPREPLY=()
    # Text right of the cursor is not completed.
    while [[ $left != *"$current" ]]; do current=${current%?}; done
    for word in "${COMP_WORDS[@]:0:COMP_CWORD}" "$current"; do
        joined=''
        # bash splits a time, and a host with a user or a port, at these signs.
        if [[ $line != [[:space:]]* && ($word == [:@]* || $last == *[:@]) ]]; then joined=yes; fi
        line=${line#"${line%%[![:space:]]*}"}
        line=${line#"$word"}
        last=$word
        _gatherctl_unquote "$word"
        if [ -n "$joined" ]; then words[-1]+=$plain; else words+=("$plain"); fi
    done
    # Directly behind an equals sign nothing is typed yet.
    [ "$current" != = ] || current=
    # The part of the word that bash does not replace, and the quote that is open at its end.
    _gatherctl_unquote "$current"
    typed=$plain
    _gatherctl_unquote "${current%"$2"}"
    typed=${typed#"$plain"}
    [ -z "$joined$plain" ] || lead=${words[-1]%"$typed"}
    while IFS=$'\t' read -r value _; do
        case $value in
        @files | @directories)
            # bash quotes them, and goes on below a directory. Outside of a completion it cannot.
            compopt -o filenames 2>/dev/null
            [ "$value" = @files ] && option=-f || option=-d
            mapfile -t COMPREPLY < <(compgen "$option" -- "$current")
            ;;
        @programs)
            [[ $current != */* ]] || compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -c -- "$current")
            ;;
        *)
            [[ ${value,,} == "${lead,,}"* ]] || continue
            value=${value:${#lead}}
            case $quote in
            \') value=${value//\'/"'\''"} ;;
            \")
                for sign in \\ \" $ \`; do value=${value//"$sign"/"\\$sign"}; done
                # It means the history also within double quotes, and a backslash would stay.
                value=${value//!/'"\!"'}
                ;;
            *) printf -v value %q "$value" ;;
            esac
            # bash takes such a sign at either end for the quote itself.
            [[ -z $quote || $value != "$quote"* ]] || value=$quote$value
            [[ -z $quote || $value != *"$quote" ]] || value+=$quote
            COMPREPLY+=("$value")
            ;;
        esac
    done < <(timeout 1 gatherctl __complete "${words[@]:1}" 2>/dev/null)
}

complete -F _gatherctl gatherctl

# shellcheck shell=bash
# Completion of gatherctl(1) for bash: gatherctl knows by itself what fits.

_gatherctl() {
    local current=${COMP_WORDS[COMP_CWORD]} line=$COMP_LINE last='' lead='' joined word value option
    local quote sign words=()

    COMPREPLY=()
    for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        joined=''
        # bash splits a time, and a host with a user or a port, at these signs.
        if [[ $line != [[:space:]]* && ($word == [:@]* || $last == *[:@]) ]]; then joined=yes; fi
        line=${line#"${line%%[![:space:]]*}"}
        line=${line#"$word"}
        last=$word
        word=${word//\\/}
        word=${word//[\"\']/}
        if [ -n "$joined" ]; then words[-1]+=$word; else words+=("$word"); fi
    done
    # The part of a joined word that bash does not replace.
    [ -z "$joined" ] || lead=${words[-1]%"$2"}
    # Directly behind an equals sign nothing is typed yet.
    [ "$current" != = ] || current=
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
            # Within quotes that are still open, few signs have a meaning.
            quote=${current%"${current#?}"}
            [[ ${current:1} != *"$quote"* ]] || quote=''
            case $quote in
            \') value=${value//\'/"'\''"} ;;
            \") for sign in \\ \" $ \`; do value=${value//"$sign"/"\\$sign"}; done ;;
            *) printf -v value %q "$value" ;;
            esac
            COMPREPLY+=("$value")
            ;;
        esac
    done < <(timeout 1 gatherctl __complete "${words[@]:1}" 2>/dev/null)
}

complete -F _gatherctl gatherctl

# shellcheck shell=bash
# Completion of gatherctl(1) for bash: gatherctl knows by itself what fits.

_gatherctl() {
    local current=${COMP_WORDS[COMP_CWORD]} word value option words=()

    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        word=${word//\\/}
        words+=("${word//[\"\']/}")
    done
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
            # Within quotes it stands as it is.
            case $current in [\"\']*) ;; *) printf -v value %q "$value" ;; esac
            COMPREPLY+=("$value")
            ;;
        esac
    done < <(timeout 1 gatherctl __complete "${words[@]}" 2>/dev/null)
}

complete -F _gatherctl gatherctl

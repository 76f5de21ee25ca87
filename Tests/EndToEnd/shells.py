"""The three shells, and what each would complete a line with."""

import re

from programs import ROOT, bin_dir, run
from terminal import Terminal

COMPLETIONS = ROOT / "units/completions"

BASH = r"""
source "$1" || exit
COMP_LINE=$2 COMP_POINT=${#2}
# As readline does it: an equals sign is a word of its own.
line=${2//=/ = }
read -ra COMP_WORDS <<<"$line"
case $line in *' ') [[ $2 == *= ]] || COMP_WORDS+=('') ;; esac
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
typed=${COMP_WORDS[COMP_CWORD]}
_gatherctl gatherctl "${typed#=}"
printf '%s\n' "${COMPREPLY[@]}"
"""

# Prints the line as it is, at ^T, which nothing else begins with.
BASH_LINE = r"""
PS1=; source {}/gatherctl.bash
show() {{ printf '<%s>\n' "$READLINE_LINE"; }}; bind -x '"\C-t": show'
echo re''ady
"""

# Prints each match as it is added, and a mark when a completion is over.
ZSH = r"""
PROMPT= RPROMPT= LISTMAX=1000; unsetopt zle_bracketed_paste 2>/dev/null; fpath=({} $fpath)
autoload -U compinit; compinit -u -D
compadd() {{ case "${{@[1,(i)(-|--)]}}" in (*-[OAD]\ *) builtin compadd "$@"; return;; esac; \
typeset -a __found; builtin compadd -A __found "$@"; print -rn -- "<match "${{^__found}}">"; \
builtin compadd "$@" }}
over() {{ print -n '<o''ver>'; comppostfuncs=(over) }}
comppostfuncs=(over); zstyle ':completion:*' list-prompt ''; bindkey '^I' list-choices
print 're''ady'
"""


def variables(**more):
    return {"PATH": f"{bin_dir()}:/usr/bin:/bin"} | more


def bash(test, line, **more):
    script = COMPLETIONS / "gatherctl.bash"
    result = run("bash", "--norc", "-c", BASH, "bash", script, line,
                 **variables(**more))
    test.assertEqual((result.returncode, result.stderr), (0, ""), line)
    # What the shell would take for its own is quoted, as it stands on the line.
    return {re.sub(r"\\(.)", r"\1", word) for word in result.stdout.splitlines() if word}


class Bash:
    """A bash on a terminal: what it makes of a line is its own."""

    def __init__(self, test, **more):
        self._terminal = Terminal(
            test, "bash", "--norc", "--noprofile", "-i", columns=200, **variables(**more))
        for row in BASH_LINE.format(COMPLETIONS).strip().splitlines():
            self._terminal.type(row + "\n")
        self._terminal.read_until("ready\r\n")

    def __call__(self, line):
        """Completes a line; gives what stands there then."""
        self._terminal.type(f"{line}\t\x14")
        output = self._terminal.read_until(">\r\n")
        self._terminal.type("\x15")  # ^U: the line is gone.
        return re.search("<(.*)>\r\n$", output)[1]


def fish(test, line, **more):
    script = COMPLETIONS / "gatherctl.fish"
    result = run("fish", "--no-config", "-c",
                 "source $argv[1]; complete -C $argv[2]", script, line, HOME="/nonexistent",
                 **variables(**more))
    test.assertEqual(result.returncode, 0, result)
    return {word.split("\t")[0] for word in result.stdout.splitlines()}


class Zsh:
    """A zsh on a terminal, as its completion works nowhere else."""

    def __init__(self, test, **more):
        self._terminal = Terminal(test, "zsh", "-f", "-i", columns=200, **variables(**more))
        setup = ZSH.format(COMPLETIONS).strip().replace("\\\n", "")
        for row in setup.splitlines():
            self._terminal.type(row + "\n")
        self._terminal.read_until("ready")

    def __call__(self, _, line):
        self._terminal.type(f"{line}\t")
        output = self._terminal.read_until("<over>")
        self._terminal.type("\x15")  # ^U: the line is gone.
        matches = re.findall(r"<match ([^>]+)>", output)
        return {match.rstrip("=").replace("\\ ", " ") for match in matches}


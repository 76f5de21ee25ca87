"""What is in the memory of a process, and which processes are its children."""

import pathlib

import programs


def memory(pid):
    """All that a process has written to its memory, or could have."""
    parts = []
    try:
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb") as memory:
            for line in maps:
                span, rights, *_ = line.split()
                start, end = (int(number, 16) for number in span.split("-"))
                if not rights.startswith("rw"):
                    continue
                try:
                    memory.seek(start)
                    parts.append(memory.read(end - start))
                except OSError:
                    pass  # It was given back meanwhile, and is not there any more.
    except PermissionError:
        programs.cannot_run("the memory of another process cannot be read", impossible=True)
    return b"".join(parts)


def children(pid):
    """The processes that a process has started, and that go on."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name, in brackets, may have any character.
            state, parent, *_ = path.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(parent) == pid and state != "Z":
            found.append(int(path.parent.name))
    return found


def sizes(pid):
    """The bytes of memory that a process has: its share of all ("Pss"), and what is no file's
    ("Anonymous"); none of a process that has ended."""
    found = {"Pss": 0, "Anonymous": 0}
    try:
        with open(f"/proc/{pid}/smaps_rollup") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if name in found:
                    found[name] = 1024 * int(value.split()[0])
    except PermissionError:
        programs.cannot_run("the memory of another process cannot be seen", impossible=True)
    except (FileNotFoundError, ProcessLookupError):
        pass
    return found


def peak(pid):
    """The most bytes of memory that a process has had."""
    status = pathlib.Path(f"/proc/{pid}/status").read_text()
    return 1024 * int(status.split("VmHWM:")[1].split()[0])

"""Memory and descriptors of the daemon in its long lives."""

import statistics
import time

# The most bytes by which the memory of a daemon may grow from the middle of a life to its end:
# SQLite fills its cache of pages, 2,000 KiB, more slowly on a busy machine.
MOST_GROWTH = 2 << 20


class Health:
    """Samples of long lives; each life begins with what a start takes."""

    def __init__(self):
        self.lives = []

    def begin(self):
        self.lives.append([])

    def sample(self, world):
        """Takes a sample; clients that have left may be seen for a moment yet."""
        known = min((descriptors for _, descriptors in self.lives[-1]), default=0)
        limit = time.monotonic() + (2 if known else 0.3)
        fewest = world.descriptors()
        while fewest > known and time.monotonic() < limit:
            # No event to wait for: the kernel tells nobody when another process closes a
            # descriptor.
            time.sleep(0.01)
            fewest = min(fewest, world.descriptors())
        self.lives[-1].append((world.private_dirty(), fewest))

    @property
    def longest(self):
        return max(self.lives, key=len, default=[])

    def problems(self):
        """What grows."""
        found = []
        for life in self.lives:
            # The first ones are those of a daemon that has not met everybody yet.
            settled = life[len(life) // 2:]
            if len(settled) < 6:
                continue
            descriptors = [count for _, count in settled]
            if min(descriptors[-3:]) > min(descriptors[:3]):
                found.append(f"descriptors leak: {descriptors}")
            third = len(settled) // 3
            early, late = (statistics.median(size for size, _ in part)
                           for part in (settled[:third], settled[-third:]))
            if late - early > MOST_GROWTH:
                found.append(f"memory grows: from {early / 1024:.0f} to {late / 1024:.0f} KiB")
        return found

    def lines(self):
        """The longest life in numbers."""
        life = self.longest
        if not life:
            return ["no life was long enough to be measured"]
        memory = [size >> 10 for size, _ in life]
        descriptors = [count for _, count in life]
        rows = [("memory (Private_Dirty), KiB", memory), ("open descriptors", descriptors)]
        head = f"{len(self.lives)} long lives; the longest, in {len(life)} samples"
        return [f"{head:40}{'first':>8}{'median':>8}{'last':>8}{'max':>8}"] + [
            f"{name:40}{found[0]:>8}{int(statistics.median(found)):>8}{found[-1]:>8}{max(found):>8}"
            for name, found in rows]

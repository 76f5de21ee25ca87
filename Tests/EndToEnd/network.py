"""Networks of their own for programs, at the other ends of links that can drop."""

import itertools
import os

import programs

_numbers = itertools.count(1)


class Network:
    """A network with one link to ours."""

    def __init__(self, test):
        if os.geteuid() != 0:
            programs.cannot_run("only root can make a network of its own", impossible=True)
        self._ip = programs.require("ip", "iproute2")
        number = next(_numbers)
        self.name = f"gatherd{os.getpid()}-{number}"
        # The name of a link has 15 bytes at most.
        self.here, self.there = f"gh{os.getpid()}-{number}", f"gt{os.getpid()}-{number}"
        # Four addresses each, of those for tests of networks.
        net, first = f"198.18.{os.getpid() % 250}", 4 * number
        self.peer, self.address = f"{net}.{first + 1}", f"{net}.{first + 2}"
        made = programs.run(self._ip, "netns", "add", self.name)
        if made.returncode != 0:
            programs.cannot_run(f"no network of its own: {made.stderr}", impossible=True)
        test.addCleanup(self.remove)
        self.ip("link", "add", self.here, "type", "veth", "peer", self.there, "netns", self.name)
        self.ip("address", "add", f"{self.peer}/30", "dev", self.here)
        self.ip("link", "set", self.here, "up")
        self.inside("address", "add", f"{self.address}/30", "dev", self.there)
        self.rise()

    @property
    def entry(self):
        """What has a command run in it."""
        return [self._ip, "netns", "exec", self.name]

    def ip(self, *arguments):
        said = programs.run(self._ip, *arguments)
        assert said.returncode == 0, said

    def inside(self, *arguments):
        self.ip("-n", self.name, *arguments)

    def drop(self):
        """The cable is out, which the machines notice."""
        self.inside("link", "set", self.there, "down")

    def rise(self):
        self.inside("link", "set", self.there, "up")

    def lose(self):
        """Whatever is sent gets lost on the way, as behind a switch or where a network ends."""
        self.ip("neighbour", "replace", self.address, "lladdr", "02:00:00:00:00:01", "dev",
                self.here, "nud", "permanent")
        self.inside("neighbour", "replace", self.peer, "lladdr", "02:00:00:00:00:01", "dev",
                    self.there, "nud", "permanent")

    def find(self):
        self.ip("neighbour", "delete", self.address, "dev", self.here)
        self.inside("neighbour", "delete", self.peer, "dev", self.there)

    def remove(self):
        self.ip("netns", "delete", self.name)

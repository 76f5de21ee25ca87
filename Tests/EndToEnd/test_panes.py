"""Two terminals: the live countdown in one, the commands in the other."""

import unittest

from daemon import Daemon
from programs import bin_dir
from terminal import Tmux


class Panes(unittest.TestCase):
    def test_one_pane_controls_and_the_other_shows(self):
        daemon = Daemon.running(self)
        tmux = Tmux(self, GATHERD_SOCKET=daemon.socket, PATH=f"{bin_dir()}:/usr/bin:/bin")
        watch, shell = tmux.split()
        # So low a board is a line, with digits that can be read as text.
        tmux("resize-pane", "-t", watch, "-y", 9)
        tmux.type(watch, "gatherctl watch")
        tmux.type(shell, "gatherctl new --time 90")
        tmux.wait_for(watch, "90:00")
        tmux.type(shell, "gatherctl start")
        tmux.wait_for(shell, "running from 90:00")
        tmux.wait_for(watch, "89:59", "RUNNING")
        tmux.wait_for(watch, "89:58", "RUNNING")
        tmux.type(shell, "gatherctl goal a")
        tmux.wait_for(watch, "1-0")
        tmux.type(shell, "gatherctl goal b")
        tmux.wait_for(watch, "1-1")
        tmux.type(shell, "gatherctl pause")
        tmux.wait_for(watch, "PAUSED")
        tmux.type(shell, "gatherctl undo")
        tmux.wait_for(watch, "RUNNING")
        tmux.type(shell, "gatherctl set 2s && gatherctl start")
        tmux.wait_for(watch, "00:00  Team A 1-1")

        # It is drawn in place: no earlier state of it is left on the screen.
        screen = tmux.screen(watch)
        self.assertNotIn("RUNNING", screen)
        self.assertNotIn("00:01", screen)
        self.assertNotIn("1-0", screen)

        daemon.kill()
        tmux.wait_for(watch, "STALE")
        daemon.start()
        tmux.type(shell, "gatherctl goal a")
        self.assertNotIn("STALE", tmux.wait_for(watch, "2-1"))
        tmux.type(shell, "clear; gatherctl end")
        tmux.wait_for(shell, "Are you sure you want to end the match?")
        tmux.type(shell, "y")
        tmux.wait_for(shell, "2-1", "Team A")
        tmux.wait_for(watch, "FULL TIME")

        for name, pane in (("gatherctl watch", watch), ("the shell", shell)):
            print(f"--- pane: {name} ---\n{tmux.screen(pane)}")
        print("---", flush=True)
        tmux.press(watch, "C-c")
        # What is typed while the board leaves the terminal may be lost.
        tmux.wait_for(watch, "gatherctl watch")
        tmux.type(watch, "echo back to the $((1 + 0))st prompt")
        tmux.wait_for(watch, "back to the 1st prompt")

"""The horn and the whistle, as they are heard at a loudspeaker."""

import base64
import io
import json
import unittest
import wave

from daemon import Daemon
from programs import Running, eventually, gatherctl, require, run
from sound import Loudspeaker
from terminal import Terminal


class Sound(unittest.TestCase):
    def setUp(self):
        self.loudspeaker = Loudspeaker()
        self.addCleanup(self.loudspeaker.close)
        self.daemon = Daemon.running(self)
        self.variables = self.loudspeaker.variables | {"GATHERD_SOCKET": self.daemon.socket}

    def watch(self, *options):
        """A watch that has heard of the match and plays its sounds."""
        watch = Running(self, gatherctl(), "watch", *options, **self.variables)
        watch.next_line()
        return watch

    def do(self, *commands):
        """Runs gatherctl; gives the deadline after the last of the commands, if there is one."""
        for command in commands:
            result = self.daemon.ctl("--json", *command.split())
            self.assertEqual(result.returncode, 0, f"{command}: {result}")
        deadline = json.loads(result.stdout)["gather"]["timer"]["endsAtBoottimeMicroseconds"]
        return deadline and deadline / 1e6

    def hear(self, kind):
        """Waits for a sound, which has to be of this kind; gives when it was first heard."""
        heard, began = self.loudspeaker.next()
        self.assertEqual(heard, kind, self.loudspeaker.heard)
        return began

    def hear_horn_of(self, *commands):
        """Has the countdown run out, and waits for its horn."""
        deadline = self.do(*commands)
        late = self.hear("horn") - deadline
        print(f"sound: the horn was late by {late * 1000:.0f} ms", flush=True)
        self.assertGreater(late, 0)

    def test_one_horn_for_a_deadline_and_none_for_a_correction(self):
        self.do("new --time 62s")
        self.watch("--sound")
        self.do("start")
        self.hear("whistle")
        # All of these before the end, and none of them has a sound.
        self.do("goal a", "goal b", "undo", "redo", "score a 3", "score a 0", "adjust +30s",
                "adjust -- -30s", "undo", "redo", "pause", "undo", "redo", "undo")
        left = self.daemon.get()["timer"]["remaining"]["seconds"]
        self.hear_horn_of(f"adjust -- -{left - 2}s")
        # And these behind it.
        self.do("goal a", "undo", "redo", "adjust +2m", "undo", "redo", "undo", "score b 2",
                "undo", "set 10s", "undo")
        # Another end is heard again, and nothing was heard before it.
        self.hear_horn_of("adjust +2s --start")
        self.do("undo", "redo", "discard --yes", "undo", "end --yes", "undo")
        self.hear_horn_of("set 1s", "start")
        self.assertEqual(self.loudspeaker.heard, ["whistle", "horn", "horn", "horn"])

    def test_who_begins_to_watch_afterwards_hears_nothing(self):
        self.do("new --time 1s")
        first = self.watch("--sound")
        self.hear_horn_of("start")
        second = self.watch("--sound")
        self.daemon.restart()
        for watch in (first, second):
            watch.line_with("snapshot")
        # Two horns that are not quite at once sound like something else.
        first.close()
        self.hear_horn_of("set 1s", "start")
        self.assertEqual(self.loudspeaker.heard, ["horn", "horn"])

    def test_the_horn_needs_no_daemon_at_the_deadline(self):
        self.do("new --time 3s")
        watch = self.watch("--sound")
        deadline = self.do("start")
        watch.line_with("started")
        self.daemon.kill()
        self.assertGreater(self.hear("horn"), deadline)
        self.daemon.start()
        watch.line_with("snapshot")
        self.hear_horn_of("set 1s", "start")
        self.assertEqual(self.loudspeaker.heard, ["horn", "horn"])

    def test_every_form_of_watch_has_it(self):
        files = self.daemon.directory / "files"
        files.mkdir()
        self.do("new --time 1s")
        for number, options in enumerate((
                ["--ticks"], ["--json"], ["--format", "{clock}"], ["--write", files])):
            with self.subTest(options):
                watch = Running(self, gatherctl(), "watch", "--sound", *options, **self.variables)
                if options[0] == "--write":
                    # It tells nobody that it has begun but by what it writes.
                    eventually((files / "match.json").exists, "nothing is written")
                else:
                    watch.next_line()
                self.hear_horn_of("set 1s", "start")
                watch.close()
                self.assertEqual(len(self.loudspeaker.heard), number + 1)

    def test_boards_have_it(self):
        self.do("new --time 1s")
        for options in ([], ["--control"], ["--public"]):
            with self.subTest(options):
                board = Terminal(
                    self, gatherctl(), "watch", "--sound", *options, **self.variables)
                board.read_until("Team A")
                self.hear_horn_of("set 1s", "start")
                # No other is heard along with that of the next one.
                board.process.terminate()
                board.end()

    def test_a_program_that_hangs_or_fails_delays_nothing(self):
        self.do("new --time 1s")
        program = self.daemon.directory / "play"
        program.write_text("#!/bin/sh\nexec sleep 60\n")
        program.chmod(0o755)
        watch = self.watch(f"--sound={program}")
        self.do("start")
        watch.line_with("timeUp")
        program.write_text("#!/bin/sh\necho no card >&2\nexit 1\n")
        # This one takes the place of the one that hangs.
        self.do("set 1s", "start")
        watch.line_with("gatherctl: cannot play the horn: no card")
        self.do("goal a")
        watch.line_with("1-0")
        # The same once more is not told.
        self.do("set 1s", "start")
        watch.line_with("timeUp")
        self.do("goal a")
        watch.line_with("2-0")
        self.assertEqual(sum("cannot play" in line for line in watch.lines), 1, watch.lines)

    def test_the_loudspeaker_can_be_tried(self):
        for words, kind in (([], "horn"), (["horn"], "horn"), (["whistle"], "whistle")):
            result = run(gatherctl(), "sound", *words, **self.variables)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
            self.hear(kind)

    def test_through_alsa(self):
        """What a machine without a session has, with its card in the place of this server."""
        require("aplay", "alsa-utils")
        for program in ("aplay --quiet --device=pulse", None):
            # Without a server in the session's directory it is ALSA's default card.
            variables = self.variables | ({} if program else {"XDG_RUNTIME_DIR": "/nowhere"})
            if program is None:
                settings = self.loudspeaker.directory / ".asoundrc"
                server = self.loudspeaker.directory / "pulse/native"
                settings.write_text(f'pcm.!default {{ type pulse server "unix:{server}" }}\n')
            words = ["--program", program] if program else []
            result = run(gatherctl(), "sound", *words, **variables)
            self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
            self.hear("horn")

    def test_the_files_are_sounds(self):
        for name, seconds in (("horn", 1.8), ("whistle", 0.7)):
            result = run("bash", "-c", '"$0" sound "$1" --wav | base64', gatherctl(), name)
            with wave.open(io.BytesIO(base64.b64decode(result.stdout))) as file:
                self.assertEqual(file.getparams()[:3], (1, 2, 48_000))
                self.assertAlmostEqual(file.getnframes() / 48_000, seconds, 2)

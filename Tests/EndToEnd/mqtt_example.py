"""A broker with the files that are shipped, but for their places."""

import programs
from mqtt import HERE, SUBACK, Broker, Reader
from mqtt_web import WebReader

EXAMPLES = programs.ROOT / "units/examples"
PASSWORD = "right"
# These two are the test's own, in a file that else is as it is shipped: they see and say all.
OWN = "\nuser all\ntopic readwrite #\n"
# The line with which Home Assistant controls the pitches, and which is left out as it is shipped.
BUTTONS = "topic write gather/+/command"

PITCHES = ("north", "south")
ANYBODY = None
# These two have the names of topics of the club.
USERS = (*PITCHES, "clubhouse", "remote-north", "homeassistant", "fixtures", "table", ANYBODY)


class ExampleBroker(Broker):
    """A mosquitto with the configuration that is shipped, in a file that includes it, as Debian's
    does."""

    def __init__(self, test, certificate=None, buttons=False):
        """`certificate` has the files of a certificate and its key, for the lines about TLS;
        `buttons` is for the line about those of Home Assistant."""
        super().__init__(test, passwords=dict.fromkeys([*filter(None, USERS), "all"], PASSWORD))
        self.web = programs.free_port()
        self.ports.append(self.web)
        rights = (EXAMPLES / "mosquitto.acl").read_text()
        test.assertIn(f"\n#{BUTTONS}\n", rights)
        if buttons:
            rights = rights.replace(f"#{BUTTONS}", BUTTONS)
        acl = self.file("acl", rights + OWN)
        text = (EXAMPLES / "mosquitto.conf").read_text()
        of_tls = zip(("#certfile /etc/ssl/broker.example/fullchain.pem",
                      "#keyfile /etc/ssl/broker.example/privkey.pem"),
                     (f"certfile {certificate[0]}", f"keyfile {certificate[1]}")
                     if certificate else ())
        for old, new in (
                *of_tls,
                ("\nlistener 1883\n", f"\nlistener {self.port} {HERE}\n"),
                ("\nlistener 9001\n", f"\nlistener {self.web} {HERE}\n"),
                ("password_file /etc/mosquitto/gather.passwords",
                 f"password_file {self.directory}/passwords"),
                ("acl_file /etc/mosquitto/gather.acl", f"acl_file {acl}")):
            test.assertIn(old, text)
            text = text.replace(old, new)
        (self.directory / "conf.d").mkdir()
        self.file("conf.d/gather.conf", text)
        of_all = [line for line in self.config.read_text().splitlines()
                  if line.startswith(("user ", "persistence"))]
        self.file("conf", "\n".join([*of_all, f"include_dir {self.directory}/conf.d", ""]))

    def client(self, user, word=PASSWORD, **options):
        """A client that has been accepted: of a user, or of nobody over a WebSocket."""
        client = self.refused(user, word, is_web=user is ANYBODY, **options)
        self._test.assertIsNone(client.refusal, user)
        return client

    def refused(self, user, word=None, is_web=False, **options):
        """A client that has been answered, and may have been refused."""
        kind, port = (WebReader, self.web) if is_web else (Reader, self.port)
        if user is not None:
            options |= {"user": user, "password": word}
        client = kind((HERE, port), **options)
        self._test.addCleanup(client.close)
        return client


def code(client, kind):
    """The reason code of the next acknowledgement."""
    while True:
        found, body = client._packet()
        if found & 0xF0 == kind:
            # Without one it is a success.
            return body[-1] if kind == SUBACK else body[2] if len(body) > 2 else 0

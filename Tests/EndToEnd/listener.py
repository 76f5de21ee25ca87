"""A socket of a test's own at which others are served."""

import socket
import threading


class Listener:
    """Takes all connections of a socket, and has each served in a thread of its own."""

    def __init__(self, listening, serve):
        """`serve` is called with each connection."""
        self.socket = listening
        self._serve = serve
        threading.Thread(target=self._accept, daemon=True).start()

    @classmethod
    def at(cls, path, serve):
        """One of the Unix domain."""
        listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listening.bind(str(path))
        listening.listen()
        return cls(listening, serve)

    def close(self):
        # To close alone would not end the wait in accept(2).
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def _accept(self):
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

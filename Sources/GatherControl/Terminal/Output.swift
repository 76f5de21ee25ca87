import Glibc
import LinuxIO

/// Standard output or standard error.
final class Output {
    let descriptor: Descriptor

    /// True if a user sees the output at once.
    let isTerminal: Bool

    init(_ descriptor: Descriptor, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
    }

    /// Writes lines of text completely and at once; replaces what a terminal must not receive.
    func write(_ text: String) throws(Failure) {
        try write(Array(PrintableText.lines(text).utf8))
    }

    /// Writes bytes completely and at once, unchanged.
    func write(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        do {
            while !rest.isEmpty {
                if let count = try descriptor.write(rest) {
                    rest = rest.dropFirst(count)
                } else {
                    waitUntilWritable()
                }
            }
        } catch {
            guard error.code != EPIPE else { throw .outputClosed }
            throw Failure(.refused, tr("cannot write to standard output: %1$@", error))
        }
    }

    /// Writes lines of text if that is possible at once; a program that has to go on does without
    /// a reader.
    func offer(_ text: String) {
        if hasRoom { try? write(text) }
    }

    /// The rows and columns of the terminal, 24 and 80 if the kernel does not know them.
    var size: (rows: Int, columns: Int) { knownSize ?? (24, 80) }

    /// The rows and columns of the terminal; nil if the kernel does not know them, as on a serial
    /// line.
    var knownSize: (rows: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// True if a write would not block, as it does on a terminal whose output is stopped.
    var hasRoom: Bool {
        var room = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        // Without a reader, a write fails at once.
        return poll(&room, 1, 0) != 0
    }

    /// Waits until the output takes bytes: another program may have made it non-blocking.
    private func waitUntilWritable() {
        var wait = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
    }
}

extension Sequence<String> {
    /// The lines as one text for the output; each of them ends.
    var text: String {
        // `joined()` looks up types at run time, which `status` would wait for.
        reduce(into: "") { text, line in
            text += line
            text += "\n"
        }
    }
}

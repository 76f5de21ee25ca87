import Glibc
import LinuxIO

/// Standard output or standard error.
final class Output {
    let descriptor: Descriptor

    /// Whether a person sees it at once.
    let isTerminal: Bool

    init(_ descriptor: Descriptor, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
    }

    /// Writes lines of text whole, at once, with nothing in them that a terminal would not show.
    func write(_ text: String) throws(Failure) {
        try write(Array(PrintableText.lines(text).utf8))
    }

    /// Writes bytes whole, at once, whatever they are.
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
            throw Failure(.refused, "cannot write to standard output: \(error)")
        }
    }

    /// How many lines a terminal has, and how many columns a line.
    var size: (rows: Int, columns: Int) { knownSize ?? (24, 80) }

    /// The same, if the kernel knows: of a serial line it does not.
    var knownSize: (rows: Int, columns: Int)? {
        var size = winsize()
        guard ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0,
            size.ws_row > 0
        else { return nil }
        return (Int(size.ws_row), Int(size.ws_col))
    }

    /// Whether it takes something at once; a terminal whose output is stopped does not.
    var hasRoom: Bool {
        var room = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        // Where nobody reads any more, a write is over at once.
        return poll(&room, 1, 0) != 0
    }

    /// Somebody else may have made the terminal non-blocking.
    private func waitUntilWritable() {
        var wait = pollfd(fd: descriptor.number, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
    }
}

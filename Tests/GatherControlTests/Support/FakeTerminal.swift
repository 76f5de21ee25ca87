import Glibc
import LinuxIO

@testable import GatherControl

/// A terminal that keeps what is shown, and on which a test presses keys.
final class FakeTerminal: BoardTerminal {
    var size: (rows: Int, columns: Int)
    let keys: Descriptor?
    let signals: Descriptor?
    private(set) var endedBy: Int32?
    private(set) var shown: [BoardGrid] = []
    private(set) var isClosed = false
    /// For each screen in ``shown``, true if it was to be drawn as a whole.
    private(set) var shownWhole: [Bool] = []
    /// The number of further times at which the terminal has no room for output.
    var refusals = 0
    /// The number of further screens of which the terminal loses a part.
    var losses = 0
    private let typing: Descriptor
    private let signalling: Descriptor

    init(rows: Int, columns: Int) throws(SystemError) {
        size = (rows, columns)
        let (reader, writer) = try UnixSocket.pair()
        (keys, typing) = (reader, writer)
        let (inbox, outbox) = try UnixSocket.pair()
        (signals, signalling) = (inbox, outbox)
    }

    /// Presses keys, which the board reads when it waits next.
    func type(_ text: String) { _ = try? typing.write(Array(text.utf8)[...]) }

    /// Sends a signal, which the board takes when it waits next.
    func send(_ signal: Int32) { _ = try? signalling.write([UInt8(signal)]) }

    /// Takes the keyboard away.
    func hangUp() { shutdown(typing.number, Int32(SHUT_RDWR)) }

    var hasRoom: Bool {
        refusals -= 1
        return refusals < 0
    }

    func takeSignals() -> Int32? {
        var buffer: [UInt8] = [0]
        return (try? signals?.read(into: &buffer)) == 1 ? Int32(buffer[0]) : nil
    }

    func show(_ grid: BoardGrid, all: Bool) -> Bool {
        shown.append(grid)
        shownWhole.append(all)
        losses -= 1
        return losses < 0
    }

    func close() { isClosed = true }

    func end(by signal: Int32) {
        close()
        endedBy = signal
    }

    /// The text on the screen.
    var screen: String { shown.last?.lines.joined(separator: "\n") ?? "" }
}

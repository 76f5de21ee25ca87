import LinuxIO

@testable import GatherControl

/// A terminal that keeps what is shown, and on which a test presses keys.
final class FakeTerminal: BoardTerminal {
    var size: (rows: Int, columns: Int)
    let keys: Descriptor?
    var signals: Descriptor?
    private(set) var shown: [BoardGrid] = []
    private(set) var isClosed = false
    private let typing: Descriptor

    init(rows: Int, columns: Int) throws(SystemError) {
        size = (rows, columns)
        let (reader, writer) = try UnixSocket.pair()
        (keys, typing) = (reader, writer)
    }

    /// Presses keys, which the board reads when it waits next.
    func type(_ text: String) { _ = try? typing.write(Array(text.utf8)[...]) }

    func takeSignals() {}

    func show(_ grid: BoardGrid, all: Bool) { shown.append(grid) }

    func close() { isClosed = true }

    /// What is on the screen, as text.
    var screen: String { shown.last?.lines.joined(separator: "\n") ?? "" }
}

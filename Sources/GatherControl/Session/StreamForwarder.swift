import Glibc
import LinuxIO

/// Carries bytes between two standard streams and a socket, in both directions at once, until one
/// of the two sides ends.
struct StreamForwarder {
    /// Inspects input before it is forwarded; returns what remains of it, and what to answer.
    typealias Filter = (ArraySlice<UInt8>) -> (rest: [UInt8], answer: [UInt8])

    private let input: Descriptor
    private let output: Descriptor
    private let socket: Descriptor
    private var toSocket: [UInt8] = []
    private var toOutput: [UInt8] = []
    private var hasInput = true
    private var hasSocket = true
    private var buffer = [UInt8](repeating: 0, count: Self.step)

    /// The bytes that a writable pipe takes at once.
    private static let step = 4_096

    /// The time in milliseconds for which the other side may still send after the input has ended.
    private static let timeout: Int32 = 5_000

    /// Makes a forwarder between open descriptors; makes the socket non-blocking.
    init(input: Descriptor, output: Descriptor, socket: Descriptor) throws(SystemError) {
        (self.input, self.output, self.socket) = (input, output, socket)
        try UnixSocket.makeNonBlocking(socket)
    }

    /// Forwards until the socket or the output ends, or until the input has ended and nothing more
    /// is answered.
    ///
    /// - Parameter first: The bytes that go to the output before anything else.
    mutating func run(first: [UInt8], filter: Filter) throws(SystemError) {
        toOutput = first
        while hasSocket || !toOutput.isEmpty {
            var waits = [
                wait(input, hasInput && toSocket.isEmpty ? POLLIN : nil),
                wait(output, toOutput.isEmpty ? 0 : POLLOUT),
                wait(
                    socket,
                    hasSocket
                        ? (toOutput.isEmpty ? POLLIN : 0) | (toSocket.isEmpty ? 0 : POLLOUT) : nil),
            ]
            let count = poll(&waits, 3, hasInput ? -1 : Self.timeout)
            if count == 0 { return }
            if count < 0 {
                guard errno == EINTR else { throw SystemError() }
                continue
            }
            let ready = waits.map { Int32($0.revents) }
            if ready[1] & (POLLERR | POLLHUP | POLLNVAL) != 0 { return }
            if ready[0] != 0 { try takeInput(filter) }
            if ready[2] != 0 { try useSocket() }
            if ready[1] & POLLOUT != 0 { toOutput = try Self.written(toOutput, to: output) }
        }
    }

    /// Returns an entry for poll(2), which ignores a negative descriptor.
    private func wait(_ descriptor: Descriptor, _ events: Int32?) -> pollfd {
        pollfd(fd: events == nil ? -1 : descriptor.number, events: Int16(events ?? 0), revents: 0)
    }

    private mutating func takeInput(_ filter: Filter) throws(SystemError) {
        guard let count = try input.read(into: &buffer) else { return }
        hasInput = count > 0
        guard hasInput else { return UnixSocket.shutDownWriting(socket) }
        let (rest, answer) = filter(buffer[..<count])
        toSocket = rest
        toOutput += answer
    }

    private mutating func useSocket() throws(SystemError) {
        do {
            if !toSocket.isEmpty { toSocket = try Self.written(toSocket, to: socket) }
            guard toOutput.isEmpty, let count = try socket.read(into: &buffer) else { return }
            hasSocket = count > 0
            toOutput = Array(buffer[..<count])
        } catch {
            guard error.code == EPIPE || error.code == ECONNRESET else { throw error }
            hasSocket = false
        }
    }

    /// Writes as much as fits.
    ///
    /// - Returns: The bytes that are left.
    private static func written(
        _ bytes: [UInt8], to descriptor: Descriptor
    ) throws(SystemError) -> [UInt8] {
        let count = try descriptor.write(bytes.prefix(step)) ?? 0
        return Array(bytes.dropFirst(count))
    }
}

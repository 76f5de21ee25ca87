import Glibc
import LinuxIO

/// Carries bytes between two standard streams and a socket, both ways at once, until one of the two
/// sides is over.
struct Relay {
    /// Sees what comes in before it is carried on; gives what is left of it, and what to answer.
    typealias Filter = (ArraySlice<UInt8>) -> (rest: [UInt8], answer: [UInt8])

    private let input: Descriptor
    private let output: Descriptor
    private let socket: Descriptor
    private var toSocket: [UInt8] = []
    private var toOutput: [UInt8] = []
    private var hasInput = true
    private var hasSocket = true
    private var buffer = [UInt8](repeating: 0, count: Self.step)

    /// A pipe that can be written to takes as much as this at once.
    private static let step = 4_096

    /// How long the other side may have something to say after the input has ended.
    private static let patience: Int32 = 5_000

    /// Makes a relay between what is open; the socket does not wait from here on.
    init(input: Descriptor, output: Descriptor, socket: Descriptor) throws(SystemError) {
        (self.input, self.output, self.socket) = (input, output, socket)
        try UnixSocket.makeNonBlocking(socket)
    }

    /// Carries until the socket is over, or the output; or the input, and then nothing is answered.
    ///
    /// - Parameter first: What goes to the output before anything else.
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
            let count = poll(&waits, 3, hasInput ? -1 : Self.patience)
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

    /// A number that is negative is passed over by poll(2).
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

    /// What is left after as much was written as goes.
    private static func written(
        _ bytes: [UInt8], to descriptor: Descriptor
    ) throws(SystemError) -> [UInt8] {
        let count = try descriptor.write(bytes.prefix(step)) ?? 0
        return Array(bytes.dropFirst(count))
    }
}

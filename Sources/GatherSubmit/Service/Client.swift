import GatherAPI
import LinuxIO
import Varlink

/// One connection to gatherd: its socket, the server side of the protocol, and its pending step.
final class Client {
    /// A step that was requested and has no reply yet.
    struct Pending {
        /// The step.
        var step: Step
        /// The number of its transfer; nil while it waits for its turn.
        var transfer: Int?
        /// The received part of a list that is sent in pages.
        var list: ListPages?
    }

    let socket: Descriptor
    /// The pending step.
    private(set) var pending: Pending?
    /// True if nothing more can be done for the client.
    private(set) var isOver = false
    /// The time of its last call or outcome, by the boot clock; nil before its first call.
    private var lastUse: Duration?
    private var isDismissed = false

    private var machine = ServerConnection(
        messageBytes: Limits.messageBytes, nesting: Limits.nesting, values: Limits.values,
        repliesLimit: Limits.repliesWaiting, replyBytesLimit: Limits.replyBytesWaiting,
        secretName: Interfaces.secretName)

    /// Makes a client from a non-blocking socket.
    init(_ socket: Descriptor) {
        self.socket = socket
    }

    deinit { machine.wipe() }

    /// The time since when it is idle; nil while it has a step, before its first call, which is
    /// about to come, and once it was dismissed.
    var idleSince: Duration? { pending == nil && !isDismissed ? lastUse : nil }

    /// The events to wait for on its socket.
    var interest: TransferSet.Interest {
        var interest: TransferSet.Interest = []
        if machine.wantsInput { interest.insert(.readable) }
        if !machine.nextOutput().isEmpty { interest.insert(.writable) }
        return interest
    }

    /// Reads what the client sent, answers its calls up to the first that takes a step, and sends
    /// what is ready.
    ///
    /// - Returns: True if there was a call.
    func serve(into buffer: inout [UInt8], _ service: SubmitterService) -> Bool {
        do {
            // The client is gone, and has not merely stopped sending, so nobody waits for the
            // outcome.
            if pending != nil, UnixSocket.isHungUp(socket) { isOver = true }
            guard !isOver else { return false }
            try read(into: &buffer)
            let hasCalled = try answer(service)
            if hasCalled { noteUse() }
            try send()
            if machine.isFinished { isOver = true }
            return hasCalled
        } catch {
            // A broken protocol gets no answer, but earlier answers are sent.
            try? send()
            isOver = true
            return false
        }
    }

    /// Accepts no more calls.
    ///
    /// Calls that have been sent by now are still read and answered. Later ones do not leave the
    /// client's side, so no call is lost on the way.
    func dismiss() {
        isDismissed = true
        UnixSocket.shutDownReading(socket)
    }

    private func noteUse() { lastUse = ClockReading.current.boottime }

    /// Records that its step is underway.
    func begin(transfer: Int) {
        pending?.transfer = transfer
    }

    /// Replies with the outcome of its step.
    func finish(_ outcome: Result<HTTPAnswer, HTTPFailure>) {
        guard let pending = pending.take() else { return }
        noteUse()
        for reply in pending.step.replies(to: outcome, after: pending.list) { machine.reply(reply) }
    }

    /// The transfer whose answer can be forwarded as it arrives, if there is room for more of it.
    var transferToForward: Int? {
        let hasRoom = machine.unsentReplyBytes < Limits.pageBytesWaiting
        return hasRoom && pending?.list != nil ? pending?.transfer : nil
    }

    /// Forwards a part of its list.
    ///
    /// - Returns: True if there can be another part; false if its step has ended.
    func forward(_ part: HTTPAnswer) -> Bool {
        do throws(SubmitterError) {
            for page in try pending?.list?.pages(of: part) ?? [] { machine.reply(page) }
            return true
        } catch {
            if let step = pending?.step { machine.reply(step.reply(to: error)) }
            pending = nil
            return false
        }
    }

    private func read(into buffer: inout [UInt8]) throws(SystemError) {
        guard machine.wantsInput, let count = try socket.read(into: &buffer) else { return }
        if count == 0 { machine.receiveEnd() }
        machine.receive(buffer[..<count])
        // The bytes may contain a password, and the next message may be shorter.
        for index in 0..<count { buffer[index] = 0 }
    }

    private func answer(_ service: SubmitterService) throws(ProtocolError) -> Bool {
        var hasCalled = false
        while pending == nil, let call = try machine.nextCall() {
            hasCalled = true
            switch service.work(for: call) {
            case .reply(let reply): machine.reply(reply)
            case .step(let step): pending = Pending(step: step, list: step.list)
            }
        }
        return hasCalled
    }

    private func send() throws(SystemError) {
        while true {
            let bytes = machine.nextOutput()
            guard !bytes.isEmpty, let count = try socket.write(bytes) else { return }
            machine.sent(count)
        }
    }
}

import GatherAPI
import LinuxIO
import Varlink

/// One connection to gatherd: its socket, the protocol's end of it, and the step it waits for.
final class Client {
    /// A step that has been asked for and has no reply yet.
    struct Pending {
        /// What is asked for.
        var step: Step
        /// The number of its transfer; nil while others have their turn.
        var transfer: Int?
        /// What has come of a list that is handed on in pages.
        var list: ListPages?
    }

    let socket: Descriptor
    /// The step it waits for.
    private(set) var pending: Pending?
    /// Whether nothing more can be done for it.
    private(set) var isOver = false

    private var machine = ServerConnection(
        messageBytes: Limits.messageBytes, nesting: Limits.nesting, values: Limits.values,
        repliesLimit: Limits.repliesWaiting, replyBytesLimit: Limits.replyBytesWaiting,
        secretName: Interfaces.secretName)

    /// Makes a client of a non-blocking socket.
    init(_ socket: Descriptor) {
        self.socket = socket
    }

    deinit { machine.wipe() }

    /// What its socket is to be waited for.
    var interest: TransferSet.Interest {
        var interest: TransferSet.Interest = []
        if machine.wantsInput { interest.insert(.readable) }
        if !machine.nextOutput().isEmpty { interest.insert(.writable) }
        return interest
    }

    /// Reads what it sent, has its calls answered up to the first one that takes a step, and sends
    /// what is ready.
    ///
    /// - Returns: Whether there was a call.
    func serve(into buffer: inout [UInt8], _ service: SubmitterService) -> Bool {
        do {
            // Nobody is left to tell what comes of it, as opposed to one who only sends no more.
            if pending != nil, UnixSocket.isHungUp(socket) { isOver = true }
            guard !isOver else { return false }
            try read(into: &buffer)
            let hasCalled = try answer(service)
            try send()
            if machine.isFinished { isOver = true }
            return hasCalled
        } catch {
            // There is no answer to a broken protocol, but those before it are sent.
            try? send()
            isOver = true
            return false
        }
    }

    /// Its step is on its way.
    func begin(transfer: Int) {
        pending?.transfer = transfer
    }

    /// Its step has come to its end.
    func finish(_ outcome: Result<HTTPAnswer, HTTPFailure>) {
        guard let pending else { return }
        self.pending = nil
        for reply in pending.step.replies(to: outcome, after: pending.list) { machine.reply(reply) }
    }

    /// The transfer whose answer is to be handed on as it comes, if there is room for more of it.
    var transferToHandOn: Int? {
        let hasRoom = machine.unsentReplyBytes < Limits.pageBytesWaiting
        return hasRoom && pending?.list != nil ? pending?.transfer : nil
    }

    /// Hands on a part of its list.
    ///
    /// - Returns: Whether there can be another; if not, its step has come to its end.
    func handOn(_ part: HTTPAnswer) -> Bool {
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
        // A password may be in it, and the next message shorter.
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

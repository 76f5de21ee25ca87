import Varlink

/// A client that sends a stream to the protocol's end in the daemon, in pieces, and takes the
/// answers in pieces.
///
/// The first byte of the script chooses the limits: how many bytes a message may have, and how
/// many replies may wait. Each further one is a step: its two lowest bits choose which, the
/// others how much. When the script is at its end, it begins again, until all has been sent and
/// answered, or it leads to nothing any more; then the rest is done at once.
struct Conversation {
    private let steps: ArraySlice<UInt8>
    private let stream: [UInt8]
    private let expectation: Expectation
    private let messageBytes: Int
    private let repliesLimit: Int

    private var connection: ServerConnection
    private var match = Match()
    private var delivery = Delivery()

    private var sent = 0
    private var hasEnded = false
    private var taken = 0
    private var called = 0
    private var callOut: Call?
    private var isBroken = false

    /// Makes a client with all that it will do.
    init(script: [UInt8], stream: [UInt8]) {
        let limits = script.first ?? 0x3F
        messageBytes = 16 << Int(limits & 7)
        repliesLimit = 1 + Int(limits >> 3 & 7)
        steps = script.dropFirst()
        self.stream = stream
        expectation = Expectation(stream, messageBytes: messageBytes)
        connection = ServerConnection(
            messageBytes: messageBytes, nesting: nesting, values: values,
            repliesLimit: repliesLimit, replyBytesLimit: .max)
    }

    /// Does all of it.
    mutating func play() {
        var before = -1
        while !isBroken, before != progress, !steps.isEmpty {
            before = progress
            for byte in steps where !isBroken { step(byte) }
        }
        before = -1
        while before != progress {
            before = progress
            answer()
            while call() { answer() }
            while take(.max) {}
            _ = send(stream.count)
        }
        checkEnd()
    }

    /// Grows with whatever leads on.
    private var progress: Int { sent + called + taken + (hasEnded ? 1 : 0) }

    private mutating func step(_ byte: UInt8) {
        let amount = Int(byte >> 2)
        switch byte & 3 {
        case 0: _ = send(1 + amount * amount)
        case 1:
            // One bit leaves the last one without an answer for now.
            answer()
            for _ in 0..<(amount & 15) where call() { answer() }
            if call(), amount & 16 == 0 { answer() }
        case 2: _ = take(amount * amount)
        default: stray(amount)
        }
    }

    // MARK: - Steps

    /// Sends so many bytes, if they are welcome, or the end after the last.
    private mutating func send(_ count: Int) -> Bool {
        guard !isBroken, connection.wantsInput else { return false }
        precondition(!hasEnded, "bytes are welcome after the end")
        precondition(callOut == nil, "bytes are welcome while a call is out")
        precondition(delivery.undelivered < repliesLimit, "more is read of who takes nothing")
        let read = called > 0 ? expectation.calls[called - 1].end : 0
        let isWaiting = called < expectation.calls.count && expectation.calls[called].end <= sent
        precondition(connection.bufferedBytes == sent - read, "bytes are lost, or kept")
        precondition(sent - read <= messageBytes || connection.isSubscribed, "too many bytes wait")
        precondition(!isWaiting || connection.isSubscribed, "more is read before what has come")
        if sent == stream.count {
            connection.receiveEnd()
            hasEnded = true
        } else {
            let piece = stream[sent...].prefix(count)
            connection.receive(piece)
            sent += piece.count
        }
        return true
    }

    /// Takes up the next call; it has to be the next one of the stream.
    private mutating func call() -> Bool {
        guard !isBroken else { return false }
        let isThere = connection.hasCall
        do throws(ProtocolError) {
            guard let call = try connection.nextCall() else {
                precondition(!connection.hasCall, "a call that is not given")
                return false
            }
            precondition(isThere, "a call that nobody would have asked for")
            precondition(callOut == nil && !connection.isSubscribed, "two calls are out")
            precondition(called < expectation.calls.count, "a call that nobody made")
            let expected = expectation.calls[called]
            precondition(expected.end <= sent, "a call that is not whole")
            precondition(expected.call == call, "another call, or out of order")
            called += 1
            callOut = call
            return true
        } catch {
            precondition(isThere, "an error that nobody would have asked for")
            precondition(error == expectation.failure, "another error than \(error)")
            precondition(called == expectation.calls.count, "an error before the calls")
            isBroken = true
            return false
        }
    }

    private mutating func answer() {
        guard let call = callOut else { return }
        precondition((try? connection.nextCall()) == .some(nil), "a second call is out")
        switch match.answer(call) {
        case .reply(let reply):
            connection.reply(reply)
            if !call.oneway { delivery.expect(reply) }
            precondition(delivery.undelivered <= repliesLimit, "more replies than allowed")
        case .subscription:
            connection.subscribe()
            precondition(connection.isSubscribed, "no subscription")
            offer("snapshot", isTick: false)
        }
        callOut = nil
    }

    /// Takes so many bytes of what is there.
    private mutating func take(_ count: Int) -> Bool {
        let output = connection.nextOutput().prefix(count)
        delivery.arrive(output)
        connection.sent(output.count)
        taken += output.count
        return !output.isEmpty
    }

    /// News for a subscriber, or else what there is nobody for, which has to go nowhere.
    private mutating func stray(_ amount: Int) {
        guard callOut == nil, delivery.nextRevision < 64 else { return }
        if connection.isSubscribed {
            offer(amount & 1 == 0 ? "tick" : "change \(amount)", isTick: amount & 1 == 0)
        } else {
            connection.offer(Publication([:]).message(reason: "stray", isTick: false))
        }
        connection.subscribe()
        connection.reply(Reply(error: "stray"))
    }

    private mutating func offer(_ reason: String, isTick: Bool) {
        let state = Publication(["revision": .int(delivery.nextRevision)])
        connection.offer(state.message(reason: reason, isTick: isTick))
        delivery.expectOffer(reason: reason, isTick: isTick)
    }

    // MARK: - The end

    private func checkEnd() {
        delivery.check()
        guard !isBroken else { return precondition(!connection.isFinished, "it was cut off") }
        if connection.isSubscribed {
            precondition(!connection.isFinished, "a subscription ends with the connection")
        } else {
            precondition(sent == stream.count && hasEnded, "not all was read")
            precondition(called == expectation.calls.count, "not all was answered")
            precondition(expectation.failure == nil, "an error was not noticed")
            precondition(connection.isFinished, "it does not end")
            precondition(!connection.wantsInput, "it wants more after the end")
        }
    }
}

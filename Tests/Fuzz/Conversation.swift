import Varlink

/// A client that sends a stream of bytes to the daemon's side of the protocol in pieces, and reads
/// the answers in pieces.
///
/// The first byte of the script chooses the limits: the bytes of a message, and the number of
/// waiting replies. Each further byte is a step: its two lowest bits choose the kind of the step,
/// the others its amount. The script is repeated until a whole pass of it changes nothing; then the
/// rest is sent and answered at once.
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

    /// Performs all steps of the script, then the rest, and checks the end.
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

    /// A number that grows with each step that has had an effect.
    private var progress: Int { sent + called + taken + (hasEnded ? 1 : 0) }

    private mutating func step(_ byte: UInt8) {
        let amount = Int(byte >> 2)
        switch byte & 3 {
        case 0: _ = send(1 + amount * amount)
        case 1:
            // A bit of the amount decides if the last call is left without an answer for now.
            answer()
            for _ in 0..<(amount & 15) where call() { answer() }
            if call(), amount & 16 == 0 { answer() }
        case 2: _ = take(amount * amount)
        default: stray(amount)
        }
    }

    // MARK: - Steps

    /// Sends up to `count` bytes if the connection wants input, or the end of the stream after the
    /// last byte; returns false if it wants none.
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

    /// Reads up to `count` bytes of the output; returns false if there are none.
    private mutating func take(_ count: Int) -> Bool {
        let output = connection.nextOutput().prefix(count)
        delivery.arrive(output)
        connection.sent(output.count)
        taken += output.count
        return !output.isEmpty
    }

    /// Offers a state to a subscriber.
    ///
    /// Without one, and also for a reply that nobody waits for, nothing may be sent.
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

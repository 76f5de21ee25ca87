import Testing

@testable import GatherMQTT

struct OutboxTests {
    /// Takes all that can be sent, acknowledging nothing.
    private static func drain(_ outbox: inout Outbox, from first: Int32 = 1) -> [Outbox.Item] {
        var (items, id) = ([Outbox.Item](), first)
        while let item = outbox.next() {
            outbox.sent(item, as: id)
            items.append(item)
            id += 1
        }
        return items
    }

    @Test("whether it is live goes first, then the state, the description, results and events")
    func order() {
        var outbox = Outbox()
        outbox.addEvent(1, of: "m", payload: [1])
        outbox.addResult("r", payload: [2])
        outbox.addDiscovery()
        outbox.addState()
        outbox.setOnline(true)
        let sent = Self.drain(&outbox)
        #expect(
            sent == [
                .online(true), .state, .discovery, .result("r", payload: [2]),
                .event(match: "m", number: 1, payload: [1]),
            ])
        let rest = Self.drain(&outbox)
        #expect(rest == [])
    }

    @Test("of several states the newest alone is sent")
    func newest() {
        var outbox = Outbox()
        for _ in 1...1_000 { outbox.addState() }
        outbox.setOnline(true)
        outbox.setOnline(false)
        let sent = Self.drain(&outbox)
        #expect(sent == [.online(false), .state])
    }

    @Test("events keep their order, and no more than the window are not acknowledged")
    func window() {
        var outbox = Outbox()
        for number in 1...100 { outbox.addEvent(number, of: "m", payload: []) }
        var numbers: [Int] = []
        var id: Int32 = 1
        while true {
            while let item = outbox.next() {
                outbox.sent(item, as: id)
                id += 1
                #expect(outbox.unacknowledged <= Outbox.mostUnacknowledged)
            }
            guard outbox.unacknowledged > 0 else { break }
            let oldest = id - Int32(outbox.unacknowledged)
            if case .event(_, let number, _)? = outbox.acknowledge(oldest) {
                numbers.append(number)
            }
        }
        #expect(numbers == Array(1...100))
    }

    @Test("a state passes events that wait, however many are not acknowledged")
    func overtaking() {
        var outbox = Outbox()
        for number in 1...100 { outbox.addEvent(number, of: "m", payload: []) }
        let sent = Self.drain(&outbox)
        #expect(sent.count == Outbox.mostQueued)
        outbox.addState()
        let next = Self.drain(&outbox)
        #expect(next == [.state])
    }

    @Test("a result that has changed before it was sent is sent once")
    func replaced() {
        var outbox = Outbox()
        outbox.addResult("a", payload: [1])
        outbox.addResult("b", payload: [2])
        outbox.addResult("a", payload: [])
        let sent = Self.drain(&outbox)
        #expect(sent == [.result("a", payload: []), .result("b", payload: [2])])
    }

    @Test("what is acknowledged twice, or was never sent, is not known")
    func unknown() {
        var outbox = Outbox()
        outbox.addState()
        let sent = Self.drain(&outbox)
        #expect(sent == [.state])
        let known = [1, 1, 7].map { outbox.acknowledge($0) }
        #expect(known == [.state, nil, nil])
    }

    @Test("no more is fetched than is needed to go on")
    func enough() {
        var outbox = Outbox()
        #expect(outbox.wantsEvents && outbox.wantsResults)
        for number in 0..<Outbox.enough {
            outbox.addEvent(number, of: "m", payload: [])
            outbox.addResult("\(number)", payload: [])
        }
        #expect(!outbox.wantsEvents && !outbox.wantsResults)
    }
}

import Testing
import Varlink

/// A connection that serves a subscription.
struct SubscriptionTests {
    private static func subscribed() throws -> ServerConnection {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.Subscribe", more: true).message)
        _ = try connection.nextCall()
        connection.subscribe()
        return connection
    }

    private static func message(
        _ revision: Int, _ reason: String, isTick: Bool = false, mustArrive: Bool = false
    ) -> Publication.Message {
        Publication(["revision": .int(revision)]).message(
            reason: reason, isTick: isTick, mustArrive: mustArrive)
    }

    private static func reply(_ revision: Int, _ reason: String) -> Reply {
        Reply(["revision": .int(revision), "reason": .string(reason)], continues: true)
    }

    @Test("each state is sent as a reply that goes on")
    func states() throws {
        var connection = try Self.subscribed()
        #expect(connection.isSubscribed)
        for revision in 1...3 {
            connection.offer(Self.message(revision, "started"))
            #expect(connection.takeOutput() == [Self.reply(revision, "started")])
        }
        #expect(connection.nextOutput().isEmpty)
    }

    @Test("at most one message is undelivered: a newer one replaces it")
    func newest() throws {
        var connection = try Self.subscribed()
        for revision in 1...100 { connection.offer(Self.message(revision, "scoreChanged")) }
        #expect(connection.takeOutput() == [Self.reply(100, "scoreChanged")])
    }

    @Test("a message that has begun to leave leaves whole, and then the newest one")
    func begun() throws {
        var connection = try Self.subscribed()
        connection.offer(Self.message(1, "opened"))
        var bytes = Array(connection.nextOutput().prefix(3))
        connection.sent(3)
        connection.offer(Self.message(2, "started"))
        connection.offer(Self.message(3, "paused"))
        while case let output = connection.nextOutput().prefix(5), !output.isEmpty {
            bytes += output
            connection.sent(output.count)
        }
        #expect(bytes == Self.reply(1, "opened").message + Self.reply(3, "paused").message)
    }

    @Test("a tick refreshes an undelivered change and keeps its reason")
    func tickAfterChange() throws {
        var connection = try Self.subscribed()
        connection.offer(Self.message(1, "scoreChanged"))
        connection.offer(Self.message(2, "tick", isTick: true))
        connection.offer(Self.message(3, "tick", isTick: true))
        #expect(connection.takeOutput() == [Self.reply(3, "scoreChanged")])
        connection.offer(Self.message(4, "tick", isTick: true))
        #expect(connection.takeOutput() == [Self.reply(4, "tick")])
    }

    @Test("a change replaces an undelivered tick, and a change an undelivered change")
    func changeAfterTick() throws {
        var connection = try Self.subscribed()
        connection.offer(Self.message(1, "tick", isTick: true))
        connection.offer(Self.message(2, "timeUp"))
        #expect(connection.takeOutput() == [Self.reply(2, "timeUp")])
        connection.offer(Self.message(3, "paused"))
        connection.offer(Self.message(4, "tick", isTick: true))
        connection.offer(Self.message(5, "undone"))
        #expect(connection.takeOutput() == [Self.reply(5, "undone")])
    }

    @Test("a message that has to arrive is replaced by another one alone")
    func mustArrive() throws {
        var connection = try Self.subscribed()
        connection.offer(Self.message(1, "scoreChanged"))
        connection.offer(Self.message(2, "historyChanged", mustArrive: true))
        for revision in 3...5 { connection.offer(Self.message(revision, "scoreChanged")) }
        connection.offer(Self.message(6, "tick", isTick: true))
        #expect(
            connection.takeOutput() == [
                Self.reply(2, "historyChanged"), Self.reply(6, "scoreChanged"),
            ])
        connection.offer(Self.message(7, "historyChanged", mustArrive: true))
        connection.offer(Self.message(8, "paused"))
        connection.offer(Self.message(9, "historyChanged", mustArrive: true))
        connection.offer(Self.message(10, "tick", isTick: true))
        connection.offer(Self.message(11, "undone"))
        #expect(
            connection.takeOutput() == [
                Self.reply(10, "historyChanged"), Self.reply(11, "undone"),
            ])
        #expect(connection.nextOutput().isEmpty)
    }

    @Test("one publication serves every subscriber, each with its reason")
    func manySubscribers() throws {
        var slow = try Self.subscribed()
        var quick = try Self.subscribed()
        slow.offer(Self.message(1, "opened"))
        let tick = Publication(["revision": 2]).message(reason: "tick", isTick: true)
        for _ in 0..<2 {
            slow.offer(tick)
            quick.offer(tick)
        }
        #expect(slow.takeOutput() == [Self.reply(2, "opened")])
        #expect(quick.takeOutput() == [Self.reply(2, "tick")])
    }

    @Test("replies to earlier calls leave before the first state")
    func afterReplies() throws {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.C").message + Call("a.b.Subscribe", more: true).message)
        _ = try connection.nextCall()
        connection.reply(Reply(["x": 1]))
        _ = try connection.nextCall()
        connection.subscribe()
        connection.offer(Self.message(1, "snapshot"))
        #expect(connection.takeOutput() == [Reply(["x": 1]), Self.reply(1, "snapshot")])
    }

    @Test("no call is read during a subscription, and no more than one chunk of them taken in")
    func noCalls() throws {
        var connection = try Self.subscribed()
        #expect(connection.wantsInput, "to notice that the client is gone")
        connection.receive(Call("a.b.C").message)
        #expect(!connection.wantsInput)
        #expect(try connection.nextCall() == nil)
        connection.reply(Reply())
        #expect(connection.nextOutput().isEmpty)
    }

    @Test("a subscriber that stops sending goes on being served")
    func halfClose() throws {
        var connection = try Self.subscribed()
        connection.receiveEnd()
        #expect(!connection.wantsInput)
        connection.offer(Self.message(1, "ended"))
        #expect(connection.takeOutput() == [Self.reply(1, "ended")])
        #expect(try connection.nextCall() == nil)
        #expect(!connection.isFinished)
    }

    @Test("only a call with more becomes a subscription, and only a subscription is offered states")
    func onlyMore() throws {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.Subscribe").message)
        _ = try connection.nextCall()
        connection.subscribe()
        #expect(!connection.isSubscribed)
        connection.offer(Self.message(1, "snapshot"))
        #expect(connection.nextOutput().isEmpty)
        connection.reply(VarlinkError.expectedMore.reply)
        #expect(connection.takeOutput() == [VarlinkError.expectedMore.reply])
    }
}

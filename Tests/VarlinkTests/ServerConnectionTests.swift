import Testing
import Varlink

struct ServerConnectionTests {
    @Test("a call is answered, and the connection is open for the next")
    func oneCall() throws {
        var connection = ServerConnection.forTest()
        #expect(connection.wantsInput)
        #expect(try connection.nextCall() == nil)
        connection.receive(Call("a.b.C", ["x": 1]).message)
        #expect(try connection.nextCall() == Call("a.b.C", ["x": 1]))
        #expect(!connection.wantsInput, "a call is out")
        connection.reply(Reply(["y": 2]))
        #expect(connection.takeOutput() == [Reply(["y": 2])])
        #expect(connection.wantsInput)
        #expect(!connection.isFinished)
    }

    @Test("pipelined calls are given one at a time, and answered in their order")
    func pipelined() throws {
        var connection = ServerConnection.forTest()
        connection.receive((0..<5).flatMap { Call("a.b.C\($0)").message })
        for number in 0..<5 {
            #expect(try connection.nextCall() == Call("a.b.C\(number)"))
            #expect(try connection.nextCall() == nil, "one call is out at a time")
            connection.reply(Reply(["number": .int(number)]))
        }
        #expect(try connection.nextCall() == nil)
        #expect(connection.takeOutput() == (0..<5).map { Reply(["number": .int($0)]) })
    }

    @Test("no call is answered while many bytes of replies wait, and again when they have left")
    func replyBytes() throws {
        var connection = ServerConnection.forTest(replyBytesLimit: 1_000)
        connection.receive((0..<4).flatMap { Call("a.b.C\($0)").message })
        let long = Reply(["text": .string(String(repeating: "x", count: 600))])
        for _ in 0..<2 {
            #expect(try connection.nextCall() != nil)
            connection.reply(long)
        }
        #expect(try connection.nextCall() == nil)
        #expect(!connection.hasCall)
        #expect(!connection.wantsInput)
        #expect(connection.nextOutput().count > 1_000)
        connection.sent(1_000)
        #expect(connection.hasCall)
        #expect(try connection.nextCall()?.method == "a.b.C2")
    }

    @Test("a call with `more` is answered in parts, and the next call waits for the last of them")
    func parts() throws {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.C", more: true).message + Call("a.b.D").message)
        _ = try connection.nextCall()
        for number in 0..<3 {
            connection.reply(Reply(["page": .int(number)], continues: number < 2))
            let next = try connection.nextCall()
            #expect(next?.method == (number < 2 ? nil : "a.b.D"))
        }
        let pages = connection.takeOutput()
        #expect(pages.map { $0.parameters["page"] } == [0, 1, 2])
        #expect(pages.map(\.continues) == [true, true, false])
        // Who takes one reply gets none that goes on.
        connection.reply(Reply(continues: true))
        #expect(connection.nextOutput().isEmpty)
        connection.reply(Reply())
        #expect(connection.takeOutput() == [Reply()])
    }

    @Test("a oneway call is never answered, not even with an error, and the next one is")
    func oneway() throws {
        var connection = ServerConnection.forTest()
        connection.receive(
            Call("a.b.C", oneway: true).message + Call("a.b.D", oneway: true).message
                + Call("a.b.E").message)
        _ = try connection.nextCall()
        connection.reply(Reply(["x": 1]))
        #expect(try connection.nextCall()?.method == "a.b.D")
        connection.reply(VarlinkError.methodNotFound("a.b.D").reply)
        #expect(connection.nextOutput().isEmpty)
        #expect(try connection.nextCall()?.method == "a.b.E")
        connection.reply(Reply())
        #expect(connection.takeOutput() == [Reply()])
    }

    @Test("a call with more can be answered with a single reply")
    func singleReplyToMore() throws {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.C", more: true).message + Call("a.b.D").message)
        #expect(try connection.nextCall()?.more == true)
        connection.reply(Reply(["x": 1]))
        #expect(try connection.nextCall() == Call("a.b.D"))
        #expect(connection.takeOutput() == [Reply(["x": 1])])
    }

    @Test("a reply without a call out is not sent")
    func replyToNothing() throws {
        var connection = ServerConnection.forTest()
        connection.reply(Reply(["x": 1]))
        #expect(connection.nextOutput().isEmpty)
        connection.receive(Call("a.b.C").message)
        _ = try connection.nextCall()
        connection.reply(Reply())
        connection.reply(Reply(["second": 1]))
        #expect(connection.takeOutput() == [Reply()])
    }

    @Test("a client that leaves replies lying is not read until it has taken them")
    func repliesLimit() throws {
        var connection = ServerConnection.forTest(repliesLimit: 3)
        connection.receive((0..<5).flatMap { Call("a.b.C\($0)").message })
        for _ in 0..<3 {
            #expect(try connection.nextCall() != nil)
            connection.reply(Reply())
        }
        #expect(try connection.nextCall() == nil)
        #expect(!connection.wantsInput)
        let output = connection.nextOutput()
        connection.sent(output.count - 1)
        #expect(!connection.wantsInput, "the last byte is still there")
        connection.sent(1)
        #expect(connection.hasCall)
        #expect(!connection.wantsInput, "two calls are still there")
        for number in 3..<5 {
            #expect(try connection.nextCall() == Call("a.b.C\(number)"))
            connection.reply(Reply())
        }
        #expect(try connection.nextCall() == nil)
        #expect(connection.wantsInput)
    }

    @Test("replies leave in order, however few bytes the socket takes at a time", arguments: 1...40)
    func partialSends(size: Int) throws {
        var connection = ServerConnection.forTest()
        var bytes: [UInt8] = []
        for number in 0..<10 {
            connection.receive(Call("a.b.C").message)
            _ = try connection.nextCall()
            connection.reply(Reply(["number": .int(number)]))
            let output = connection.nextOutput().prefix(size)
            bytes += output
            connection.sent(output.count)
        }
        while case let output = connection.nextOutput().prefix(size), !output.isEmpty {
            bytes += output
            connection.sent(output.count)
        }
        #expect(bytes == (0..<10).flatMap { Reply(["number": .int($0)]).message })
    }

    @Test("a client that only stops sending gets all its answers, and then it is finished")
    func halfClose() throws {
        var connection = ServerConnection.forTest(repliesLimit: 1)
        connection.receive(Call("a.b.C").message + Call("a.b.D").message)
        connection.receiveEnd()
        #expect(!connection.wantsInput)
        for _ in 0..<2 {
            #expect(try connection.nextCall() != nil)
            connection.reply(Reply())
            #expect(try connection.nextCall() == nil)
            #expect(!connection.isFinished)
            #expect(connection.takeOutput() == [Reply()])
        }
        #expect(try connection.nextCall() == nil)
        #expect(connection.isFinished)
        #expect(!connection.wantsInput)
    }

    @Test("half a call before the end is no call")
    func halfCall() throws {
        var connection = ServerConnection.forTest()
        connection.receive(Call("a.b.C").message.dropLast())
        connection.receiveEnd()
        #expect(try connection.nextCall() == nil)
        #expect(connection.isFinished)
    }

    @Test("what breaks the protocol is thrown, after the calls before it are answered")
    func broken() throws {
        for message in ["[]\0", "\0", "{}\0", #"{"method":"a.b.C","more":1}"# + "\0"] {
            var connection = ServerConnection.forTest()
            connection.receive(Call("a.b.C").message + Array(message.utf8))
            #expect(try connection.nextCall() != nil)
            connection.reply(Reply())
            #expect(throws: ProtocolError.self) { try connection.nextCall() }
            #expect(connection.takeOutput() == [Reply()])
        }
    }
}

import Testing
import Varlink

struct MessageFramerTests {
    /// Messages as clients send them, and what they are.
    private static let messages = [
        #"{"method":"io.gatherd.Gather.Get"}"#,
        #" {"method": "a.b.C", "parameters": {"name": "ä😀\n"}, "more": false}"#,
        "\n\t\r {}",
        #"{"parameters":{"a":[[[]]]},"continues":true}"#,
    ]

    private static func objects(_ messages: [String]) throws -> [JSONObject] {
        try messages.map { try JSONObject(text: $0) }
    }

    private static func all(from framer: inout MessageFramer) throws -> [JSONObject] {
        var objects: [JSONObject] = []
        while let object = try framer.next() { objects.append(object) }
        return objects
    }

    @Test("every message is read the same, wherever the stream is split")
    func splits() throws {
        let stream = Self.messages.flatMap(\.message)
        let expected = try Self.objects(Self.messages)
        for split in 0...stream.count {
            var framer = MessageFramer(limit: 1_000, nesting: 16)
            framer.append(stream[..<split])
            var read = try Self.all(from: &framer)
            framer.append(stream[split...])
            read += try Self.all(from: &framer)
            #expect(read == expected, "split at \(split)")
            #expect(framer.bufferedBytes == 0)
        }
    }

    @Test("a message that comes byte by byte is whole with its NUL byte, and not before")
    func bytewise() throws {
        var framer = MessageFramer(limit: 1_000, nesting: 16)
        for message in Self.messages {
            for (index, byte) in message.utf8.enumerated() {
                framer.append([byte])
                #expect(try framer.next() == nil)
                #expect(framer.bufferedBytes == index + 1)
            }
            framer.append([0])
            #expect(try framer.next() == (try JSONObject(text: message)))
        }
    }

    @Test("several messages in one chunk are read in their order")
    func several() throws {
        var framer = MessageFramer(limit: 100, nesting: 16)
        let messages = (0..<500).map { #"{"number":\#($0)}"# }
        framer.append(messages.flatMap(\.message) + Array(#"{"nu"#.utf8))
        #expect(try Self.all(from: &framer) == (try Self.objects(messages)))
        framer.append(Array("mber\":7}\0".utf8))
        #expect(try Self.all(from: &framer) == [["number": 7]])
    }

    @Test("a message at the limit passes, whatever follows it")
    func atLimit() throws {
        let message = #"{"a":"\#(String(repeating: "x", count: 92))"}"#
        for rest in ["", "{}\0", "{"] {
            var framer = MessageFramer(limit: 100, nesting: 16)
            framer.append(message.utf8)
            #expect(try framer.next() == nil)
            framer.append([0] + Array(rest.utf8))
            #expect(try framer.next() != nil)
        }
    }

    @Test("a message over the limit is an error, with and without its NUL byte")
    func overLimit() {
        let message = Array(#"{"a":"\#(String(repeating: "x", count: 93))"}"#.utf8)
        for bytes in [message, message + [0], message + Array("\0{}\0".utf8)] {
            var framer = MessageFramer(limit: 100, nesting: 16)
            framer.append(bytes)
            #expect(throws: ProtocolError.messageTooLong) { try framer.next() }
        }
    }

    @Test("the limit is one of each message, not of what comes at once")
    func limitOfEach() throws {
        var framer = MessageFramer(limit: 10, nesting: 16)
        framer.append(Array(repeating: Array("{\"a\":123}\0".utf8), count: 50).joined())
        #expect(try Self.all(from: &framer).count == 50)
    }

    @Test("what is not one object is an error", arguments: ["", " ", "1", "[]", "null", "\"{}\""])
    func notAnObject(message: String) {
        var framer = MessageFramer(limit: 100, nesting: 16)
        framer.append(message.message)
        #expect(throws: ProtocolError.self) { try framer.next() }
    }

    @Test("bad JSON and too much nesting are errors")
    func badJSON() {
        var framer = MessageFramer(limit: 100, nesting: 2)
        framer.append(#"{"a":{"b":{}}}"#.message)
        #expect(throws: ProtocolError.invalidJSON(.tooDeep(offset: 10))) { try framer.next() }
        framer = MessageFramer(limit: 100, nesting: 2)
        framer.append(#"{"a":1,"a":2}"#.message)
        #expect(throws: ProtocolError.invalidJSON(.duplicateKey(offset: 7))) { try framer.next() }
    }
}

import Testing

@testable import Varlink

struct SecretBytesTests {
    private static func value(_ text: String) throws(JSONError) -> JSONValue {
        try JSONValue(parsing: Array(text.utf8)[...], nesting: 4, secretName: "password")
    }

    /// The secret of an object, and what it says.
    private static func secret(_ text: String) throws -> String? {
        guard case .secret(let secret)? = try value(text).object?["password"] else { return nil }
        return secret.read { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "a text under the name of a secret is one, whatever is in it",
        arguments: ["", "x", "secret", "ä😀", #"a"b\c"#, "\n\t\u{1}", "a longer text than 16 bytes"])
    func parsed(text: String) throws {
        let written = JSONValue.object(["password": .string(text)]).text
        #expect(try Self.secret(written) == text)
        let escaped = text.utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        #expect(try Self.secret(#"{"password":"\#(escaped.joined())"}"#) == text)
    }

    @Test("it is written as any text, also with others around it")
    func written() throws {
        for text in ["", "secret", "\u{1}\u{2}\"\\\n", String(repeating: "\u{7}", count: 5_000)] {
            let value: JSONValue = .object([
                "a": .array([.string("b")]), "password": .string(text), "z": 1,
            ])
            let read = try Self.value(value.text)
            #expect(read != value)
            #expect(read.bytes == value.bytes)
        }
    }

    @Test("its bytes are not moved while they are written")
    func room() throws {
        let secret = String(repeating: "\u{7}", count: 5_000)
        let call = Call("a.b.C", ["x": .string(secret), "password": .secret(SecretBytes(secret))])
        let plain = Call("a.b.C", ["x": .string(secret), "password": .string(secret)])
        #expect(call.message == plain.message)
        #expect(call.message.capacity >= plain.message.count)
        #expect(call.secretMessage.count == plain.message.count)
    }

    @Test(
        "a text that is none is the same error as elsewhere",
        arguments: ["\"a", "\"\u{1}\"", #""\x""#, #""\u0000""#, #""\ud800""#])
    func errors(text: String) {
        let expected = jsonError(#"{"passwort":\#(text)}"#)
        #expect(expected != nil)
        do {
            _ = try Self.value(#"{"password":\#(text)}"#)
            Issue.record("taken")
        } catch {
            #expect(error == expected)
        }
    }

    @Test("bytes that are not UTF-8 are refused, and values are counted")
    func limits() {
        let bytes = Array(#"{"password":""#.utf8) + [0xC3, 0x28] + Array("\"}".utf8)
        #expect(throws: JSONError.invalidUTF8) {
            try JSONValue(parsing: bytes[...], nesting: 4, secretName: "password")
        }
        #expect(throws: JSONError.tooMany(offset: 12)) {
            let bytes = Array(#"{"password":"a"}"#.utf8)
            return try JSONValue(
                parsing: bytes[...], nesting: 4, values: 1, secretName: "password")
        }
    }

    @Test("another value under that name is no secret")
    func others() throws {
        #expect(try Self.value(#"{"password":[1]}"#) == .object(["password": .array([1])]))
        #expect(try Self.value(#"{"password":null}"#) == .object(["password": .null]))
    }

    @Test("a reader takes it, a text as well, and nothing else")
    func reader() throws {
        let secret = SecretBytes("secret")
        var reader = ParameterReader(["a": .secret(secret), "b": "text", "c": 1, "d": .null])
        #expect(try reader.secret("a") === secret)
        #expect(try reader.secret("b") == SecretBytes("text"))
        #expect(throws: VarlinkError.invalidParameter("c")) { try reader.secret("c") }
        #expect(try reader.secret("d") == nil)
        #expect(try reader.secret("e") == nil)
        try reader.finish()
        reader = ParameterReader(["a": .secret(secret)])
        #expect(throws: VarlinkError.invalidParameter("a")) {
            let _: String? = try reader.optional("a")
        }
    }

    @Test("when it is overwritten, nobody has it any more, and it has no words")
    func wiped() {
        let secret = SecretBytes("secret")
        let call = Call("a.b.C", ["password": .secret(secret)])
        #expect("\(secret) \(call)".contains("(secret)"))
        var dumped = ""
        dump(call, to: &dumped)
        #expect(!dumped.contains("115"), "the code of an s")
        secret.wipe()
        #expect(secret.count == 0)
        #expect(call.parameters["password"] == .secret(SecretBytes("")))
        secret.wipe()
    }

    @Test("a framer gives secrets, also of messages that come in pieces and together")
    func framer() throws {
        var framer = MessageFramer(limit: 20_000, nesting: 4, secretName: "password")
        let long = String(repeating: "x", count: 9_000)
        let messages = ["a", long, "b"].map { #"{"password":"\#($0)"}"#.message }
        for size in [1, 7, 4_096, 30_000] {
            var seen: [JSONValue?] = []
            var rest = messages.flatMap(\.self)[...]
            while !rest.isEmpty {
                framer.append(rest.prefix(size))
                rest = rest.dropFirst(size)
                while let message = try framer.next() { seen.append(message["password"]) }
            }
            #expect(seen == ["a", long, "b"].map { .secret(SecretBytes($0)) })
            #expect(framer.bufferedBytes == 0)
        }
        framer.append(Array(#"{"password":"a"#.utf8))
        framer.wipe()
        #expect(framer.bufferedBytes == 0)
        framer.append("{}".message)
        #expect(try framer.next() == [:])
    }
}

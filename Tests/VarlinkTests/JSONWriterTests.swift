import Testing
import Varlink

struct JSONWriterTests {
    private static let value = JSONValue.object([
        "name": "Team \"A\"", "score": 2, "share": .double(0.5), "open": true, "ended": .null,
        "players": .array([.object(["id": 1, "position": "GK"]), .object([:])]),
        "bench": .array([]),
    ])

    @Test("compact JSON has no white space, in the order of the members")
    func compact() {
        let text =
            #"{"name":"Team \"A\"","score":2,"share":0.5,"open":true,"ended":null,"#
            + #""players":[{"id":1,"position":"GK"},{}],"bench":[]}"#
        #expect(Self.value.text == text)
    }

    @Test("pretty JSON is indented with tabs, as systemd's tools do")
    func pretty() {
        let text = """
            {
            \t"name" : "Team \\"A\\"",
            \t"score" : 2,
            \t"share" : 0.5,
            \t"open" : true,
            \t"ended" : null,
            \t"players" : [
            \t\t{
            \t\t\t"id" : 1,
            \t\t\t"position" : "GK"
            \t\t},
            \t\t{}
            \t],
            \t"bench" : []
            }
            """
        #expect(Self.value.prettyText == text)
    }

    @Test("what is written is read back the same, compact and pretty")
    func roundTrip() throws {
        #expect(try JSONValue(text: Self.value.text) == Self.value)
        #expect(try JSONValue(text: Self.value.prettyText) == Self.value)
    }

    @Test("broken texts are read or refused without a trap, and what is read is written the same")
    func mutations() {
        let text = #" {"a":[1,-2.5e3,true,null,"x\u00e4\n\ud83d\ude00"],"b":{"c":{}},"d":"é"} "#
        let alphabet = Array(#"{}[]",:\u0123456789eE+-.tfn "#.utf8) + [0, 0x1F, 0x80, 0xC3, 0xFF]
        var random = Random(seed: 7)
        var readable = 0
        for _ in 0..<30_000 {
            var bytes = Array(text.utf8)
            for _ in 0..<random.number(below: 4) {
                let index = random.number(below: bytes.count)
                let byte = alphabet[random.number(below: alphabet.count)]
                switch random.number(below: 3) {
                case 0: bytes[index] = byte
                case 1: bytes.insert(byte, at: index)
                default: bytes.remove(at: index)
                }
            }
            guard let value = try? JSONValue(parsing: bytes[...], nesting: 4) else { continue }
            readable += 1
            let again = try? JSONValue(parsing: value.bytes[...], nesting: 4)
            let isSame = again == value
            #expect(isSame, "\(bytes.text)")
        }
        #expect(readable > 5_000)
        #expect(readable < 29_000)
    }
}

/// Numbers that only look random: a linear congruential generator with Knuth's constants.
private struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func number(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

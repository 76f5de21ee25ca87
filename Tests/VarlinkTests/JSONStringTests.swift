import Testing
import Varlink

struct JSONStringTests {
    @Test("escapes are read")
    func escapes() throws {
        let texts = [
            #""\"\\\/\b\f\n\r\t""#: "\"\\/\u{8}\u{C}\n\r\t", #""\u0041\u00e4\u00E4""#: "Aää",
            #""\u20ac""#: "€", #""\ud83d\ude00x""#: "😀x", #""\uD834\uDD1E""#: "\u{1D11E}",
            #""\uffff\uFFFE""#: "\u{FFFF}\u{FFFE}", #""\udbff\udfff""#: "\u{10FFFF}",
            #""\ud800\udc00""#: "\u{10000}", #""a\u0001b""#: "a\u{1}b", "\"\u{7F}\"": "\u{7F}",
        ]
        for (text, string) in texts {
            let value = try JSONValue(text: text)
            #expect(value.string.map { Array($0.unicodeScalars) } == Array(string.unicodeScalars))
        }
    }

    @Test("a half of a surrogate pair is an error")
    func surrogates() {
        let halves = [
            #""\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\ud83d\ud83d""#,
            #""\ude00""#, #""\ude00\ud83d""#, #""\ud83d\u""#, #""\ud83d\"#,
        ]
        for text in halves {
            guard case .syntax = jsonError(text) else {
                Issue.record("\(text) is no syntax error")
                continue
            }
        }
    }

    @Test(
        "a wrong escape, or a string without end, is an error",
        arguments: [
            #""\x""#, #""\u12""#, #""\u12g4""#, #""\U0041""#, #""\u+041""#, #""\u１234""#, #""\'""#,
            #"""#, #""a"#, #""\"#, #""\""#, #""\u00"#,
        ])
    func wrongEscapes(text: String) {
        #expect(jsonError(text) != nil)
    }

    @Test("U+0000 is an error in every form, since it would end the message")
    func nul() {
        #expect(jsonError(#""a\u0000""#) == .nulCharacter(offset: 8))
        #expect(jsonError(#"{"\u0000":1}"#) == .nulCharacter(offset: 8))
        #expect(jsonError("\"\u{0}\"") == .syntax(offset: 1))
    }

    @Test("U+0000 is what stands for it, in a text that is not from the wire")
    func nulReplaced() throws {
        let text = Array(#"["a\u0000b"]"#.utf8)
        let value = try JSONValue(parsing: text[...], nesting: 2, nul: "?")
        #expect(value == .array(["a?b"]))
    }

    @Test("a control character that is not escaped is an error")
    func control() {
        for byte in UInt8(0)..<0x20 {
            #expect(jsonError([0x22, byte, 0x22]) == .syntax(offset: 1))
            #expect(jsonError([0x22, 0x5C, 0x6E, byte, 0x22]) == .syntax(offset: 3))
        }
    }

    @Test("bytes that are not UTF-8 are an error, in a value, in a name and after an escape")
    func utf8() {
        let sequences: [[UInt8]] = [
            [0xFF], [0x80], [0xC3], [0xC3, 0x28], [0xC0, 0x80], [0xC1, 0xBF], [0xE2, 0x82],
            [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xF0, 0x82, 0x82, 0xAC],
            [0xF4, 0x90, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE],
        ]
        for bytes in sequences {
            let quoted = [0x22] + bytes + [0x22]
            #expect(jsonError(quoted) == .invalidUTF8)
            #expect(jsonError(Array("{".utf8) + quoted + Array(":1}".utf8)) == .invalidUTF8)
            #expect(jsonError(Array(#""\n"#.utf8) + bytes + [0x22]) == .invalidUTF8)
            #expect(jsonError(bytes) != nil)
        }
    }

    @Test("every scalar that a text can have is written and read back")
    func roundTrip() throws {
        var text = ""
        for value in (1...0x10FFFF).lazy.filter({ $0 < 0x3000 || $0 % 997 == 0 }) {
            if let scalar = Unicode.Scalar(UInt32(value)) { text.unicodeScalars.append(scalar) }
        }
        let value = try JSONValue(parsing: JSONValue.string(text).bytes[...], nesting: 1)
        let isSame = value.string.map { $0.utf8.elementsEqual(text.utf8) }
        #expect(isSame == true)
    }

    @Test("quotes, backslashes and control characters are escaped, all else is written as it is")
    func written() {
        let text = "\"\\/\n\r\t\u{8}\u{1}\u{1F}\u{7F}\u{0}ä😀"
        let escaped = #""\"\\/\n\r\t\u0008\u0001\u001f\u007f\u0000ä😀""#
        #expect(JSONValue.string(text).text == escaped)
    }
}

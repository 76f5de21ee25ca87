import Testing

@testable import GatherControl

@Suite struct CSVReaderTests {
    private func records(_ text: String) throws -> [[String]] {
        var reader = CSVReader(Array(text.utf8))
        var records: [[String]] = []
        while let fields = try reader.next() { records.append(fields.map(\.text)) }
        return records
    }

    @Test("records are lines, however these end, and empty lines are none")
    func lines() throws {
        for end in ["\n", "\r\n", "\r", "\n\n", "\r\n\r\n", "\r\r"] {
            #expect(try records("a,b\(end)c,d\(end)") == [["a", "b"], ["c", "d"]])
            #expect(try records("\(end)a,b\(end)c,") == [["a", "b"], ["c", ""]])
        }
        #expect(try records("") == [])
        #expect(try records(",") == [["", ""]])
        #expect(try records("a\rb") == [["a"], ["b"]])
    }

    @Test("quotes hold commas, ends of lines, and quotes that are doubled")
    func quotes() throws {
        #expect(try records(#""a,b","say ""hi""","# + "\"\"") == [["a,b", #"say "hi""#, ""]])
        #expect(try records("\"a\r\nb\",c\n\"\",\"\"\"\"") == [["a\r\nb", "c"], ["", "\""]])
    }

    static let errors: [(String, String)] = [
        ("a,\"b", "line 1, column 3: this quote is never closed"),
        ("a\nb,\"c\"d", "line 2, column 6: a separator is missing after the quote"),
        ("a\rb,\"c\"d", "line 2, column 6: a separator is missing after the quote"),
        (
            "é,5\" tall",
            "line 1, column 4: a quote in a field is written twice, and the field put in quotes"
        ),
        ("a\né,b\u{0}c,\"", "line 2, column 4: this is a NUL byte, which no text may have"),
        ("a\n\"\u{0}\"\n", "line 2, column 2: this is a NUL byte, which no text may have"),
    ]

    @Test("what the grammar does not have is named by line and column", arguments: errors)
    func broken(text: String, message: String) {
        #expect { try records(text) } throws: {
            ($0 as? PlayerFileError)?.text(in: Array(text.utf8)) == message
        }
    }

    @Test("bytes that are no UTF-8 are named")
    func bytes() {
        let bytes: [UInt8] = Array("a\nb,".utf8) + [0xE9]
        var reader = CSVReader(bytes)
        #expect(throws: Never.self) { try reader.next() }
        #expect { try reader.next() } throws: {
            ($0 as? PlayerFileError)?.text(in: bytes) == "line 2, column 3: this is not UTF-8"
        }
    }

    @Test("a file cut anywhere is read or refused, and never traps")
    func cut() {
        let bytes = Array("\u{FEFF}name,age\r\n\"a\"\"b\r\n\",3\r\né,\"\"\n".utf8)
        for end in bytes.indices {
            var reader = CSVReader(Array(bytes[..<end]))
            while let fields = try? reader.next() { #expect(!fields.isEmpty) }
        }
    }
}

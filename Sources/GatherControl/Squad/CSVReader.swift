/// Reads comma-separated values in the format of RFC 4180, record by record; the separator can be
/// another one.
///
/// A line ends in CR LF, or in one of them alone. Input that the grammar does not allow is an
/// error, such as a field whose quotes were forgotten: a guess would put a text in the wrong field.
struct CSVReader {
    struct Field: Hashable {
        /// The text, without the quotes around it.
        let text: String
        /// The offset of its beginning in the file, in bytes.
        let offset: Int
    }

    private let bytes: [UInt8]
    private let separator: UInt8
    private var index = 0

    init(_ bytes: [UInt8], separator: Character = ",") {
        self.bytes = bytes
        self.separator = separator.asciiValue ?? UInt8(ascii: ",")
    }

    /// Returns the reader of a table with the separator that finds most columns: the comma, the
    /// semicolon or the tab.
    ///
    /// - Parameter count: Returns the number of columns that are known in a header.
    static func finding(_ bytes: [UInt8], most count: (inout CSVReader) -> Int) -> CSVReader {
        var (best, most) = (CSVReader(bytes), -1)
        for separator: Character in [",", ";", "\t"] {
            let reader = CSVReader(bytes, separator: separator)
            var trial = reader
            let known = count(&trial)
            if known > most { (best, most) = (reader, known) }
        }
        return best
    }

    /// Returns the fields of the next record, or nil at the end; an empty line is no record.
    mutating func next() throws(PlayerFileError) -> [Field]? {
        while takeLineEnd() {}
        guard index < bytes.count else { return nil }
        var fields: [Field] = []
        repeat { fields.append(try field()) } while take(separator)
        guard index == bytes.count || takeLineEnd() else {
            throw PlayerFileError(index, tr("a separator is missing after the quote"))
        }
        return fields
    }

    /// Returns the problem of a record with more fields than the header has.
    static func tooLong(_ record: [Field], columns: Int) -> String {
        tr(
            "this line has %1$@ field, and the header %2$@",
            "this line has %1$@ fields, and the header %2$@", count: record.count, columns)
    }

    private let quote = UInt8(ascii: "\"")

    private mutating func field() throws(PlayerFileError) -> Field {
        let start = index
        let text = take(quote) ? try quoted(from: start) : try plain()
        guard let text = String(validating: text, as: UTF8.self) else {
            throw PlayerFileError(start, tr("this is not UTF-8"))
        }
        // No message can contain a NUL byte; the text would end there.
        if let nul = bytes[start..<index].firstIndex(of: 0) {
            throw PlayerFileError(nul, tr("this is a NUL byte, which no text may have"))
        }
        return Field(text: text, offset: start)
    }

    private mutating func plain() throws(PlayerFileError) -> [UInt8] {
        let start = index
        while index < bytes.count, bytes[index] != separator, !isLineEnd {
            guard bytes[index] != quote else {
                throw PlayerFileError(
                    index,
                    tr("a quote in a field is written twice, and the field put in quotes")
                )
            }
            index += 1
        }
        return Array(bytes[start..<index])
    }

    private mutating func quoted(from start: Int) throws(PlayerFileError) -> [UInt8] {
        var text: [UInt8] = []
        while index < bytes.count {
            if take(quote) {
                guard take(quote) else { return text }
                text.append(quote)
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        throw PlayerFileError(start, tr("this quote is never closed"))
    }

    private var isLineEnd: Bool {
        bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    }

    private mutating func takeLineEnd() -> Bool {
        guard index < bytes.count, isLineEnd else { return false }
        if take(UInt8(ascii: "\r")) { _ = take(UInt8(ascii: "\n")) } else { index += 1 }
        return true
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }
}

/// A row in its stored form, https://www.sqlite.org/fileformat2.html#record_format.
///
/// Its functions are total: they return nil for anything but a row of integers, texts and blobs.
struct Record {
    private let bytes: ArraySlice<UInt8>
    /// The serial type of each column, and the offset at which its bytes begin.
    private let columns: [(type: Int, start: Int)]

    /// The maximum number of columns in a table here.
    private static let mostColumns = 11

    /// Decodes a row's header; the bytes may be the beginning of a longer row.
    init?(_ bytes: ArraySlice<UInt8>) {
        var position = bytes.startIndex
        guard let headerSize = Varint.read(bytes, at: &position),
            headerSize >= 2, headerSize <= bytes.count
        else { return nil }
        let end = bytes.startIndex + headerSize
        var start = end
        var columns: [(type: Int, start: Int)] = []
        while position < end {
            guard columns.count < Self.mostColumns,
                let type = Varint.read(bytes, at: &position), let size = Self.size(of: type)
            else { return nil }
            columns.append((type, start))
            start += size
        }
        guard position == end, !columns.isEmpty else { return nil }
        (self.bytes, self.columns) = (bytes, columns)
    }

    /// The number of columns.
    var count: Int { columns.count }

    /// The total size of the row, in bytes.
    var size: Int {
        guard let last = columns.last, let size = Self.size(of: last.type) else { return 0 }
        return last.start + size - bytes.startIndex
    }

    /// Returns the value of a column; nil if its bytes are missing.
    func value(_ column: Int) -> SQLiteValue? {
        let (type, start) = columns[column]
        guard let size = Self.size(of: type), start + size <= bytes.endIndex else { return nil }
        let part = bytes[start..<start + size]
        switch type {
        case 0: return .null
        case 8: return .integer(0)
        case 9: return .integer(1)
        case 1...6:
            let negative: UInt64 = part.first.map { $0 >= 0x80 ? .max : 0 } ?? 0
            let value = part.reduce(negative) { $0 << 8 | UInt64($1) }
            return .integer(Int(Int64(bitPattern: value)))
        default:
            return type % 2 == 0
                ? .blob(Array(part)) : .text(String(decoding: part, as: UTF8.self))
        }
    }

    /// Returns the values of a range of columns, or nil if any is missing.
    func values(_ range: Range<Int>) -> [SQLiteValue]? {
        var values: [SQLiteValue] = []
        for column in range {
            guard let value = value(column) else { return nil }
            values.append(value)
        }
        return values
    }

    /// Returns the size of a serial type in bytes; nil for floats, which no table here
    /// contains.
    private static func size(of type: Int) -> Int? {
        switch type {
        case 0, 8, 9: 0
        case 1...4: type
        case 5: 6
        case 6: 8
        case 12... where type < 1 << 24: (type - 12) / 2
        default: nil
        }
    }
}

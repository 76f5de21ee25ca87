import CSQLite

/// A value of a column or a parameter.
enum SQLiteValue: Hashable {
    case null
    case integer(Int)
    case text(String)
    case blob([UInt8])

    /// The integer, if the value is one.
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The text, if the value is one.
    var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The bytes, if the value is a blob.
    var blob: [UInt8]? { if case .blob(let value) = self { value } else { nil } }

    /// Calls the body with the bytes that stand for the value in checksums and digests.
    ///
    /// They begin with the kind, and those of a text or blob with its length, so that no two rows
    /// of values have the same bytes.
    func forEachByte(_ body: (UInt8) -> Void) {
        func add(_ kind: UInt8, _ number: UInt64) {
            body(kind)
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                body(UInt8(truncatingIfNeeded: number >> shift))
            }
        }
        switch self {
        case .null: body(0)
        case .integer(let number): add(1, UInt64(bitPattern: Int64(number)))
        case .text(var text):
            text.withUTF8 { bytes in
                add(2, UInt64(bytes.count))
                for byte in bytes { body(byte) }
            }
        case .blob(let bytes):
            add(3, UInt64(bytes.count))
            for byte in bytes { body(byte) }
        }
    }
}

/// A compiled statement, which can be run repeatedly.
final class SQLiteStatement {
    private let handle: OpaquePointer
    let database: SQLiteDatabase

    /// Takes over a compiled statement; it keeps the database open.
    init(handle: OpaquePointer, database: SQLiteDatabase) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Runs the statement and calls the body with each row; the body must not run it again.
    func run(
        _ parameters: [SQLiteValue] = [],
        row: (borrowing SQLiteRow) throws(StoreError) -> Void = { _ throws(StoreError) in }
    ) throws(StoreError) {
        defer { sqlite3_reset(handle) }
        for (index, value) in parameters.enumerated() { try bind(value, at: Int32(index + 1)) }
        while true {
            let code = try database.check { sqlite3_step(handle) }
            guard code == SQLITE_ROW else { return }
            try row(SQLiteRow(handle: handle))
        }
    }

    /// Runs the statement and returns what the body makes of each row.
    func map<Value>(
        _ parameters: [SQLiteValue] = [],
        _ body: (borrowing SQLiteRow) throws(StoreError) -> Value
    ) throws(StoreError) -> [Value] {
        var values: [Value] = []
        try run(parameters) { row throws(StoreError) in values.append(try body(row)) }
        return values
    }

    private func bind(_ value: SQLiteValue, at index: Int32) throws(StoreError) {
        switch value {
        case .null: try database.check { sqlite3_bind_null(handle, index) }
        case .integer(let value):
            try database.check { sqlite3_bind_int64(handle, index, Int64(value)) }
        case .text(let text):
            try database.check {
                csqlite_bind_text(handle, index, text, Int32(text.utf8.count))
            }
        case .blob(let bytes):
            try database.check {
                csqlite_bind_blob(handle, index, bytes, Int32(bytes.count))
            }
        }
    }
}

/// The current row of a statement.
struct SQLiteRow: ~Copyable {
    fileprivate let handle: OpaquePointer

    /// The number of columns.
    var count: Int32 { sqlite3_column_count(handle) }

    /// Returns an integer; 0 for NULL.
    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

    /// Returns an integer, or nil for NULL.
    func optionalInteger(_ column: Int32) -> Int? {
        sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
    }

    /// Returns a value of any type; nil for a type that no table here contains.
    func value(_ column: Int32) -> SQLiteValue? {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_NULL: .null
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: nil
        }
    }

    /// All values, with NULL for one of a type that no table here contains.
    var values: [SQLiteValue] {
        var values: [SQLiteValue] = []
        values.reserveCapacity(Int(count))
        for column in 0..<count { values.append(value(column) ?? .null) }
        return values
    }

    /// Returns bytes; none for NULL.
    func blob(_ column: Int32) -> [UInt8] {
        guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
        let length = Int(sqlite3_column_bytes(handle, column))
        // SAFETY: as for a text.
        return Array(UnsafeRawBufferPointer(start: bytes, count: length))
    }

    /// Returns a text; empty for NULL.
    func text(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let length = Int(sqlite3_column_bytes(handle, column))
        // SAFETY: the bytes belong to SQLite until the next step, and are copied here.
        return String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }
}

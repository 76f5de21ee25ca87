import CSQLite

/// A value of a column or a parameter.
enum SQLiteValue: Hashable {
    case null
    case integer(Int)
    case text(String)

    /// The integer, if the value is one.
    var integer: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The text, if the value is one.
    var text: String? { if case .text(let value) = self { value } else { nil } }

    init(_ value: Int?) { self = value.map(SQLiteValue.integer) ?? .null }
    init(_ value: String) { self = .text(value) }
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

    private func bind(_ value: SQLiteValue, at index: Int32) throws(StoreError) {
        switch value {
        case .null: try database.check { sqlite3_bind_null(handle, index) }
        case .integer(let value):
            try database.check { sqlite3_bind_int64(handle, index, Int64(value)) }
        case .text(let text):
            try database.check {
                csqlite_bind_text(handle, index, text, Int32(text.utf8.count))
            }
        }
    }
}

/// The current row of a statement.
struct SQLiteRow: ~Copyable {
    fileprivate let handle: OpaquePointer

    fileprivate init(handle: OpaquePointer) {
        self.handle = handle
    }

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
        default: nil
        }
    }

    /// Returns a text; empty for NULL.
    func text(_ column: Int32) -> String {
        guard let text = sqlite3_column_text(handle, column) else { return "" }
        let length = Int(sqlite3_column_bytes(handle, column))
        // SAFETY: the bytes belong to SQLite until the next step, and are copied here.
        return String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
    }
}

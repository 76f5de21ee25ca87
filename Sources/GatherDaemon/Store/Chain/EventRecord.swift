import LinuxIO
import Varlink

/// An event as an export has it for a check: the columns that are hashed, and the salts of those
/// who are in it.
struct EventRecord {
    /// The number of the event; 0 if it is not one.
    var number: Int { columns[1].integer ?? 0 }

    /// The columns of its row.
    ///
    /// The number of its gather is null in one that was read from text.
    let columns: [SQLiteValue]
    /// The salts by their holders.
    private(set) var salts: [String: [UInt8]] = [:]

    /// Makes the record of a row.
    ///
    /// - Parameter salts: Finds the salts of those who are in it.
    init(_ columns: [SQLiteValue], salts: SealedDetails.Salts) throws(StoreError) {
        self.columns = columns
        var found: [String: [UInt8]] = [:]
        if let details = columns[EventRow.detailsColumn].text {
            _ = try SealedDetails.sealed(details) { holder throws(StoreError) in
                let salt = try salts(holder)
                found[holder] = salt
                return salt
            }
        }
        self.salts = found
    }

    /// Reads a record from its text and the text of its digest; nil if they are none.
    init?(text: String, hash: String?) {
        guard let value = try? JSONValue(parsing: Array(text.utf8)[...], nesting: 2),
            let values = value.array, values.count == EventRow.contentColumns
        else { return nil }
        var columns: [SQLiteValue] = [.null]
        for value in values.dropLast() {
            switch value {
            case .int(let number): columns.append(.integer(number))
            case .string(let text): columns.append(.text(text))
            case .null: columns.append(.null)
            default: return nil
            }
        }
        guard let salts = values.last?.object else { return nil }
        for member in salts.members {
            guard let salt = member.value.string.flatMap([UInt8].init(hexadecimal:)) else {
                return nil
            }
            self.salts[member.key] = salt
        }
        if let hash {
            guard let digest = [UInt8](hexadecimal: hash), digest.count == Digest.size else {
                return nil
            }
            columns.append(.blob(digest))
        } else {
            columns.append(.null)
        }
        self.columns = columns
    }

    /// The columns of a row of the only gather of a file.
    var rowColumns: [SQLiteValue] { [.integer(1)] + columns.dropFirst() }

    /// The digest; nil if it has none.
    var hash: String? { columns[EventRow.contentColumns].blob?.hexadecimal }

    /// The columns from the number on and the salts, as a JSON array.
    var text: String {
        var values = columns[1..<EventRow.contentColumns].map { column -> JSONValue in
            switch column {
            case .integer(let number): .int(number)
            case .text(let text): .string(text)
            case .null, .blob: .null
            }
        }
        let holders = salts.keys.sorted()
        values.append(
            .object(JSONObject(holders.map { .init($0, JSONValue(salts[$0]?.hexadecimal)) })))
        return JSONValue.array(values).text
    }
}

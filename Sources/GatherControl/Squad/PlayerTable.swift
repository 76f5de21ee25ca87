import GatherAPI

/// Players as comma-separated values; the first line names the columns, in any order.
///
/// The separator is the comma, the semicolon or the tab: the one that finds most columns.
struct PlayerTable {
    private var columns: [Column] = []
    private var reader: CSVReader
    private var content = PlayerFile.Content()
    private var errors: [PlayerFileError] = []

    private enum Column: Hashable {
        case field(PlayerField)
        case number
        case leftOut
    }

    /// Returns the players of a file.
    ///
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong.
    static func content(_ bytes: [UInt8]) throws(PlayerFileErrors) -> PlayerFile.Content {
        let reader = CSVReader.finding(bytes) { reader in
            let header = try? Self.header(&reader)
            return header?.count { SpreadsheetNames.field($0.text) != nil } ?? 0
        }
        var table = PlayerTable(reader: reader)
        do { try table.read() } catch { table.errors.append(error) }
        guard table.errors.isEmpty else { throw PlayerFileErrors(errors: table.errors) }
        return table.content
    }

    /// Returns the first record; before it, Excel may name the separator in a line `sep=;`.
    private static func header(
        _ reader: inout CSVReader
    ) throws(PlayerFileError) -> [CSVReader.Field]? {
        let first = try reader.next()
        return first?.first?.text.hasPrefix("sep=") == true ? try reader.next() : first
    }

    private mutating func read() throws(PlayerFileError) {
        guard let header = try Self.header(&reader) else { return }
        for name in header { try addColumn(name) }
        guard columns.contains(.field(.name)) else {
            throw PlayerFileError(
                header[0].offset,
                tr("no column 'name'; the first line has to name the columns"))
        }
        while let record = try reader.next() {
            // Below the last player, spreadsheets have rows without any value.
            if record.contains(where: { !$0.text.trimmed.isEmpty }) { add(record) }
        }
    }

    private mutating func addColumn(_ name: CSVReader.Field) throws(PlayerFileError) {
        guard let field = SpreadsheetNames.field(name.text) else {
            let isNumber = PlayerFile.isNumber(name.text) && !columns.contains(.number)
            columns.append(isNumber ? .number : .leftOut)
            if !isNumber { content.leaveOut(name.text) }
            return
        }
        guard !columns.contains(.field(field)) else {
            throw PlayerFileError(name.offset, tr("the column '%1$@' is given twice", name.text))
        }
        columns.append(.field(field))
    }

    private mutating func add(_ record: [CSVReader.Field]) {
        var player = PlayerLine(offset: record[0].offset)
        // Spreadsheets leave out what is empty at the end of a line.
        guard record.count <= columns.count else {
            let problem = CSVReader.tooLong(record, columns: columns.count)
            errors.append(PlayerFileError(player.offset, problem))
            return
        }
        for (column, cell) in zip(columns, record) {
            if column == .number { player.number = Int(digits: cell.text.trimmed[...]) }
            guard case .field(let field) = column else { continue }
            do { try player.set(field, cell.text, at: cell.offset) } catch { errors.append(error) }
        }
        if player.profile.name.isEmpty {
            let offset = player.offsets[.name] ?? player.offset
            errors.append(PlayerFileError(offset, field: "name", tr("it is missing")))
        }
        content.players.append(player)
    }
}

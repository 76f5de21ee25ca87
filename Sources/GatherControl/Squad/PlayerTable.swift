import GatherAPI

/// Players as comma-separated values; the first line names the columns, in any order.
struct PlayerTable {
    private var columns: [PlayerField?] = []
    private var reader: CSVReader
    private var players: [PlayerLine] = []
    private var errors: [PlayerFileError] = []

    /// Returns the players of a file, from a byte on.
    ///
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong.
    static func players(
        _ bytes: [UInt8], from start: Int
    ) throws(PlayerFileErrors) -> [PlayerLine] {
        var table = PlayerTable(reader: CSVReader(bytes, from: start))
        do { try table.read() } catch { table.errors.append(error) }
        guard table.errors.isEmpty else { throw PlayerFileErrors(errors: table.errors) }
        return table.players
    }

    private init(reader: CSVReader) {
        self.reader = reader
    }

    private mutating func read() throws(PlayerFileError) {
        guard let header = try reader.next() else { return }
        for name in header { try addColumn(name) }
        guard columns.contains(.name) else {
            throw PlayerFileError(
                header[0].offset,
                tr("no column 'name'; the first line has to name the columns"))
        }
        while let record = try reader.next() { add(record) }
    }

    private mutating func addColumn(_ name: CSVReader.Field) throws(PlayerFileError) {
        let field = PlayerFile.field(name.text)
        guard field != nil || PlayerFile.givenByOthers.contains(PlayerFile.key(name.text)) else {
            throw PlayerFileError(name.offset, PlayerFile.unknown(name.text))
        }
        guard field == nil || !columns.contains(field) else {
            throw PlayerFileError(name.offset, tr("the column '%1$@' is given twice", name.text))
        }
        columns.append(field)
    }

    private mutating func add(_ record: [CSVReader.Field]) {
        var player = PlayerLine(offset: record[0].offset)
        guard record.count == columns.count else {
            let problem = tr(
                "this line has %1$@ field, and the header %2$@",
                "this line has %1$@ fields, and the header %2$@", count: record.count, columns.count
            )
            errors.append(PlayerFileError(player.offset, problem))
            return
        }
        for (field, cell) in zip(columns, record) {
            guard let field else { continue }
            player.offsets[field] = cell.offset
            do { try player.profile.set(field, cell.text) } catch {
                errors.append(
                    PlayerFileError(cell.offset, field: field.rawValue, error.problem))
            }
        }
        if player.profile.name.isEmpty {
            let offset = player.offsets[.name] ?? player.offset
            errors.append(PlayerFileError(offset, field: "name", tr("it is missing")))
        }
        players.append(player)
    }
}

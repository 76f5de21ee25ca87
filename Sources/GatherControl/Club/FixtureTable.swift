import GatherAPI
import GatherClub

/// Fixtures as comma-separated values; the first line names the columns, in any order.
///
/// The separator is the comma, the semicolon or the tab: the one that finds most columns.
struct FixtureTable {
    /// The fixtures of a file, each with the offset of its line and of its fields, in bytes.
    struct Content {
        var fixtures: [Fixture] = []
        /// The names of columns that no fixture has.
        var leftOut: [String] = []
        fileprivate var places: [Place] = []

        /// Returns the place of a field, for an error of it.
        func offset(_ field: FixtureField, ofFixture index: Int) -> Int {
            guard places.indices.contains(index) else { return 0 }
            return places[index].fields[field] ?? places[index].line
        }
    }

    fileprivate struct Place {
        let line: Int
        var fields: [FixtureField: Int] = [:]
    }

    private var columns: [FixtureField?] = []
    private var reader: CSVReader
    private var content = Content()
    private var errors: [PlayerFileError] = []

    /// The columns without which there is no fixture.
    private static let needed: [FixtureField] = [.id, .home, .away]

    /// Returns the fixtures of a file.
    ///
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong.
    static func content(_ bytes: [UInt8]) throws(PlayerFileErrors) -> Content {
        let reader = CSVReader.finding(bytes) { reader in
            let header = (try? reader.next()) ?? nil
            return header?.count { field($0.text) != nil } ?? 0
        }
        var table = FixtureTable(reader: reader)
        do { try table.read() } catch { table.errors.append(error) }
        table.check()
        guard table.errors.isEmpty else {
            throw PlayerFileErrors(errors: table.errors.sorted { $0.offset < $1.offset })
        }
        return table.content
    }

    private static func field(_ name: String) -> FixtureField? {
        FixtureField(rawValue: name.trimmed.lowercased())
    }

    private mutating func read() throws(PlayerFileError) {
        guard let header = try reader.next() else { return }
        for name in header {
            let field = Self.field(name.text)
            guard field == nil || !columns.contains(field) else {
                throw PlayerFileError(
                    name.offset, tr("the column '%1$@' is given twice", name.text))
            }
            columns.append(field)
            if field == nil, !name.text.trimmed.isEmpty { content.leftOut.append(name.text) }
        }
        for field in Self.needed where !columns.contains(field) {
            throw PlayerFileError(
                header[0].offset,
                tr("no column '%1$@'; the first line has to name the columns", field.rawValue))
        }
        while let record = try reader.next() {
            // Below the last fixture, spreadsheets have rows without any value.
            if record.contains(where: { !$0.text.trimmed.isEmpty }) { add(record) }
        }
    }

    private mutating func add(_ record: [CSVReader.Field]) {
        var place = Place(line: record[0].offset)
        // Spreadsheets leave out what is empty at the end of a line.
        guard record.count <= columns.count else {
            let problem = CSVReader.tooLong(record, columns: columns.count)
            errors.append(PlayerFileError(place.line, problem))
            return
        }
        var fixture = Fixture(id: "", home: "", away: "")
        for case (let field?, let cell) in zip(columns, record) {
            place.fields[field] = cell.offset
            set(field, of: &fixture, to: cell)
        }
        content.fixtures.append(fixture.normalized)
        content.places.append(place)
    }

    private mutating func set(
        _ field: FixtureField, of fixture: inout Fixture, to cell: CSVReader.Field
    ) {
        let text = cell.text
        switch field {
        case .id: fixture.id = text
        case .time: fixture.time = text
        case .pitch: fixture.pitch = text
        case .home: fixture.home = text
        case .away: fixture.away = text
        case .group: fixture.group = text
        case .format: fixture.format = text
        case .length:
            guard !text.trimmed.isEmpty else { return }
            let time = TypedTime(text.trimmed[...])?.fields
            let seconds = time.map { $0.minutes.multipliedReportingOverflow(by: 60) }
            guard let time, let seconds, !seconds.overflow else {
                errors.append(fault(.malformed, of: .length, at: cell.offset))
                return
            }
            let (sum, overflow) = seconds.partialValue.addingReportingOverflow(time.seconds)
            fixture.lengthSeconds = overflow ? .max : sum
        }
    }

    /// Checks the fields as the service does, so that all errors are reported at once.
    private mutating func check() {
        var ids: Set<String> = []
        for (index, fixture) in content.fixtures.enumerated() {
            for fault in fixture.faults {
                let offset = content.offset(fault.field, ofFixture: index)
                errors.append(self.fault(fault.problem, of: fault.field, at: offset))
            }
            if !ids.insert(fixture.$id).inserted, !fixture.$id.isEmpty {
                errors.append(fault(.repeated, of: .id, at: content.offset(.id, ofFixture: index)))
            }
        }
    }

    private func fault(
        _ problem: FixtureProblem, of field: FixtureField, at offset: Int
    ) -> PlayerFileError {
        PlayerFileError(offset, field: field.rawValue, FixturePresenter.text(problem, of: field))
    }
}

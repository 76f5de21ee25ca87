import GatherCore
import LinuxIO

/// A row that was found in a damaged file.
enum CarvedRow {
    /// A row of `events`, and true if its checksum held; a row without a checksum has false.
    case event([SQLiteValue], isChecked: Bool)
    /// A row of `salts`.
    case salt(SaltRow)
    /// A row of `requests`.
    case request([SQLiteValue])
    /// A row of `gathers`.
    case gather([SQLiteValue])
    /// A row of `submissions`.
    case submission([SQLiteValue])
    /// A row of `players`.
    case player([SQLiteValue])
    /// The row of `facts` with the defaults of the pitch.
    case defaults(MatchDefaults)
    /// A row of `totals`, which follow from the events.
    case total
}

/// Finds rows in a damaged database, page by page, without using its b-trees.
///
/// Committed events are never changed: they are only added. So every version of a page in the
/// write-ahead log is as good as the newest, and no two versions contradict each other.
struct Carver {
    private let path: String
    private let file: Descriptor?
    private let pages: Int
    private let log: WriteAheadLog
    /// The committed frames of each page, in order.
    private var framesOfPage: [Int: [Int]] = [:]
    /// The events found undamaged, by their checksums; most are found many times.
    private var found: Set<[Int]> = []

    /// True if the rows of all gathers were found, as far as the pages show.
    private(set) var isWhole = true

    /// Opens the files; a missing file has no rows.
    init(_ files: StoreFiles) throws(StoreError) {
        path = files.database
        do {
            let size = Files.size(of: files.database) ?? 0
            file = size > 0 ? try Files.open(files.database) : nil
            // A page that is cut off can still contain rows, at its end.
            pages = (size + Schema.pageSize - 1) / Schema.pageSize
            log = WriteAheadLog(
                try Self.contents(files.log), index: try Self.contents(files.index),
                isThorough: true)
        } catch {
            throw StoreError(error, path: files.database)
        }
        for (index, frame) in log.frames.enumerated() where frame.isCommitted {
            framesOfPage[frame.page, default: []].append(index)
        }
    }

    /// Returns the bytes of a file, without a hole at its end; none if it does not exist.
    static func contents(_ path: String) throws(SystemError) -> [UInt8] {
        guard let size = Files.size(of: path), size > 0 else { return [] }
        let file = try Files.open(path)
        return try file.read(try file.endOfData(), at: 0)
    }

    /// Calls the body with every readable row, the newest versions of the pages first.
    mutating func carve(_ body: (CarvedRow) throws(StoreError) -> Void) throws(StoreError) {
        for (index, frame) in log.frames.enumerated().reversed() where frame.isCommitted {
            // In a frame whose checksum does not hold, rows can have a valid one of their own.
            try carve(
                log.content(of: index), page: frame.page, frame: index,
                needsChecksum: !frame.isIntact, body)
        }
        isWhole =
            isWhole && !log.isCutOff
            && framesOfPage.values.allSatisfy { frames in
                frames.last.map { log.frames[$0].isIntact } ?? true
            }
        try compareSize()
        var number = 1
        while let next = try pageWithData(from: number) {
            if let bytes = try pageOfFile(next) {
                try carve(bytes[...], page: next, frame: nil, needsChecksum: false, body)
            }
            // A page that was written is never a hole.
            if next > number { isWhole = false }
            number = next + 1
        }
        if number <= pages { isWhole = false }
    }

    // MARK: - Rows

    private mutating func carve(
        _ bytes: ArraySlice<UInt8>, page: Int, frame: Int?, needsChecksum: Bool,
        _ body: (CarvedRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        guard let tree = BTreePage(bytes, number: page) else {
            if !BTreePage.isWithoutRows(bytes, pages: pages) { isWhole = false }
            return
        }
        let cells = tree.cells
        if tree.isTable, cells.count < tree.cellCount { isWhole = false }
        for cell in cells {
            if let row = try row(cell, frame: frame, needsChecksum: needsChecksum) {
                try body(row)
            } else if tree.isTable, page > 1 {
                isWhole = false
            }
        }
    }

    /// Compares the number of pages in the file with the number in its header.
    private mutating func compareSize() throws(StoreError) {
        let header = try pageOfFile(1)?[28..<32].reduce(0) { $0 << 8 | Int($1) } ?? 0
        if header == 0 || header > pages { isWhole = false }
    }

    private mutating func row(
        _ cell: BTreePage.Cell, frame: Int?, needsChecksum: Bool
    ) throws(StoreError) -> CarvedRow? {
        if cell.overflow == 0 { return row(cell.local, cell, needsChecksum) }
        // Pages of deleted requests are reused, so the version that belongs to this row is known
        // only when its checksum holds.
        for frame in [frame, Int.max, nil] {
            guard let whole = try whole(cell, asOf: frame) else { continue }
            if let row = row(whole[...], cell, needsChecksum) { return row }
        }
        return nil
    }

    private mutating func row(
        _ bytes: ArraySlice<UInt8>, _ cell: BTreePage.Cell, _ needsChecksum: Bool
    ) -> CarvedRow? {
        guard let record = Record(bytes), record.size == cell.size else { return nil }
        switch (cell.rowID, record.count) {
        case (nil, 9), (nil, 10), (nil, 11): return event(record, needsChecksum)
        case (nil, 3):
            guard let values = record.values(0..<2),
                record.value(2)?.integer == SaltRow.checksum(of: values)
            else { return nil }
            return SaltRow(values).map(CarvedRow.salt)
        case (nil, 7), (nil, 8):
            guard let values = checked(record, 7, needsChecksum), RequestRow(values) != nil
            else { return nil }
            return .request(values)
        case (nil, 2):
            guard record.value(0) == .text(EventStore.Fact.defaults),
                case .text(let text)? = record.value(1)
            else { return nil }
            return MatchDefaults(stored: text).map(CarvedRow.defaults)
        case (let number?, 3), (let number?, 7): return gather(record, number, needsChecksum)
        case (let number?, 4):
            return numbered(record, number, as: SubmissionRow.self).map(CarvedRow.submission)
        case (let number?, 5):
            return numbered(record, number, as: PlayerRow.self).map(CarvedRow.player)
        case (let number?, 10):
            let total = numbered(record, number, as: TotalRow.self, mayLackChecksum: true)
            return total.map { _ in .total }
        default: return nil
        }
    }

    private mutating func event(_ record: Record, _ needsChecksum: Bool) -> CarvedRow? {
        var key: [Int]?
        if record.count > 9, let gather = record.value(0)?.integer,
            let number = record.value(1)?.integer, let checksum = record.value(9)?.integer
        {
            key = [gather, number, checksum]
        }
        if let key, found.contains(key) { return nil }
        // A later version added the column of the digest, so it comes after the checksum.
        guard let content = record.values(0..<EventRow.contentColumns),
            let digest = record.count > 10 ? record.value(10) : .null
        else { return nil }
        let values = content + [digest]
        let checksum = record.count > 9 ? record.value(9) : .null
        let isChecked = checksum != .null
        guard isChecked ? checksum?.integer == EventRow.checksum(of: values) : !needsChecksum,
            let row = EventRow(values), row.gather > 0, row.recorded.number > 0
        else { return nil }
        if isChecked, let key { found.insert(key) }
        return .event(values, isChecked: isChecked)
    }

    private func gather(_ record: Record, _ number: Int, _ needsChecksum: Bool) -> CarvedRow? {
        // The number of the row is the value of the primary key's column.
        guard record.value(0) == .null else { return nil }
        let values: [SQLiteValue]
        if record.count == 3 {
            guard !needsChecksum, let old = record.values(1..<3) else { return nil }
            values = [.integer(number)] + old + [.integer(number), .null, .integer(0)]
        } else {
            guard let rest = record.values(1..<6), let checksum = record.value(6) else {
                return nil
            }
            values = [.integer(number)] + rest
            guard checksum.integer.map({ $0 == RowChecksum.of(values) }) ?? !needsChecksum else {
                return nil
            }
        }
        return GatherRow(values) == nil ? nil : .gather(values)
    }

    /// Returns the columns of a row whose number is its primary key, if its checksum is right.
    private func numbered<Row: StoredRow>(
        _ record: Record, _ number: Int, as kind: Row.Type, mayLackChecksum: Bool = false
    ) -> [SQLiteValue]? {
        let last = record.count - 1
        guard record.value(0) == .null, let rest = record.values(1..<last),
            let checksum = record.value(last)
        else { return nil }
        let values = [.integer(number)] + rest
        let isRight = checksum.integer == RowChecksum.of(values)
        guard isRight || mayLackChecksum && checksum == .null else { return nil }
        return Row(values) == nil ? nil : values
    }

    /// Returns the columns before the checksum, if it is right or none is needed.
    private func checked(
        _ record: Record, _ count: Int, _ needsChecksum: Bool
    ) -> [SQLiteValue]? {
        guard let values = record.values(0..<count) else { return nil }
        if record.count > count, let checksum = record.value(count), checksum != .null {
            return checksum.integer == RowChecksum.of(values) ? values : nil
        }
        return needsChecksum ? nil : values
    }

    // MARK: - Pages

    /// Returns the bytes of a row with overflow pages, as they were at a frame; nil stands for the
    /// time before all frames.
    private func whole(_ cell: BTreePage.Cell, asOf frame: Int?) throws(StoreError) -> [UInt8]? {
        var bytes = Array(cell.local)
        var next = cell.overflow
        while bytes.count < cell.size {
            guard next > 0, let page = try page(next, asOf: frame), page.count == Schema.pageSize
            else { return nil }
            next = page.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            bytes += page.dropFirst(4).prefix(cell.size - bytes.count)
        }
        return bytes
    }

    private func page(_ number: Int, asOf frame: Int?) throws(StoreError) -> ArraySlice<UInt8>? {
        if let frame, let frames = framesOfPage[number] {
            // The transaction may have written the page after the one with the row.
            let end = log.frames.indices.first { $0 >= frame && log.frames[$0].isCommit }
            if let version = frames.last(where: { $0 <= end ?? Int.max }) {
                return log.content(of: version)
            }
        }
        return try pageOfFile(number)?[...]
    }

    /// Returns the first page, from a number on, that has data on disk.
    private func pageWithData(from number: Int) throws(StoreError) -> Int? {
        do {
            let offset = try file?.nextData(from: (number - 1) * Schema.pageSize)
            return offset.map { $0 / Schema.pageSize + 1 }
        } catch {
            throw StoreError(error, path: path)
        }
    }

    private func pageOfFile(_ number: Int) throws(StoreError) -> [UInt8]? {
        guard let file, (1...max(pages, 1)).contains(number) else { return nil }
        var bytes: [UInt8]
        do { bytes = try file.read(Schema.pageSize, at: (number - 1) * Schema.pageSize) } catch {
            // A page that cannot be read now may be readable later: it does not count as lost.
            throw StoreError(error, path: path)
        }
        if bytes.isEmpty { return nil }
        let missing = Schema.pageSize - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: missing) }
        return bytes
    }
}

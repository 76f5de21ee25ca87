/// A page of a b-tree with rows in it, https://www.sqlite.org/fileformat2.html#b_tree_pages.
///
/// Total: whatever the bytes are, what can be told of them is told, and nothing traps.
struct BTreePage {
    /// A row's bytes, as far as they stand on the page.
    struct Cell {
        /// The number of the row; nil in an index.
        let rowID: Int?
        /// How many bytes the row has in all.
        let size: Int
        /// Those on this page.
        let local: ArraySlice<UInt8>
        /// The page with the next ones; 0 if there are no more.
        let overflow: Int
    }

    /// Bytes of a page that are in use: no page here has any reserved.
    private static let usable = Schema.pageSize

    private enum Kind: UInt8 {
        case indexInterior = 0x02
        case indexLeaf = 0x0A
        case tableLeaf = 0x0D
    }

    private let bytes: ArraySlice<UInt8>
    private let kind: Kind
    /// Where the header of the b-tree begins.
    private let start: Int

    /// Takes a page, or nil if it is of no kind that has rows.
    ///
    /// - Parameter number: The number of the page; the first begins with the header of the file.
    init?(_ bytes: ArraySlice<UInt8>, number: Int) {
        let start = bytes.startIndex + (number == 1 ? 100 : 0)
        guard bytes.count == Schema.pageSize, let kind = Kind(rawValue: bytes[start]) else {
            return nil
        }
        (self.bytes, self.kind, self.start) = (bytes, kind, start)
    }

    /// Whether it is of a table whose rows have numbers.
    var isTable: Bool { kind == .tableLeaf }

    /// How many rows the page says it has.
    var cellCount: Int { integer(at: start + 3, bytes: 2) ?? 0 }

    /// Whether a page that is of no kind with rows is of another kind that is in a file: one with
    /// the numbers of other pages, or one that a row goes on on.
    static func isWithoutRows(_ bytes: ArraySlice<UInt8>, pages: Int) -> Bool {
        guard bytes.contains(where: { $0 != 0 }), let first = bytes.first else { return false }
        let next = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return first == 0x05 || next <= pages
    }

    /// The rows of the page, those that cannot be left out.
    var cells: [Cell] {
        let headerSize = kind == .indexInterior ? 12 : 8
        let pointers = start + headerSize
        let room = (bytes.endIndex - pointers) / 2
        let count = min(cellCount, room)
        return (0..<count).compactMap { index in
            integer(at: pointers + 2 * index, bytes: 2).flatMap(cell)
        }
    }

    private func cell(at offset: Int) -> Cell? {
        var position = bytes.startIndex + offset
        // The number of the child comes first.
        if kind == .indexInterior { position += 4 }
        guard let size = Varint.read(bytes, at: &position), (1...Self.longest).contains(size) else {
            return nil
        }
        var rowID: Int?
        if kind == .tableLeaf {
            rowID = Varint.read(bytes, at: &position)
            guard rowID != nil else { return nil }
        }
        let local = localSize(of: size)
        guard position + local <= bytes.endIndex else { return nil }
        var overflow = 0
        if local < size {
            guard let page = integer(at: position + local, bytes: 4) else { return nil }
            overflow = page
        }
        return Cell(
            rowID: rowID, size: size, local: bytes[position..<position + local],
            overflow: overflow)
    }

    /// How much of a row stands on its own page, fileformat2.html#cell_payload_overflow_pages.
    private func localSize(of size: Int) -> Int {
        let usable = Self.usable
        let most = kind == .tableLeaf ? usable - 35 : (usable - 12) * 64 / 255 - 23
        guard size > most else { return size }
        let least = (usable - 12) * 32 / 255 - 23
        let fitting = least + (size - least) % (usable - 4)
        return fitting <= most ? fitting : least
    }

    private func integer(at offset: Int, bytes count: Int) -> Int? {
        guard offset >= bytes.startIndex, offset + count <= bytes.endIndex else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The longest row that is looked at: a request of the greatest message and its outcome.
    private static let longest = 1 << 22
}

/// A whole number of 1 to 9 bytes, fileformat2.html#varint.
enum Varint {
    /// Reads a number that is not negative, and moves on; nil if it does not end.
    static func read(_ bytes: ArraySlice<UInt8>, at position: inout Int) -> Int? {
        var value: UInt64 = 0
        for count in 1...9 {
            guard bytes.indices.contains(position) else { return nil }
            let byte = bytes[position]
            position += 1
            if count == 9 { return Int(exactly: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int(exactly: value) }
        }
        return nil
    }
}

/// A page of a b-tree that contains rows, https://www.sqlite.org/fileformat2.html#b_tree_pages.
///
/// Its functions are total: they return what can be read from any bytes, and never trap.
struct BTreePage {
    /// The bytes of a row that are on the page.
    struct Cell {
        /// The number of the row; nil in an index.
        let rowID: Int?
        /// The total size of the row, in bytes.
        let size: Int
        /// The bytes on this page.
        let local: ArraySlice<UInt8>
        /// The page with the next bytes; 0 if there are none.
        let overflow: Int
    }

    /// The number of usable bytes of a page; no page here has reserved ones.
    private static let usable = Schema.pageSize

    private enum Kind: UInt8 {
        case indexInterior = 0x02
        case indexLeaf = 0x0A
        case tableLeaf = 0x0D
    }

    private let bytes: ArraySlice<UInt8>
    private let kind: Kind
    /// The offset at which the b-tree's header begins.
    private let start: Int

    /// Takes a page; nil if it is of no kind that contains rows.
    ///
    /// - Parameter number: The number of the page; the first begins with the header of the file.
    init?(_ bytes: ArraySlice<UInt8>, number: Int) {
        let start = bytes.startIndex + (number == 1 ? 100 : 0)
        guard bytes.count == Schema.pageSize, let kind = Kind(rawValue: bytes[start]) else {
            return nil
        }
        (self.bytes, self.kind, self.start) = (bytes, kind, start)
    }

    /// True if it belongs to a table whose rows are numbered.
    var isTable: Bool { kind == .tableLeaf }

    /// The number of rows according to the page.
    var cellCount: Int { integer(at: start + 3, bytes: 2) ?? 0 }

    /// Returns true if a page without rows is of a kind that a file can contain: an interior page
    /// or an overflow page.
    static func isWithoutRows(_ bytes: ArraySlice<UInt8>, pages: Int) -> Bool {
        guard bytes.contains(where: { $0 != 0 }), let first = bytes.first else { return false }
        let next = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        return first == 0x05 || next <= pages
    }

    /// The rows of the page that can be read.
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
        // The child's page number comes first.
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

    /// Returns how many bytes of a row are on its own page,
    /// fileformat2.html#cell_payload_overflow_pages.
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

    /// The size of the longest row that is considered: a request of maximum size with its outcome.
    private static let longest = 1 << 22
}

/// An integer of 1 to 9 bytes, fileformat2.html#varint.
enum Varint {
    /// Reads a non-negative number and advances the position; nil if the number does not end.
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

/// The checksum of a row: FNV-1a of 64 bits over all its other columns, in their order.
///
/// It is to tell damage, not malice. Each value begins with its kind and a text with its length, so
/// that no two rows are the same bytes.
struct RowChecksum {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    /// The checksum of some values.
    static func of(_ values: some Sequence<SQLiteValue>) -> Int {
        var checksum = RowChecksum()
        for value in values { checksum.add(value) }
        return checksum.value
    }

    /// The checksum so far, as a column has it.
    var value: Int { Int(truncatingIfNeeded: state) }

    private mutating func add(_ value: SQLiteValue) {
        switch value {
        case .null: add(byte: 0)
        case .integer(let number):
            add(byte: 1)
            add(UInt64(bitPattern: Int64(number)))
        case .text(var text):
            add(byte: 2)
            text.withUTF8 { bytes in
                add(UInt64(bytes.count))
                for byte in bytes { add(byte: byte) }
            }
        }
    }

    private mutating func add(_ number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            add(byte: UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private mutating func add(byte: UInt8) {
        state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
}

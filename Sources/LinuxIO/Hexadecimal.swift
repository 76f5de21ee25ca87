extension [UInt8] {
    /// The bytes as lower-case hexadecimal digits, two each.
    public var hexadecimal: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * count)
        for byte in self {
            digits.append(hexadecimalDigit(byte >> 4))
            digits.append(hexadecimalDigit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads bytes from hexadecimal digits, two each; nil if they are none.
    public init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map {
            UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
        }
    }
}

private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

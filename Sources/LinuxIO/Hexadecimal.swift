extension Sequence<UInt8> {
    /// The bytes as lower-case hexadecimal digits, two each.
    public var hexadecimal: String {
        map { ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension [UInt8] {
    /// Reads bytes from hexadecimal digits, two each; nil if they are none.
    public init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
        guard digits.count % 2 == 0, !digits.contains(nil) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map {
            UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0))
        }
    }
}

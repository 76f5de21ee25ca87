/// Bytes as text in base64, RFC 4648, in one line.
public enum Base64 {
    private static let digits = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")

    /// The value of each digit, and a greater number for every other byte.
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
        return values
    }()

    /// Returns the text for bytes.
    public static func text(of bytes: [UInt8]) -> String {
        let count = (bytes.count + 2) / 3 * 4
        return String(unsafeUninitializedCapacity: count) { text in
            var place = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let second = start + 1 < bytes.count ? bytes[start + 1] : 0
                let third = start + 2 < bytes.count ? bytes[start + 2] : 0
                let bits = Int(bytes[start]) << 16 | Int(second) << 8 | Int(third)
                text[place] = digits[bits >> 18]
                text[place + 1] = digits[bits >> 12 & 63]
                text[place + 2] = start + 1 < bytes.count ? digits[bits >> 6 & 63] : padding
                text[place + 3] = start + 2 < bytes.count ? digits[bits & 63] : padding
                place += 4
            }
            return count
        }
    }

    /// Returns the bytes of a text; nil if it is not base64.
    public static func bytes(of text: String) -> [UInt8]? {
        let text = Array(text.utf8)
        guard text.count % 4 == 0 else { return nil }
        let missing = text.suffix(2).reversed().prefix { $0 == padding }.count
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        for start in stride(from: 0, to: text.count, by: 4) {
            var bits = 0
            for place in start..<start + 4 {
                let isPadding = place >= text.count - missing
                let value = isPadding ? 0 : values[Int(text[place])]
                guard value < 64 else { return nil }
                bits = bits << 6 | Int(value)
            }
            bytes.append(UInt8(bits >> 16))
            bytes.append(UInt8(bits >> 8 & 0xFF))
            bytes.append(UInt8(bits & 0xFF))
        }
        // The unused bits of the last digit have to be zero, or two texts would mean the same.
        guard bytes.suffix(missing).allSatisfy({ $0 == 0 }) else { return nil }
        bytes.removeLast(missing)
        return bytes
    }
}

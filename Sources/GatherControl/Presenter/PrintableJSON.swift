import GatherAPI
import Varlink

extension JSONValue {
    /// Returns the value as JSON on one line, or on several, safe for a terminal.
    ///
    /// Characters that could move the cursor or reverse the text are escaped, which makes no
    /// difference to other programs.
    func printableText(isPretty: Bool) -> String {
        String(decoding: printableBytes(isPretty: isPretty), as: UTF8.self)
    }

    /// Returns the same as bytes, for large values.
    func printableBytes(isPretty: Bool) -> [UInt8] {
        let bytes = isPretty ? Array(prettyText.utf8) : bytes
        // Every harmful character that JSON does not escape by itself begins with one of these two
        // bytes in UTF-8: U+0080 to U+009F, and U+2028 to U+2069.
        guard bytes.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) else { return bytes }
        var escaped = String.UnicodeScalarView()
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.isHarmfulToShow, !scalar.isASCII {
                escaped.append(contentsOf: Self.escape(scalar).unicodeScalars)
            } else {
                escaped.append(scalar)
            }
        }
        return Array(String(escaped).utf8)
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    }
}

import GatherAPI

/// Text for people, made from untrusted text.
enum ReasonText {
    /// Returns the text in one line, shortened to the maximum length of a reason.
    ///
    /// Characters that could move the cursor or change the direction of the text become `\u{...}`.
    static func of(_ text: String) -> String {
        var line = ""
        var left = Limits.reasonCharacters
        for scalar in text.unicodeScalars {
            let next = scalar.isHarmfulToShow ? escaped(scalar) : String(scalar)
            left -= next.unicodeScalars.count
            guard left >= 0 else { break }
            line += next
        }
        return line
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        "\\u{\(String(scalar.value, radix: 16))}"
    }
}

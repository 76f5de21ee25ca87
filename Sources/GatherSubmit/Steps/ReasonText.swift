import GatherAPI

/// Words for a person, made of text from elsewhere.
enum ReasonText {
    /// The text in one line, what could move the cursor or turn the direction of the text written
    /// as `\u{...}`, and cut to what a reason may have.
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

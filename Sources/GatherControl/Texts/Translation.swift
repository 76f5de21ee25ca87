/// Returns a text for people with its arguments: `%1$@` stands for the first one, `%2$@` for the
/// second, and `%%` for a percent sign.
///
/// Every text for people goes through here, where it is used, as a whole sentence and a plain
/// literal: `units/texts` lists them for translators, who may move the arguments. Names of verbs,
/// options and fields, JSON and exit statuses are not texts for people; one that looks like a
/// sentence is marked with `// Not translated: REASON`, or `units/texts --left` complains of it.
func tr(_ text: String, _ arguments: any CustomStringConvertible...) -> String {
    filled(text, arguments)
}

/// Returns one of two texts for people, as the language wants it for this count, which is the first
/// argument of both: `%1$@ goal` or `%1$@ goals`.
func tr(
    _ one: String, _ other: String, count: Int, _ arguments: any CustomStringConvertible...
) -> String {
    filled(count == 1 ? one : other, [count] + arguments)
}

/// Returns a text with its arguments in their places; a place without an argument stays as it is.
func filled(_ text: String, _ arguments: [any CustomStringConvertible]) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return text }
    var result = ""
    var rest = text[...]
    while let percent = rest.firstIndex(of: "%") {
        result += rest[..<percent]
        rest = rest[percent...].dropFirst()
        if rest.first == "%" {
            result += "%"
            rest = rest.dropFirst()
        } else if let digit = rest.first, digit.isASCII, let number = digit.wholeNumberValue,
            rest.dropFirst().hasPrefix("$@"),
            arguments.indices.contains(number - 1)
        {
            result += arguments[number - 1].description
            rest = rest.dropFirst(3)
        } else {
            result += "%"
        }
    }
    return result + rest
}

/// Returns a text with its values in their places; a place without a value stays as it is.
///
/// - Parameter text: The text: `%1$@` is the place of the first value, `%2$@` that of the second,
///   and `%%` stands for a percent sign.
public func filled(_ text: String, _ values: [any CustomStringConvertible]) -> String {
    let percentSign = UInt8(ascii: "%")
    var result = ""
    var rest = text.utf8[...]
    while let percent = rest.firstIndex(of: percentSign) {
        result.append(contentsOf: Substring(rest[..<percent]))
        rest = rest[percent...].dropFirst()
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        if rest.first == percentSign {
            result.append("%")
            rest = rest.dropFirst()
        } else if let number = Int(Substring(digits)), values.indices.contains(number - 1),
            rest.dropFirst(digits.count).starts(with: "$@".utf8)
        {
            result.append(values[number - 1].description)
            rest = rest.dropFirst(digits.count + 2)
        } else {
            result.append("%")
        }
    }
    result.append(contentsOf: Substring(rest))
    return result
}

extension TranslatableText {
    /// Returns the text with its values in their places.
    ///
    /// - Parameter find: Returns a form in another language, or as it is.
    public func text(_ find: (String) -> String) -> String {
        guard let form else { return name ?? "" }
        return filled(find(form), (values ?? []).map { $0.text(find) })
    }
}

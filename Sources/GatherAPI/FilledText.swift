/// Returns a text with its values in their places; a place without a value stays as it is.
///
/// - Parameter text: The text: `%1$@` is the place of the first value, `%2$@` that of the second,
///   and `%%` stands for a percent sign.
public func filled(_ text: String, _ values: [any CustomStringConvertible]) -> String {
    filled(text, values, atMost: .max) ?? text
}

/// Returns a text with its values in their places; nil if that has more bytes.
private func filled(
    _ text: String, _ values: [any CustomStringConvertible], atMost limit: Int
) -> String? {
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
            guard result.utf8.count <= limit else { return nil }
            rest = rest.dropFirst(digits.count + 2)
        } else {
            result.append("%")
        }
    }
    result.append(contentsOf: Substring(rest))
    return result
}

extension InterfaceLimits {
    /// The most events with their texts' values apart that are asked for at once: a reply with more
    /// could be too long, as they have each name once more.
    public static let translatablePage = timelinePage / 4
}

extension TranslatableText {
    /// The most bytes of a text and of its values, far more than any has.
    ///
    /// A form can repeat a place, so that few values of a hostile gatherd could make a text that no
    /// memory holds.
    private static let longest = 1 << 16

    /// Returns the text with its values in their places; nil if it is longer than any text is.
    ///
    /// - Parameter find: Returns a form in another language, or as it is.
    public func text(_ find: (String) -> String) -> String? {
        var room = Self.longest
        return text(find, &room)
    }

    /// Returns the text; nil if it has more bytes than there is room for, its values included.
    private func text(_ find: (String) -> String, _ room: inout Int) -> String? {
        var text = name ?? ""
        if let form {
            var texts: [String] = []
            for value in values ?? [] {
                guard let text = value.text(find, &room) else { return nil }
                texts.append(text)
            }
            guard let filled = filled(find(form), texts, atMost: room) else { return nil }
            text = filled
        }
        room -= text.utf8.count
        return room < 0 ? nil : text
    }
}

/// Makes a text for people with its values, as the errors of the interfaces have them.
///
/// The form is a plain literal: `units/texts` lists it for translators.
func tr(_ form: String, _ values: any CustomStringConvertible...) -> TranslatableText {
    TranslatableText(form: form, values: values.isEmpty ? nil : values.map(text))
}

/// Marks a text that is looked up later, so that `units/texts` lists it.
func trLater(_ text: String) -> String { text }

private func text(_ value: any CustomStringConvertible) -> TranslatableText {
    (value as? PeriodName)?.text ?? TranslatableText(name: value.description)
}

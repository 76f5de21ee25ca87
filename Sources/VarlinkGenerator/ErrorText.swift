/// A text of an error for people, from a note such as `[text nobody plays now; next: {next}]`.
///
/// A value that is a text for people of its own names the type that makes it: `{next: PeriodName}`.
struct ErrorText {
    /// The longest form: a phone shows it whole.
    private static let longest = 80

    /// The form, with a place for each value: `nobody plays now; next: %1$@`.
    private(set) var form: String

    /// The values in the order of their places.
    private(set) var values: [SwiftField] = []

    /// The types that make texts of values, by the names of the values on the wire.
    private var types: [String: String] = [:]

    /// The values as expressions in Swift.
    var arguments: [String] {
        values.map { value in
            types[value.wireName].map { "\($0)(\(value.name))" } ?? value.name
        }
    }

    /// The names of the values that can be null.
    private var nullable: Set<String> { Set(values.filter(\.isOptional).map(\.wireName)) }

    /// Reads the notes of an error: the first text of which no value is null is taken.
    ///
    /// - Parameters:
    ///   - notes: The texts of the notes, such as `nobody plays now; next: {next}`.
    ///   - fields: The parameters that can be values.
    /// - Throws: A ``GeneratorError`` for a text that is not valid, or is never taken, or if there
    ///   is none where values are null.
    static func texts(
        _ notes: [String], of fields: [SwiftField], at place: String
    ) throws(GeneratorError) -> [ErrorText] {
        var texts: [ErrorText] = []
        for note in notes {
            let text = try ErrorText(note, of: fields, at: place)
            guard !texts.contains(where: { $0.nullable.isSubset(of: text.nullable) }) else {
                throw GeneratorError(place, "[text \(note)] is never taken, as one before it is")
            }
            texts.append(text)
        }
        if let lost = texts.last?.nullable.sorted().first {
            throw GeneratorError(place, "no text where '\(lost)' is null")
        }
        return texts
    }

    private init(_ note: String, of fields: [SwiftField], at place: String) throws(GeneratorError) {
        let parts = note.split(separator: "{", omittingEmptySubsequences: false)
        form = String(parts[0])
        for part in parts.dropFirst() {
            let (noted, rest) = part.divided(at: "}")
            let (name, type) = noted.divided(at: ":")
            let value = fields.first { $0.wireName == name && ["Int", "String"].contains($0.type) }
            guard let value, part.contains("}") else {
                throw GeneratorError(place, "{\(name)} is no parameter with a number or a text")
            }
            if part.prefix(while: { $0 != "}" }).contains(":") {
                let maker = type.drop { $0 == " " }
                guard Self.isTypeName(maker), value.type == "String" else {
                    throw GeneratorError(place, "{\(noted)} names no type for a text")
                }
                types[value.wireName] = String(maker)
            }
            let index = values.firstIndex { $0.wireName == name } ?? values.count
            if index == values.count { values.append(value) }
            form += "%\(index + 1)$@\(rest)"
        }
        guard note.allSatisfy(Self.isPlain), !form.contains("}") else {
            throw GeneratorError(place, "[text \(note)] has characters that cannot stand in it")
        }
        guard form.count <= Self.longest else {
            throw GeneratorError(place, "[text \(note)] has more than \(Self.longest) characters")
        }
    }

    private static func isTypeName(_ name: Substring) -> Bool {
        name.first?.isUppercase == true && name.allSatisfy { $0.isASCII && $0.isLetter }
    }

    /// Returns true for a character that a terminal of any kind shows, and that stands for itself
    /// in a literal of Swift and in a form.
    private static func isPlain(_ character: Character) -> Bool {
        let isShown = character.asciiValue.map { (0x20...0x7E).contains($0) } ?? false
        return isShown && !"\"\\%".contains(character)
    }
}

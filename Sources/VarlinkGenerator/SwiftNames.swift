/// What things of an interface are called in Swift.
enum SwiftNames {
    /// Words that Swift has in capitals, such as the `Id` in `remoteId`.
    private static let capitals = [
        "Id": "ID", "Ids": "IDs", "Uid": "UID", "Http": "HTTP", "Url": "URL",
    ]

    private static let keywords: Set = [
        "case", "class", "default", "do", "else", "enum", "for", "func", "if", "import", "in",
        "init", "is", "let", "operator", "repeat", "return", "self", "static", "struct", "switch",
        "throw", "try", "var", "where", "while",
    ]

    /// The name of a field or a parameter.
    static func property(_ name: String) -> String {
        var words: [String] = [""]
        for character in name {
            if character.isUppercase { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.map { capitals[$0] ?? $0 }.joined()
    }

    /// The name of a type that has none of its own: `Player` is `PlayerFields`.
    static func type(_ name: String) -> String { "\(name)Fields" }

    /// A name with a capital at its beginning.
    static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// A name with a small letter at its beginning.
    static func uncapitalized(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }

    /// A name as it is declared, also where it is a word of the language.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// A whole number with its thousands apart.
    static func literal(_ number: Int) -> String {
        let digits = Array(String(number.magnitude))
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text.append("_") }
            text.append(digit)
        }
        return number < 0 ? "-\(text)" : text
    }
}

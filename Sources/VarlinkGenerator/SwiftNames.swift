/// The Swift names of the parts of an interface.
enum SwiftNames {
    /// The words that Swift writes in capitals, such as the `Id` in `remoteId`.
    private static let capitals = [
        "Id": "ID", "Ids": "IDs", "Uid": "UID", "Http": "HTTP", "Url": "URL",
    ]

    private static let keywords: Set = [
        "break", "case", "class", "default", "do", "else", "enum", "for", "func", "if", "import",
        "in", "init", "is", "let", "operator", "repeat", "return", "self", "static", "struct",
        "switch",
        "throw", "try", "var", "where", "while",
    ]

    /// Returns the name of a field or a parameter.
    static func property(_ name: String) -> String {
        var words: [String] = [""]
        for character in name {
            if character.isUppercase { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.map { capitals[$0] ?? $0 }.joined()
    }

    /// Returns the default name of a type: `Player` becomes `PlayerFields`.
    static func type(_ name: String) -> String { "\(name)Fields" }

    /// Returns a name that begins with a capital letter.
    static func capitalized(_ name: String) -> String {
        name.prefix(1).uppercased() + name.dropFirst()
    }

    /// Returns a name that begins with a lower-case letter.
    static func uncapitalized(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }

    /// Returns a name for its declaration, in backticks if it is a keyword.
    static func declared(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }

    /// Returns a whole number with its thousands separated.
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

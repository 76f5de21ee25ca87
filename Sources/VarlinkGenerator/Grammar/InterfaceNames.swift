/// The forms of names in the interface language.
extension InterfaceGrammar {
    /// Returns true for at least two labels, each of letters and digits with single dashes inside.
    static func isInterfaceName(_ name: String) -> Bool {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2, let first = name.first, isLetter(first) else { return false }
        return labels.allSatisfy { isPlain($0, separator: "-") }
    }

    /// Returns true for letters and digits that begin with a capital letter.
    static func isMemberName(_ name: String) -> Bool {
        guard let first = name.first, ("A"..."Z").contains(first) else { return false }
        return name.allSatisfy { isLetter($0) || isFigure($0) }
    }

    /// Returns true for letters and digits with single underscores inside that begin with a letter.
    static func isFieldName(_ name: String) -> Bool {
        guard let first = name.first, isLetter(first) else { return false }
        return isPlain(name[...], separator: "_")
    }

    private static func isPlain(_ text: Substring, separator: Character) -> Bool {
        text.split(separator: separator, omittingEmptySubsequences: false).allSatisfy { part in
            !part.isEmpty && part.allSatisfy { isLetter($0) || isFigure($0) }
        }
    }

    private static func isLetter(_ character: Character) -> Bool {
        ("a"..."z").contains(character) || ("A"..."Z").contains(character)
    }

    private static func isFigure(_ character: Character) -> Bool {
        ("0"..."9").contains(character)
    }
}

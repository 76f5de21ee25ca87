/// The signs that large digits and bars are made of.
struct BoardSigns: Hashable, Sendable {
    let block: Character
    /// A place of a digit of a clock that is held.
    let held: Character
    /// A place of the bar that is still to come.
    let rest: Character

    /// For a terminal with the block elements of Unicode, as every one of today has them, the Linux
    /// console included.
    static let blocks = BoardSigns(block: "█", held: "▒", rest: "·")

    /// For one whose user has chosen a locale without them.
    static let ascii = BoardSigns(block: "#", held: ":", rest: ".")

    /// The variables that name the locale of letters, the one that counts first.
    static let variables = ["LC_ALL", "LC_CTYPE", "LANG"]

    /// The signs for a locale, by the variables in the order in which locale(7) looks at them.
    static func ofLocale(_ variable: (String) -> String?) -> BoardSigns {
        let name = (variables.lazy.compactMap(variable).first ?? "").lowercased()
        return name.contains("utf-8") || name.contains("utf8") ? .blocks : .ascii
    }
}

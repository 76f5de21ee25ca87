/// The characters that large digits and bars are drawn with.
struct BoardSigns: Hashable, Sendable {
    let block: Character
    /// The characters for the halves of a cell, or for a whole one where there are no halves.
    let upper: Character
    let lower: Character
    /// The character for the digits of a paused clock.
    let held: Character
    /// The character for the part of the bar that is still to come.
    let rest: Character
    /// The characters for a kick from the mark that was in, was out, and is still to come.
    let kickIn: Character
    let kickOut: Character
    let kickOpen: Character

    /// The signs for a terminal with the block elements of Unicode, which every current one has,
    /// including the Linux console.
    static let blocks = BoardSigns(
        block: "█", upper: "▀", lower: "▄", held: "▒", rest: "·",
        kickIn: "●", kickOut: "○", kickOpen: "·")

    /// The signs for a terminal whose user has chosen a locale without block elements.
    static let ascii = BoardSigns(
        block: "#", upper: "#", lower: "#", held: ":", rest: ".",
        kickIn: "O", kickOut: "X", kickOpen: ".")

    /// Returns the signs for a locale.
    static func ofLocale(_ variable: (String) -> String?) -> BoardSigns {
        Catalogue.isUTF8(variable) ? .blocks : .ascii
    }

    /// Returns the sign of a kick from the mark; nil for one that is still to come.
    func kick(_ isIn: Bool?) -> Character {
        guard let isIn else { return kickOpen }
        return isIn ? kickIn : kickOut
    }

    /// Returns the sign of a cell by its halves; one that is held has no halves.
    func sign(_ upperHalf: Bool, _ lowerHalf: Bool, isHeld: Bool) -> Character {
        switch (upperHalf, lowerHalf) {
        case (false, false): " "
        case _ where isHeld: held
        case (true, true): block
        case (true, false): upper
        case (false, true): lower
        }
    }
}

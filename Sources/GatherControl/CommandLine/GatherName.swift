import GatherAPI

/// Which gather is meant.
enum GatherName: Hashable, Sendable {
    /// The newest one.
    case last
    /// The one with this ID, or the only one whose ID begins so.
    case id(String)

    /// The word that means the newest one.
    static let wordOfLast = "last"

    /// Reads a word, or gives nil if it is neither `last` nor four characters or more of an ID.
    init?(_ word: String) {
        let word = word.lowercased()
        if word == Self.wordOfLast {
            self = .last
        } else if InterfaceLimits.gatherNameBytes.contains(word.utf8.count),
            word.utf8.allSatisfy({ "0123456789abcdef-".utf8.contains($0) })
        {
            self = .id(word)
        } else {
            return nil
        }
    }
}

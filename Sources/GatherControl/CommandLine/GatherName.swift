import GatherAPI
import LinuxIO

/// The name of a gather on the command line.
enum GatherName: Hashable, Sendable {
    /// The newest gather.
    case last
    /// The gather with this ID, or the only one whose ID has this beginning.
    case id(String)

    /// The word that means the newest gather.
    static let wordOfLast = "last"

    /// The ID, or its beginning; nil for the newest gather.
    var id: String? { if case .id(let id) = self { id } else { nil } }

    /// Reads a word; nil if it is neither `last` nor at least four characters of an ID.
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

    /// Returns true if a word, where the file of a match can be named as well, is the path of one:
    /// it has a slash or a full stop, or the file exists.
    static func isPath(_ word: String) -> Bool {
        word.contains { "/.".contains($0) } || Files.exists(word)
    }
}

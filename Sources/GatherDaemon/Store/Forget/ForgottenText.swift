import GatherAPI
import GatherCore
import Varlink

/// The texts that the store keeps of answered commands, without the names of a player who is
/// forgotten.
struct ForgottenText {
    /// The number of the player.
    let player: Int
    /// The names that the player has had, the longest first.
    private let names: [[Character]]
    /// The same names as they are in a command.
    private let encoded: [String]

    /// Prepares for some names.
    init(of player: Int, named names: Set<String>) {
        self.player = player
        self.names = names.map(Array.init).sorted { $0.count > $1.count }
        encoded = names.map { String(JSONValue.string($0).text.dropFirst().dropLast()) }
    }

    /// The text in place of a command that cannot be compared any more.
    static let command = "forgotten"

    /// Returns the text of a command; that of one with a name, or a checksum of names, is dropped.
    ///
    /// The same request ID is refused then, so that the command does not count twice.
    func command(_ text: String) -> String {
        let isEdit = text.hasPrefix("\(PlayersMethod.Edit.name) {id=\(player) ")
        let isImport = text.hasPrefix("\(PlayersMethod.Import.name) ")
        return isEdit || isImport || encoded.contains(where: text.contains) ? Self.command : text
    }

    /// Returns a value with the name of everybody who was forgotten in the place of the player's.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.text(text))
        case .object(var object):
            for member in object.members { object[member.key] = self.value(member.value) }
            return .object(object)
        case .array(let values): return .array(values.map(self.value))
        default: return value
        }
    }

    /// Returns a text in the same way.
    func text(_ text: String) -> String {
        guard names.contains(where: { text.contains(String($0)) }) else { return text }
        var rest = Array(text)[...]
        var result = ""
        while let first = rest.first {
            let isWithinWord = result.last.map(Self.isOfWord) ?? false
            let name =
                isWithinWord
                ? nil
                : names.first { name in
                    !name.isEmpty && rest.starts(with: name)
                        && !(rest.dropFirst(name.count).first.map(Self.isOfWord) ?? false)
                }
            if let name {
                result += Player.somebody
                rest = rest.dropFirst(name.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }
}

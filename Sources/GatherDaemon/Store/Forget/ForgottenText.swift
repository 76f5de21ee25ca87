import GatherAPI
import GatherCore
import Varlink

/// A filter that removes the names of a forgotten player from the texts that the store keeps of
/// answered commands.
struct ForgottenText {
    /// The number of the player.
    let player: Int
    /// The names that the player has had.
    private let names: Set<[Character]>
    /// The same names and those of the other players, the longest first.
    private let known: [[Character]]

    /// Prepares for some names.
    ///
    /// - Parameters:
    ///   - names: The names that the player has had.
    ///   - others: The names of other players; one that contains a name of the player stays.
    init(of player: Int, named names: Set<String>, besides others: Set<String> = []) {
        self.player = player
        self.names = Set(names.map(Array.init))
        known = names.union(others).map(Array.init).filter { !$0.isEmpty }
            .sorted { $0.count > $1.count }
    }

    /// The text in place of a command that cannot be compared any more.
    static let command = "forgotten"

    /// Returns the text of a command, or ``command`` if it contains a name of the player or a
    /// checksum that was made of names.
    ///
    /// A command that is repeated with that request ID is then refused, and does not count twice.
    func command(_ text: String) -> String {
        let isEdit = text.hasPrefix("\(PlayersMethod.Edit.name) {id=\(player) ")
        let isImport = text.hasPrefix("\(PlayersMethod.Import.name) ")
        return isEdit || isImport || Self.literals(of: text).contains { self.text($0) != $0 }
            ? Self.command : text
    }

    /// Returns the values of all JSON strings in the text of a command.
    private static func literals(of command: String) -> [String] {
        var (literals, rest) = ([String](), command.utf8[...])
        while let start = rest.firstIndex(of: UInt8(ascii: "\"")) {
            var end = rest.index(after: start)
            while end < rest.endIndex, rest[end] != UInt8(ascii: "\"") {
                let isEscape = rest[end] == UInt8(ascii: "\\")
                _ = rest.formIndex(&end, offsetBy: isEscape ? 2 : 1, limitedBy: rest.endIndex)
            }
            guard end < rest.endIndex else { break }
            let literal = String(decoding: rest[start...end], as: UTF8.self)
            if let text = JSONObject(text: "{\"text\":\(literal)}")?["text"]?.string {
                literals.append(text)
            }
            rest = rest[rest.index(after: end)...]
        }
        return literals
    }

    /// Returns a value with the name of everybody who was forgotten in the place of the player's.
    func value(_ value: JSONValue) -> JSONValue {
        switch value {
        case .string(let text): return .string(self.text(text))
        case .object(var object):
            // A value of a translatable text: the name of nobody is a form, and no form is a name.
            if object.members.count == 1, let name = object["name"]?.string {
                let text = self.text(name)
                let isForgotten = text == Player.somebody && text != name
                return .object([isForgotten ? "form" : "name": .string(text)])
            }
            for member in object.members where member.key != "form" {
                object[member.key] = self.value(member.value)
            }
            return .object(object)
        case .array(let values): return .array(values.map(self.value))
        default: return value
        }
    }

    /// Returns a text in the same way.
    func text(_ text: String) -> String {
        guard names.contains(where: { !$0.isEmpty && text.contains(String($0)) }) else {
            return text
        }
        var rest = Array(text)[...]
        var result = ""
        while let first = rest.first {
            let isWithinWord = result.last.map(Self.isOfWord) ?? false
            let name = isWithinWord ? nil : known.first { Self.begins(rest, with: $0) }
            if let name {
                result += names.contains(name) ? Player.somebody : String(name)
                rest = rest.dropFirst(name.count)
            } else {
                result.append(first)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static func begins(_ text: ArraySlice<Character>, with name: [Character]) -> Bool {
        text.starts(with: name) && !(text.dropFirst(name.count).first.map(isOfWord) ?? false)
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }
}

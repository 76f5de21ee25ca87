import GatherAPI
import Varlink

/// A player as a JSON object.
struct PlayerObject {
    private let line: ArraySlice<UInt8>
    private var player: PlayerLine
    private var unknown: [String] = []
    private var errors: [PlayerFileError] = []

    /// Adds the player of a part of a file.
    ///
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong with the part.
    static func read(
        _ line: ArraySlice<UInt8>, into content: inout PlayerFile.Content
    ) throws(PlayerFileErrors) {
        var object = PlayerObject(line: line, player: PlayerLine(offset: line.startIndex))
        do { try object.read() } catch { object.errors.append(error) }
        guard object.errors.isEmpty else { throw PlayerFileErrors(errors: object.errors) }
        content.players.append(object.player)
        for name in object.unknown { content.leaveOut(name) }
    }

    private mutating func read() throws(PlayerFileError) {
        guard let object = try Self.value(line, nesting: 4).object else {
            throw PlayerFileError(line.startIndex, tr("this is not a JSON object"))
        }
        for member in object.members { add(member) }
        if player.profile.name.isEmpty, !errors.contains(where: { $0.field == "name" }) {
            errors.append(PlayerFileError(offset(of: "name"), field: "name", tr("it is missing")))
        }
    }

    /// Returns the JSON value of a part of a file.
    static func value(
        _ line: ArraySlice<UInt8>, nesting: Int
    ) throws(PlayerFileError) -> JSONValue {
        do { return try JSONValue(parsing: line, nesting: nesting) } catch {
            switch error {
            case .syntax(let offset):
                throw PlayerFileError(line.startIndex + offset, tr("this is not JSON from here on"))
            case .invalidUTF8: throw PlayerFileError(line.startIndex, tr("this is not UTF-8"))
            case .duplicateKey(let offset):
                throw PlayerFileError(line.startIndex + offset, tr("this field is given twice"))
            case .nulCharacter(let offset), .keyTooLong(let offset), .tooDeep(let offset),
                .tooMany(let offset):
                throw PlayerFileError(line.startIndex + offset, tr("no player has this"))
            }
        }
    }

    private mutating func add(_ member: JSONObject.Member) {
        guard let field = SpreadsheetNames.field(member.key) else {
            if PlayerFile.isNumber(member.key) { player.number = member.value.int }
            unknown.append(member.key)
            return
        }
        let offset = offset(of: member.key)
        guard player.offsets[field] == nil else {
            errors.append(
                PlayerFileError(offset, field: field.rawValue, tr("this field is given twice")))
            return
        }
        player.offsets[field] = offset
        let text: String
        do { text = try self.text(member.value, field) } catch {
            errors.append(PlayerFileError(offset, field: field.rawValue, error.problem))
            return
        }
        do { try player.set(field, text, at: offset) } catch { errors.append(error) }
    }

    /// Returns the text of a value; the age and the shirt take a number, and every
    /// other field a text.
    private func text(_ value: JSONValue, _ field: PlayerField) throws(PlayerFieldError) -> String {
        switch (value, field) {
        case (.null, _): return ""
        case (.int(let number), .age): return "\(number)"
        case (_, .age): throw PlayerFieldError(problem: tr("this is not a whole number of years"))
        case (.int(let number), .shirt): return "\(number)"
        case (_, .shirt): throw PlayerFieldError(problem: tr("this is not a whole number"))
        case (.string(let text), _): return text
        default: throw PlayerFieldError(problem: tr("this is not a text"))
        }
    }

    /// Returns the offset of a member's name: in valid JSON, a name in quotes before a colon can be
    /// nothing else.
    private func offset(of key: String) -> Int {
        let name = Array("\"\(key)\"".utf8)
        let starts = line.indices.filter { line[$0...].starts(with: name) }
        let start = starts.first { start in
            let rest = line[(start + name.count)...].drop { " \t".utf8.contains($0) }
            return rest.first == UInt8(ascii: ":")
        }
        return start ?? line.startIndex
    }
}

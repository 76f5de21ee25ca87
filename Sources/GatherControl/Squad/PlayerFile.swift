import GatherAPI
import Varlink

/// A player in a file, and where each field of it is.
struct PlayerLine: Hashable {
    /// The player.
    var profile = ProfileFields(name: "")

    /// Where the line begins in the file, in bytes.
    let offset: Int

    /// Where the fields begin.
    var offsets: [PlayerField: Int] = [:]
}

/// What is wrong with a file of players, all that was found.
struct PlayerFileErrors: Error, Hashable {
    /// One or more, in the order of the file.
    var errors: [PlayerFileError]
}

/// Reads a file of players: comma-separated values with a header, or a JSON object a line.
enum PlayerFile {
    /// The players of a file.
    ///
    /// - Parameter format: How it is written; if it is nil, what begins with a brace is JSON.
    static func players(
        _ bytes: [UInt8], _ format: ExportFormat?
    ) throws(PlayerFileErrors) -> [PlayerLine] {
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let first = bytes[start...].first { !" \t\r\n".utf8.contains($0) }
        switch format ?? (first == UInt8(ascii: "{") ? .json : .csv) {
        case .csv: return try PlayerTable.players(bytes, from: start)
        case .json: return try jsonLines(bytes, from: start)
        }
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private static func jsonLines(
        _ bytes: [UInt8], from start: Int
    ) throws(PlayerFileErrors) -> [PlayerLine] {
        var players: [PlayerLine] = []
        var errors: [PlayerFileError] = []
        for line in bytes[start...].split(separator: UInt8(ascii: "\n")) {
            if line.allSatisfy({ " \t\r".utf8.contains($0) }) { continue }
            do { players.append(try PlayerObject.player(line)) } catch { errors += error.errors }
        }
        guard errors.isEmpty else { throw PlayerFileErrors(errors: errors) }
        return players
    }

    /// What fields a file may have beside those of a player: they are ours or a server's to give.
    static let givenByOthers: Set = ["id", "remoteid"]

    /// The name of a field as it is compared, without case, blanks, dashes and underscores.
    static func key(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The field with such a name.
    static func field(_ name: String) -> PlayerField? {
        let key = key(name)
        return PlayerField.allCases.first { Self.key($0.rawValue) == key }
    }

    /// What is said of another field.
    static func unknown(_ name: String) -> String {
        "there is no field '\(name)'; they are name, age, skill, position and favouriteTeam"
    }
}

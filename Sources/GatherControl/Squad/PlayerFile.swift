import GatherAPI
import Varlink

/// A player in a file, with the position of each field.
struct PlayerLine: Hashable {
    var profile = ProfileFields(name: "")

    /// The offset of the line in the file, in bytes.
    let offset: Int
    var offsets: [PlayerField: Int] = [:]
}

/// The errors in a file of players, all that were found.
struct PlayerFileErrors: Error, Hashable {
    /// At least one error, in the order of the file.
    var errors: [PlayerFileError]
}

/// Reads a file of players: comma-separated values with a header, or a JSON object on each line.
enum PlayerFile {
    /// Returns the players of a file.
    ///
    /// - Parameter format: Its format; if it is nil, a file that begins with a brace is JSON.
    /// - Throws: ``PlayerFileErrors`` with everything that is wrong.
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

    /// The further fields that a file may have; they are assigned by the daemon or by a server.
    static let givenByOthers: Set = ["id", "remoteid"]

    /// Returns the name of a field for comparison, without case, blanks, dashes and underscores.
    static func key(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    static func field(_ name: String) -> PlayerField? {
        let key = key(name)
        return PlayerField.allCases.first { Self.key($0.rawValue) == key }
    }

    static func unknown(_ name: String) -> String {
        tr(
            "unknown field '%1$@'; the fields are name, age, skill, position and favouriteTeam",
            name)
    }
}

/// An error in a file of players, with its position.
struct PlayerFileError: Error, Hashable {
    /// The position, in bytes from the beginning.
    let offset: Int

    /// The name of the field, if the error is about one.
    var field: String?
    let problem: String

    init(_ offset: Int, field: String? = nil, _ problem: String) {
        self.offset = offset
        self.field = field
        self.problem = problem
    }

    /// Returns the error with its place: `line 3, column 6 (age): ...`.
    func text(in bytes: [UInt8]) -> String {
        let before = bytes[..<min(offset, bytes.count)]
        let newline = UInt8(ascii: "\n")
        let line = before.count { $0 == newline } + 1
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        // Columns are counted in characters, in a line that may begin with a byte order mark.
        let column =
            String(decoding: before[start...], as: UTF8.self).filter { $0 != "\u{FEFF}" }
            .count + 1
        guard let field else { return tr("line %1$@, column %2$@: %3$@", line, column, problem) }
        return tr("line %1$@, column %2$@ (%3$@): %4$@", line, column, field, problem)
    }
}

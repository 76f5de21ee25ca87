import GatherCore
import Varlink

/// The form of the defaults as the value of a fact: a JSON object with a checksum of the rest.
extension MatchDefaults {
    var storedText: String {
        var json: JSONObject = [
            "seconds": time.map(\.wholeSeconds).stored, "teamAName": teamAName.stored,
            "teamBName": teamBName.stored, "colorA": colors.teamA.stored,
            "colorB": colors.teamB.stored, "players": players.stored,
        ]
        // A format of a file is stored as a whole: it stays as it was when it was chosen, even if
        // the file is gone.
        if let format {
            let isNamed = MatchFormat(named: format.name) == format
            json["format"] = isNamed ? format.name.stored : format.stored
        }
        json["checksum"] = RowChecksum.of([.text(json.text)]).stored
        return json.text
    }

    /// Reads the value of the fact; nil if it is damaged.
    init?(stored text: String) {
        guard var json = JSONObject(text: text), let checksum: Int = json.value("checksum") else {
            return nil
        }
        json["checksum"] = nil
        guard checksum == RowChecksum.of([.text(json.text)]),
            let players: [Int] = json.value("players")
        else { return nil }
        self.init()
        time = json.value("seconds").map { GatherTime(minutes: $0 / 60, seconds: $0 % 60) }
        format = json.value("format").flatMap { MatchFormat(named: $0) } ?? json.value("format")
        (teamAName, teamBName) = (json.value("teamAName"), json.value("teamBName"))
        colors = TeamColors(teamA: json.value("colorA"), teamB: json.value("colorB"))
        self.players = players
    }
}

import GatherCore
import Varlink

/// The ID, names and score by which a list of results shows a gather.
struct GatherTitle: Equatable {
    let id: String
    let teamAName: String
    let teamBName: String
    let score: String

    /// Makes the title of a gather; one whose opening was undone does not contain its ID.
    init(_ gather: Gather, id: String) {
        self.id = id
        (teamAName, teamBName) = (gather.name(of: .teamA), gather.name(of: .teamB))
        score = gather.score.scoreDescription
    }

    /// Reads the title from the stored summary of a closed gather; nil if there is none.
    init?(_ row: GatherRow) {
        guard let summary = row.summary.flatMap(JSONObject.init(text:)),
            let teamAName: String = summary.value("teamAName"),
            let teamBName: String = summary.value("teamBName"),
            let score: String = summary.value("score")
        else { return nil }
        id = row.id
        (self.teamAName, self.teamBName, self.score) = (teamAName, teamBName, score)
    }
}

import GatherAPI
import Testing

@testable import GatherControl

@Suite struct LeftoverPresenterTests {
    private static let remoteID = "0B6C0F2E-3A55-4D0F-9A43-7D1F2C3B4A5F"

    /// The lines of a result, below its first.
    private static func lines(
        _ players: [MissingPlayerFields] = [], _ leftovers: [LeftoverFields] = [],
        _ state: SubmissionFields.State = .sent, first: String = "Result sent"
    ) -> [String] {
        let result = ResultFields(
            gatherID: "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e", teamAName: "Reds",
            teamBName: "Blues", score: "2-1",
            submission: SubmissionFields(
                state: state, questions: players.count, leftovers: leftovers.count),
            missingPlayers: players, leftovers: leftovers)
        let lines = SubmissionPresenter.lines([result], at: Sample.now)
        #expect(lines.first == "6f1c7f0e  Reds 2-1 Blues  \(first)")
        return Array(lines.dropFirst())
    }

    @Test("of several of a name each is offered, and of another name that it is the same player")
    func players() {
        let several = MissingPlayerFields(playerID: 3, name: "Ann", sameName: [17, 21])
        let one = MissingPlayerFields(playerID: 5, name: "Bo", sameName: [18])
        let other = MissingPlayerFields(playerID: 4, name: "أحمد", otherName: 9)
        #expect(
            Self.lines([several, one, other]) == [
                "  Ann (3) is missing there: 2 players at the server have that name",
                "    it is number 17: 'gatherctl player link 3 17'",
                "    it is number 21: 'gatherctl player link 3 21'",
                "    none of these: 'gatherctl player sync'",
                "  Bo (5) is missing there: it is not clear who has that name at the server",
                "    it is number 18: 'gatherctl player link 5 18'",
                "    none of these: 'gatherctl player sync'",
                "  \u{2068}أحمد\u{2069} (4) is missing there: number 9 at the server has another "
                    + "name now",
                "    still the same player: 'gatherctl player link 4 9'",
                "    somebody else: 'gatherctl player sync'",
            ])
        let unknown = MissingPlayerFields(playerID: 6, name: "Cy")
        #expect(
            Self.lines([unknown]) == [
                "  Cy (6) is missing there: the server does not say who it is",
                "    somebody else: 'gatherctl player sync'",
            ])
    }

    private static let kinds: [(LeftoverFields, String, String)] = [
        (
            LeftoverFields(kind: .stray, remoteID: remoteID), "match 0B6C0F2E, no result",
            "a request whose answer was lost may have made it, or another client has"
        ),
        (
            LeftoverFields(kind: .replaced, remoteID: remoteID, score: "3-0", players: 2),
            "match 0B6C0F2E, 3-0, 2 players",
            "a corrected one has replaced it; somebody else may have changed it or made it"
        ),
        (
            LeftoverFields(kind: .discarded, remoteID: remoteID, score: "3-0", players: 1),
            "match 0B6C0F2E, 3-0, 1 player",
            "the match was discarded; somebody else may have changed it or made it"
        ),
        (
            LeftoverFields(kind: .discarded, remoteID: remoteID, score: "3-0", players: 0),
            "match 0B6C0F2E, 3-0, no players",
            "the match was discarded; somebody else may have changed it or made it"
        ),
        (
            LeftoverFields(kind: .player, remoteID: "23", name: "Ann"), "player 23, Ann",
            "it may have been made twice: by another client, or by a request whose answer was lost"
        ),
    ]

    @Test("what is left is named with the reason, what deletes it and what keeps it")
    func leftovers() {
        #expect(Set(Self.kinds.map(\.0.kind)) == Set(LeftoverFields.Kind.allCases))
        for (leftover, what, why) in Self.kinds {
            let id = leftover.remoteID
            #expect(LeftoverPresenter.line(leftover) == "  \(what): \(why)")
            #expect(
                Self.lines([], [leftover]) == [
                    "  left at the server: \(what)", "    why: \(why)",
                    "    delete: 'gatherctl submissions remove 6f1c7f0e \(id)'",
                    "    keep: 'gatherctl submissions keep 6f1c7f0e \(id)'",
                ])
        }
        let stray = Self.kinds[0].0
        #expect(Self.lines([], [stray], .withdrawn, first: "Result withdrawn").count == 4)
    }

    @Test("no text of a server or a person moves the cursor, or means anything to a shell")
    func printable() {
        let nasty = "\u{1B}[2J'$(x)\n\u{202E}"
        let lines = Self.lines(
            [MissingPlayerFields(playerID: 1, name: nasty, sameName: [2])],
            [LeftoverFields(kind: .player, remoteID: nasty, name: nasty, score: nasty)])
        #expect(lines.count == 7)
        for line in lines { #expect(line.shown == line) }
        for line in lines.suffix(2) { #expect(!line.contains("$")) }
    }
}

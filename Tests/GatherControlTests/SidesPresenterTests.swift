import GatherAPI
import Testing

@testable import GatherControl

@Suite struct SidesPresenterTests {
    private static let long = String(repeating: "한", count: 100)

    private static func gather(bench: Int = 0) -> GatherSnapshot {
        var gather = Sample.gather(names: ("Reds", "النسور"))
        gather.teamA.players = [
            player(1, "Anna", "goalkeeper"), player(12, "김민준", "defender"),
            player(3, "Zoe\u{308}", "winger"),
        ]
        gather.teamB.players = [player(4, "أحمد", "midfielder"), player(5, "👩‍👩‍👧", nil)]
        gather.bench = [player(6, "Ben", "striker"), player(7, "Carl", nil)].suffix(bench)
        return gather
    }

    private static func player(_ id: Int, _ name: String, _ position: String?) -> PlayerFields {
        PlayerFields(id: id, name: name, position: position)
    }

    @Test("a card has both sides beside each other, and the bench below")
    func card() {
        #expect(
            SidesPresenter.card(Self.gather(bench: 2).sides) == [
                "Reds         \u{2068}النسور\u{2069}", "GK   Anna    MID  \u{2068}أحمد\u{2069}",
                "DEF  김민준  -    👩‍👩‍👧", "W    Zoe\u{308}", "Bench: ST Ben, Carl",
            ])
    }

    @Test("a card without players has no lines, one with a bench alone has it")
    func few() {
        #expect(SidesPresenter.card(Sample.gather().sides) == [])
        var gather = Sample.gather()
        gather.bench = [Self.player(1, "Anna", nil)]
        #expect(SidesPresenter.card(gather.sides) == ["Bench: Anna"])
    }

    @Test("long names are shortened on a card, so that it fits 80 columns")
    func shortened() {
        var gather = Self.gather()
        gather.teamA.players[0].name = Self.long
        gather.teamB.name = Self.long
        gather.teamB.players = gather.teamA.players
        let lines = SidesPresenter.card(gather.sides)
        let half = String(repeating: "한", count: 14) + "…"
        #expect(lines[1] == "GK   \(half)  GK   \(half)")
        #expect(lines.allSatisfy { TextWidth.of($0) <= 80 })
    }

    @Test("the list has everybody with number and full name, in the same columns")
    func list() {
        var gather = Self.gather()
        gather.teamB.players[1].name = Self.long
        #expect(
            SidesPresenter.list(gather.sides) == [
                "Reds", "   1  GK   Anna", "  12  DEF  김민준", "   3  W    Zoe\u{308}",
                "\u{2068}النسور\u{2069}", "   4  MID  \u{2068}أحمد\u{2069}",
                "   5  -    \(Self.long)",
                "Bench", "  nobody",
            ])
    }

    @Test("a line has everybody")
    func line() {
        #expect(
            SidesPresenter.line(Self.gather(bench: 1).sides)
                == "Reds: GK Anna, DEF 김민준, W Zoe\u{308}; \u{2068}النسور\u{2069}: MID "
                + "\u{2068}أحمد\u{2069}, 👩‍👩‍👧; Bench: Carl")
    }

    @Test("each position has its acronym, and none a dash")
    func acronyms() {
        let positions = ["goalkeeper", "defender", "midfielder", "winger", "striker", "sweeper"]
        #expect(
            positions.map(PositionText.acronym) == ["GK", "DEF", "MID", "W", "ST", "SWE"])
        #expect(PositionText.acronym(nil) == "-")
    }
}

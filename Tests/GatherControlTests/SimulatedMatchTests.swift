import Testing
import Varlink

@testable import GatherControl

@Suite struct SimulatedMatchTests {
    private static let plays = [
        SimulatedMatch.Play(
            index: 0, length: 2_700, runsOn: true, beginsAtOnce: false, pause: 900),
        SimulatedMatch.Play(index: 2, length: 2_700, runsOn: true, beginsAtOnce: false),
    ]

    private static func text(_ seed: Int) -> [String] {
        SimulatedMatch(seed: seed, format: "halves", plays: plays).events.map {
            let details = String(decoding: JSONValue.object($0.details).bytes, as: UTF8.self)
            return "\($0.number) \($0.step) \($0.wall) \($0.kind) \(details)"
        }
    }

    @Test func theSameSeedMakesTheSameMatch() {
        #expect(Self.text(7) == Self.text(7))
        #expect(Set((1...20).map { Self.text($0) }).count == 20)
    }

    @Test func aMatchIsPlausible() {
        var kinds: Set<String> = []
        var goals = 0
        for seed in 1...50 {
            let events = SimulatedMatch(seed: seed, format: "halves", plays: Self.plays).events
            #expect(events.first?.kind == "opened" && events.last?.kind == "ended")
            #expect(events.map(\.number) == Array(1...events.count))
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.wall <= $1.wall })
            #expect(events.filter { $0.kind == "periodBegan" }.count == 2)
            kinds.formUnion(events.map(\.kind))
            goals += events.filter { ["goalScored", "scoreAdded"].contains($0.kind) }.count
        }
        #expect((50...400).contains(goals))
        let wanted: Set = [
            "goalScored", "scoreAdded", "goalAmended", "cardShown", "substituted", "undone",
            "addedTimeAnnounced", "periodBegan", "periodEnded", "foulCounted",
        ]
        #expect(kinds.isSuperset(of: wanted))
    }

    @Test func aSideKeepsSevenPlayersHoweverManyCardsAreShown() {
        for isRed in [false, true] {
            let players = (1...11).map { RecordedPlayer(id: $0, name: "\($0)") }
            var squad = SimulatedMatch.Squad(playing: players, bench: [])
            var kinds: [String] = []
            for number in 0..<100 {
                let player = squad.playing[number * 5 % squad.playing.count]
                kinds.append(squad.showCard(isRed: isRed, to: player) ?? "none")
            }
            #expect(squad.playing.count == SimulatedMatch.Squad.fewest)
            let leaving = kinds.filter { $0 == (isRed ? "red" : "secondYellow") }
            #expect(leaving.count == 4)
            #expect(kinds.contains("yellow") == !isRed)
            #expect(kinds.last == "none")
        }
    }

    @Test func thePeriodsOfPlayAreThoseOfTheFormat() throws {
        let text = """
            {"periods":[{"kind":"play","seconds":60,"atZero":"stop","begins":"byHand"},
            {"kind":"break","seconds":30,"atZero":"stop","begins":"atOnce"},
            {"kind":"play","seconds":90,"atZero":"run","begins":"atOnce"},
            {"kind":"kicks","seconds":0,"atZero":"stop","begins":"byHand"}]}
            """
        let format = try JSONValue(parsing: Array(text.utf8)[...], nesting: 4)
        #expect(
            SimulatedMatch.Play.all(of: format) == [
                .init(index: 0, length: 60, runsOn: false, beginsAtOnce: false, pause: 30),
                .init(index: 2, length: 90, runsOn: true, beginsAtOnce: true),
            ])
    }
}

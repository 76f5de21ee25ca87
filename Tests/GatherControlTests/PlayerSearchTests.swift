import Testing

@testable import GatherControl

@Suite struct PlayerSearchTests {
    private static let squad = PlayerSearch(
        ["Anna", "Hannah", "José", "Jose Maria", "김민준", "7", "John", "john", "John Smith"]
            .enumerated().map { PlayerSearch.Candidate(id: $0 + 1, name: $1) })

    private func id(_ word: String) -> [Int] {
        switch Self.squad.player(word) {
        case .found(let player): [player.id]
        case .several(let players): players.map(\.id)
        case .none(let like): like.map { -$0.id }
        }
    }

    @Test(
        "a player is found by number, by name, or by a part of it that no other has",
        arguments: [
            ("3", 3), ("HANNAH", 2), ("hann", 2), ("mari", 4), ("민준", 5), ("김민", 5), ("jose", 3),
            ("JOSÉ", 3), ("smith", 9), ("John", 7), ("john", 8), (" jose  maria ", 4),
        ])
    func found(word: String, number: Int) {
        #expect(id(word) == [number])
    }

    @Test(
        "a part that several have names them all",
        arguments: [
            ("anna", [1]), ("ann", [1, 2]), ("jo", [3, 4, 7, 8, 9]), ("JOHN", [7, 8]),
            ("JOH", [7, 8, 9]),
        ])
    func several(word: String, numbers: [Int]) {
        #expect(id(word) == numbers)
    }

    @Test("a number is that of a player first, and a name only then")
    func number() {
        #expect(id("7") == [7])
        #expect(
            PlayerSearch([.init(id: 1, name: "7")]).player("7") == .found(.init(id: 1, name: "7")))
    }

    @Test("a number is that of a player of any group before it is a part of a name")
    func numberInAnotherGroup() throws {
        let side = [PlayerSearch.Candidate(id: 12, name: "K5")]
        let all = side + [PlayerSearch.Candidate(id: 5, name: "Ben")]
        let lookup = PlayerLookup(failure: "%1$@", groups: [side, all])
        #expect(try lookup.player("5").id == 5)
        #expect(try lookup.player("k5").id == 12)
    }

    @Test("a whole name in any group comes before a part of a name")
    func nameInAnotherGroup() throws {
        let side = [
            PlayerSearch.Candidate(id: 1, name: "Benjamin"),
            PlayerSearch.Candidate(id: 2, name: "Ada"),
        ]
        let all =
            side + [
                PlayerSearch.Candidate(id: 3, name: "Ben"),
                PlayerSearch.Candidate(id: 4, name: "Ada"),
            ]
        let lookup = PlayerLookup(failure: "%1$@", groups: [side, all])
        #expect(try lookup.player("ben").id == 3)
        #expect(try lookup.player("benj").id == 1)
        #expect(try lookup.player("ada").id == 2)
    }

    @Test(
        "where there is none, names that look alike are offered",
        arguments: [
            ("Hanah", [-2]), ("jsoé", [-3, -4]), ("smiht", [-9]), ("xyzzy", []), ("", []),
            ("99", []),
            ("q", []),
        ])
    func none(word: String, numbers: [Int]) {
        #expect(id(word) == numbers)
    }
}

import GatherAPI
import GatherClub
import Testing
import Varlink

struct TableTests {
    private func table(_ sequence: Int = 3) throws -> Table {
        let fixtures = ["1 Reds Blues A", "2 Greens Whites B"].map(Samples.fixture)
        let apart = try #require(Samples.result("m9", "1-1", fixture: nil))
        return Table(
            sequence: sequence, order: .headToHead,
            Standings(of: fixtures, Samples.results("1 2-0") + [apart], order: .headToHead))
    }

    @Test("a table is read as it was written, and has the documented names")
    func roundTrip() throws {
        let table = try table()
        #expect(Table(payload: table.payload) == table)
        let text = String(decoding: table.payload, as: UTF8.self)
        #expect(
            text == """
                {"sequence":3,"order":"head-to-head","groups":[{"group":"A","rows":[\
                {"position":1,"team":"Reds","played":1,"won":1,"drawn":0,"lost":0,"goalsFor":2,\
                "goalsAgainst":0,"goalDifference":2,"points":3},\
                {"position":2,"team":"Blues","played":1,"won":0,"drawn":0,"lost":1,"goalsFor":0,\
                "goalsAgainst":2,"goalDifference":-2,"points":0}]},\
                {"group":"B","rows":[\
                {"position":1,"team":"Greens","played":0,"won":0,"drawn":0,"lost":0,"goalsFor":0,\
                "goalsAgainst":0,"goalDifference":0,"points":0},\
                {"position":1,"team":"Whites","played":0,"won":0,"drawn":0,"lost":0,"goalsFor":0,\
                "goalsAgainst":0,"goalDifference":0,"points":0}]}],\
                "apart":[{"pitch":"north","match":"m9","teamA":"one","teamB":"two","score":"1-1",\
                "reason":"noFixture"}]}
                """)
    }

    @Test("a later version may add fields and reasons")
    func lenient() throws {
        let table = try table()
        let text = String(decoding: table.payload, as: UTF8.self)
        let newer = text.replacing("\"team\":\"Reds\"", with: "\"team\":\"Reds\",\"form\":[1]")
        #expect(Table(payload: Array(newer.utf8)) == table)
        let reason = text.replacing("noFixture", with: "forfeited")
        #expect(Table(payload: Array(reason.utf8))?.apart == [])
    }

    @Test(
        "what is no table is not read",
        arguments: [
            "", "{}", "[]", "{\"sequence\":9223372036854775807,\"order\":\"x\",\"groups\":[]}",
            "{\"sequence\":1,\"order\":\"x\",\"groups\":[{}]}",
        ])
    func nonsense(text: String) { #expect(Table(payload: Array(text.utf8)) == nil) }

    @Test("a newer table replaces one, and any one whose number leaves no room")
    func replacement() throws {
        let (older, newer, last) = (try table(3), try table(4), try table(Table.mostSequence))
        #expect(newer.replaces(older))
        #expect(!older.replaces(newer))
        #expect(!newer.replaces(newer))
        #expect(newer.leavesRoom && !last.leavesRoom)
        #expect(last.replaces(newer) && newer.replaces(last))
        // It is read, so that it has to be replaced.
        #expect(Table(payload: last.payload) == last)
    }

    @Test("two tables that show the same differ in their sequence alone")
    func same() throws {
        let (one, other) = (try table(1), try table(2))
        #expect(one.showsSame(as: other))
        #expect(one != other)
    }

    @Test("the longest table fits a message")
    func longest() throws {
        let name = String(repeating: "é", count: 90)
        let fixtures = (0..<FixtureList.most).map { number in
            Fixture(
                id: "\(number)", home: "\(name)a\(number)", away: "\(name)b\(number)",
                group: "\(number % 9)")
        }
        let apart = try (0..<600).map { number in
            try #require(
                Samples.result("m\(number)", "0-0", fixture: nil, teams: (name, name)))
        }
        let standings = Standings(fixtures, apart, order: .goalDifference)
        #expect(standings.apart.count == Standings.mostApart)
        let table = Table(sequence: 1, order: .goalDifference, standings)
        #expect(table.payload.count <= Table.mostBytes)
        #expect(Table(payload: table.payload) == table)
    }
}

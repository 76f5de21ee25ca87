import GatherCore
import Testing

struct PlayerProfileTests {
    private func problem(
        _ name: String, age: Int? = nil, team: String? = nil
    ) -> PlayerProfile.Problem? {
        do throws(PlayerProfile.Problem) {
            _ = try PlayerProfile(name: name, age: age, favouriteTeam: team)
            return nil
        } catch {
            return error
        }
    }

    @Test("a name is required, trimmed, and has 1 to 100 characters of any script")
    func name() throws {
        #expect(try PlayerProfile(name: " \tAda ").name == "Ada")
        for name in ["", "   ", "\u{200B}"] { #expect(problem(name) == .text(.name, .empty)) }
        for name in ["손흥민", "محمد صلاح", "Ze\u{301}", "👩‍👩‍👧", String(repeating: "é", count: 100)] {
            #expect(problem(name) == nil)
        }
        #expect(problem(String(repeating: "a", count: 101)) == .text(.name, .tooLong))
        #expect(problem(String(repeating: " ", count: 2_000)) == .text(.name, .tooLong))
    }

    @Test("control characters, and what turns the text around, are refused")
    func control() {
        for name in ["a\u{0}b", "a\nb", "a\u{1B}[2Jb", "a\u{202E}b", "a\u{2028}b"] {
            #expect(problem(name) == .text(.name, .unprintable))
        }
    }

    @Test("an age is from 1 to 120")
    func age() {
        for age in [1, 120] { #expect(problem("Ada", age: age) == nil) }
        for age in [0, -5, 121, .max, .min] { #expect(problem("Ada", age: age) == .age) }
    }

    @Test("a favourite team is a name as well")
    func favouriteTeam() throws {
        let profile = try PlayerProfile(name: "Ada", favouriteTeam: " Reds ")
        #expect(profile.favouriteTeam == "Reds")
        #expect(problem("Ada", team: "") == .text(.favouriteTeam, .empty))
        #expect(problem("Ada", team: "a\nb") == .text(.favouriteTeam, .unprintable))
        let long = String(repeating: "a", count: 101)
        #expect(problem("Ada", team: long) == .text(.favouriteTeam, .tooLong))
    }

    @Test("a squad has room for 500 who are present, and for 5,000 in all")
    func room() {
        var squad = Squad((1...499).map { Squad.Member(id: $0, profile: .named("P\($0)")) })
        #expect(squad.limit(exceededByAdding: 1) == nil)
        #expect(squad.limit(restoring: 1) == nil)
        #expect(squad.limit(exceededByAdding: 2) == 500)
        #expect(squad.limit(exceededByAdding: 1, restoring: 1) == 500)
        for id in 500...4_999 {
            squad.put(Squad.Member(id: id, profile: .named("P\(id)"), isRemoved: true))
        }
        #expect(squad.limit(exceededByAdding: 1) == nil)
        squad.remove(1)
        #expect(squad.limit(exceededByAdding: 2) == 5_000)
        #expect(squad.limit(restoring: 2) == nil)
        // An older database may have more, whose players can still be changed and restored.
        for id in 5_000...5_010 {
            squad.put(Squad.Member(id: id, profile: .named("P\(id)"), isRemoved: true))
        }
        #expect(squad.limit(restoring: 2) == nil)
        #expect(squad.limit() == nil)
        #expect(squad.limit(exceededByAdding: 1) == 5_000)
    }

    @Test("a number is given once, also after its player was removed")
    func numbers() throws {
        var squad = Squad([Squad.Member(id: 1, profile: .named("Ada"))])
        squad.put(Squad.Member(id: 2, profile: .named("Bo")))
        squad.remove(2)
        #expect(squad.nextID == 3)
        #expect(squad.present.map(\.id) == [1])
        #expect(squad.player(2) == nil)
        #expect(squad[2]?.profile.name == "Bo")
        #expect(Squad().nextID == 1)
    }
}

import Testing

@testable import GatherCore

@Suite("Players of whom somebody says who they are at a server")
struct LinkTests {
    private static let account = "server alice"

    private static func linked(
        _ id: Int, _ name: String, _ remoteID: Int, isRemoved: Bool = false
    ) throws -> Squad.Member {
        let profile = try PlayerProfile(name: name)
        let link = LinkedPlayer(
            account: account, id: remoteID, agreed: AgreedProfile(profile))
        return Squad.Member(
            id: id, profile: profile, isRemoved: isRemoved, link: .linked(link))
    }

    private static func listed(_ id: Int, _ name: String, age: Int? = nil) -> ListedPlayer {
        ListedPlayer(id: id, profile: AgreedProfile(name: name, age: age))
    }

    private static func linking(
        _ squad: Squad, _ id: Int, _ remoteID: Int, _ listed: [ListedPlayer]
    ) throws -> Squad {
        var squad = squad
        let members = try squad.linking(id, with: remoteID, of: listed, account: account)
        for member in members { squad.put(member) }
        return squad
    }

    private static func link(of id: Int, in squad: Squad) throws -> LinkedPlayer {
        guard case .linked(let linked) = try #require(squad[id]).link else {
            throw Squad.LinkProblem.noSuchPlayer
        }
        return linked
    }

    @Test("what both have in common is what they agree on, and to say it again changes nothing")
    func common() throws {
        let ada = Squad.Member(
            id: 1, profile: try PlayerProfile(name: "Ada", age: 30, skill: .amateur))
        let there = [Self.listed(7, "Ada", age: 30), Self.listed(8, "Ada")]
        let squad = try Self.linking(Squad([ada]), 1, 7, there)
        let link = try Self.link(of: 1, in: squad)
        #expect(link.id == 7)
        #expect(link.agreed == AgreedProfile(name: "Ada", age: 30))
        #expect(link.confirmedName == nil)
        #expect(try Self.linking(squad, 1, 7, there) == squad)
        #expect(try Self.link(of: 1, in: Self.linking(squad, 1, 8, there)).id == 8)
    }

    @Test("another name is no question any more, until it is another one still")
    func otherName() throws {
        let ann = Squad.Member(id: 1, profile: try PlayerProfile(name: "Ann"))
        let there = [Self.listed(7, "Dr. Smith")]
        let squad = try Self.linking(Squad([ann]), 1, 7, there)
        let member = try #require(squad[1])
        #expect(member.relation(of: 7, in: ListedIndex(there)) == .same)
        #expect(member.relation(of: 7, in: ListedIndex([Self.listed(7, "Bo")])) == .other)
        // Which of the names is right is asked by the sync, and not who it is.
        let plan = SyncPlan(squad, there, account: Self.account)
        #expect(plan.steps.map(\.question) == [.conflict([.name])])
        let other = SyncPlan(squad, [Self.listed(7, "Bo")], account: Self.account)
        #expect(other.steps.map(\.question) == [.otherName])
        // A number that has another name by now is confirmed in the same way.
        let stale = try Self.linking(Squad([Self.linked(1, "Ann", 7)]), 1, 7, there)
        #expect(try #require(stale[1]).relation(of: 7, in: ListedIndex(there)) == .same)
        #expect(try Self.link(of: 1, in: stale).agreed == AgreedProfile(name: "Ann"))
    }

    @Test("a name of any length is not kept, and is confirmed all the same")
    func longName() throws {
        let there = [Self.listed(7, String(repeating: "x", count: Limits.nameBytes + 1))]
        let ann = Squad.Member(id: 1, profile: try PlayerProfile(name: "Ann"))
        let squad = try Self.linking(Squad([ann]), 1, 7, there)
        #expect(try #require(squad[1]).relation(of: 7, in: ListedIndex(there)) == .same)
        #expect(try Self.link(of: 1, in: squad).confirmedName == "")
    }

    @Test("one who was removed gives the number up, and one who is here does not")
    func heirs() throws {
        let members = [
            try Self.linked(1, "Ann", 7, isRemoved: true), try Self.linked(2, "Bo", 8),
            Squad.Member(id: 3, profile: try PlayerProfile(name: "Ann")),
        ]
        let there = [Self.listed(7, "Ann"), Self.listed(8, "Bo")]
        let squad = try Self.linking(Squad(members), 3, 7, there)
        #expect(squad[1]?.link == .unlinked)
        #expect(squad[3]?.link.id(for: Self.account) == 7)
        let problems: [(Int, Int, Squad.LinkProblem)] = [
            (3, 8, .linkedToAnother(members[1])), (3, 9, .notAtServer), (1, 7, .noSuchPlayer),
            (4, 7, .noSuchPlayer),
        ]
        for (id, remoteID, problem) in problems {
            #expect(throws: problem) {
                try Squad(members).linking(
                    id, with: remoteID, of: there, account: Self.account)
            }
        }
    }

    @Test("a link is forgotten, of this account alone")
    func unlinking() throws {
        let squad = Squad([try Self.linked(1, "Ann", 7)])
        #expect(try squad.unlinking(1, account: Self.account).link == .unlinked)
        #expect(try squad.unlinking(1, account: "another") == squad[1])
        #expect(throws: Squad.LinkProblem.noSuchPlayer) {
            try squad.unlinking(2, account: Self.account)
        }
    }
}

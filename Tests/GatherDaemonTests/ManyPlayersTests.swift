import GatherCore
import Testing

@testable import GatherDaemon

@Suite("Many players at a server")
struct ManyPlayersTests {
    private static let account = "server alice"

    /// A squad of which a third is linked, a third is being made, and a third has namesakes; some
    /// were removed.
    private static func squad(of count: Int) throws -> Squad {
        Squad(
            try (1...count).map { id in
                let profile = try PlayerProfile(name: "Player \(id)")
                var member = Squad.Member(id: id, profile: profile, isRemoved: id % 7 == 0)
                switch id % 3 {
                case 0:
                    let linked = LinkedPlayer(
                        account: account, id: id, agreed: AgreedProfile(profile))
                    member.link = .linked(linked)
                case 1: member.link = .creating(account: account, name: profile.name, before: [])
                default: break
                }
                return member
            })
    }

    private static func listed(_ count: Int) -> [ListedPlayer] {
        (1...count).map { ListedPlayer(id: $0, profile: AgreedProfile(name: "Player \($0)")) }
    }

    /// What it takes of a processor to plan for so many members, and for 50 times as many players.
    private static func plan(_ count: Int, times: Int) throws -> Duration {
        let (squad, listed) = (try squad(of: count), listed(50 * count))
        return ProcessorTime.of {
            for _ in 0..<times {
                let plan = SyncPlan(squad, listed, account: account)
                let index = ListedIndex(listed)
                let steps = plan.steps.map { PlayersPresenter.step($0, squad, index) }
                #expect(steps.count >= 49 * count)
            }
        }
    }

    @Test("for ten times as many the plan takes ten times as long, not a hundred times")
    func plan() throws {
        let short = try Self.plan(20, times: 10)
        let long = try Self.plan(200, times: 1)
        #expect(long < short * 4)
    }

    /// What it takes of a processor to look so many up, among 50 times as many players.
    private static func search(_ count: Int, times: Int) throws -> Duration {
        let (squad, listed) = (try squad(of: count), listed(50 * count))
        let step = SubmissionStep.listSquad(Array(1...count))
        return ProcessorTime.of {
            for _ in 0..<times {
                let found = squad.members(after: step, .squad(listed), account: account)
                #expect(found.count > count / 3)
            }
        }
    }

    @Test("ten times as many are looked up in ten times as long, not a hundred times")
    func search() throws {
        let short = try Self.search(10, times: 10)
        let long = try Self.search(100, times: 1)
        #expect(long < short * 4)
    }
}

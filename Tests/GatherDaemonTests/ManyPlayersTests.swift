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

    /// Returns the processor time of a plan for `count` members and 50 times as many players.
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

    /// Returns the time for a number ten times, and for ten times the number once.
    ///
    /// It is the least of five measurements: on a busy machine any of them can be too long.
    private static func least(
        of measured: (_ count: Int, _ times: Int) throws -> Duration, _ count: Int
    ) throws -> (short: Duration, long: Duration) {
        let pairs = try (1...5).map { _ in
            (try measured(count, 10), try measured(10 * count, 1))
        }
        return (try #require(pairs.map(\.0).min()), try #require(pairs.map(\.1).min()))
    }

    @Test("for ten times as many the plan takes ten times as long, not a hundred times")
    func plan() throws {
        let (short, long) = try Self.least(of: Self.plan, 20)
        #expect(long < short * 6)
    }

    /// Returns the processor time for a search of `count` members among 50 times as many players.
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
        let (short, long) = try Self.least(of: Self.search, 10)
        #expect(long < short * 6)
    }
}

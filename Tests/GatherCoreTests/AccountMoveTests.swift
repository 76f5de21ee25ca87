import Testing

@testable import GatherCore

@Suite("An account that is at another address by now")
struct AccountMoveTests {
    private static let old = "http://old U1"
    private static let new = "https://new U1"
    private static let move = AccountMove(to: new, userID: "U1")
    private static let now = Moment(boottime: .seconds(1_000), wall: .zero, boot: "b")

    @Test(
        "only other addresses of the same user are moved",
        arguments: [old: new, new: nil, "http://old U2": nil, "http://old XU1": nil, "": nil])
    func keys(key: String, moved: String?) {
        #expect(Self.move.moved(key) == moved)
    }

    private static func submission(_ progress: SubmissionRecord.Progress) throws -> Submission {
        let result = try #require(MatchResult(score: "2-1", winnerTeam: "Team A"))
        var record = SubmissionRecord(result: result, progress: progress)
        record.former = [
            RemoteGather(account: old, id: "f", isOurs: true, sent: result),
            RemoteGather(account: "http://old U2", id: "g"),
        ]
        record.leftovers = [Leftover(.player, account: old, id: "7", name: "Ann", score: nil)]
        record.doubt = SubmissionDoubt(account: old, since: now)
        return Submission(record, at: now)
    }

    @Test("what is kept of it follows, and a gather with a result is looked for there")
    func followed() throws {
        let remote = RemoteGather(account: Self.old, id: "r", isOurs: true)
        var submission = try Self.submission(.created(remote))
        let isFollowed = submission.follow(Self.move)
        #expect(isFollowed)
        let record = submission.record
        #expect(record.former.map(\.account) == [Self.new, "http://old U2"])
        #expect(record.former.map(\.isOurs) == [true, false])
        #expect(record.leftovers.map(\.account) == [Self.new])
        #expect(record.leftovers.map(\.name) == ["Ann"])
        #expect(record.doubt?.account == Self.new)
        var moved = RemoteGather(account: Self.new, id: "r", isOurs: true)
        moved.lost = try [#require(record.result)]
        #expect(record.progress == .created(moved))
        let step = submission.begin(account: Self.new, at: Self.now.advanced(by: .seconds(900)))
        guard case .listGathers = step else {
            Issue.record("not looked for: \(String(describing: step))")
            return
        }
        let isChanged = submission.follow(Self.move)
        #expect(!isChanged)
    }

    @Test("a gather that was lost on its way to the old address is found at the new one")
    func lost() throws {
        var submission = try Self.submission(.creating(account: Self.old, before: ["a"]))
        let isFollowed = submission.follow(Self.move)
        #expect(isFollowed)
        let due = try #require(submission.dueAt)
        let step = submission.begin(account: Self.new, at: due)
        guard case .listGathers = step else {
            Issue.record("no list: \(String(describing: step))")
            return
        }
        let list = GatherList([ListedGather(id: "a"), ListedGather(id: "b")])
        submission.finish(.gathers(list), account: Self.new, at: due, jitter: 0, others: [])
        #expect(submission.remoteID == "b")
    }

    @Test("players stay linked")
    func players() {
        let linked = LinkedPlayer(
            account: Self.old, id: 7, agreed: AgreedProfile(name: "Ann"), confirmedName: "Annie")
        let squad = Squad([
            .init(id: 1, profile: .named("Ann"), link: .linked(linked)),
            .init(
                id: 2, profile: .named("Ben"),
                link: .creating(account: Self.old, name: "Ben", before: [3])),
            .init(id: 3, profile: .named("Cy")),
        ])
        let moved = squad.members(following: Self.move)
        #expect(moved.map(\.id) == [1, 2])
        #expect(moved.first?.link.id(for: Self.new) == 7)
        guard case .linked(let now) = moved.first?.link else {
            Issue.record("no link")
            return
        }
        #expect(now.confirmedName == "Annie")
        #expect(
            moved.last?.link == .creating(account: Self.new, name: "Ben", before: [3]))
    }

    @Test("a gather of another user that is to be deleted is named, and can be kept")
    func kept() throws {
        var submission = try Self.submission(.nothing)
        submission.discard(at: Self.now, heldFor: .zero)
        let elsewhere = submission.formerElsewhere(than: Self.old)
        #expect(elsewhere.map(\.id) == ["g"])
        #expect(elsewhere.map(\.kind) == [.discarded])
        let isKept = submission.keepFormer("g")
        #expect(isKept)
        let isThere = submission.keepFormer("g")
        #expect(!isThere)
        #expect(submission.formerElsewhere(than: Self.old).isEmpty)
    }
}

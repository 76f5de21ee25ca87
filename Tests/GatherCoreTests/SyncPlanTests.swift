import Testing

@testable import GatherCore

@Suite("The squad in step with the players at a server")
struct SyncPlanTests {
    private static let account = "server alice"

    private static func member(
        _ id: Int, _ profile: PlayerProfile, linked: Int? = nil, agreed: AgreedProfile? = nil
    ) -> Squad.Member {
        var member = Squad.Member(id: id, profile: profile)
        if let linked {
            member.link = .linked(
                LinkedPlayer(
                    account: account, id: linked, agreed: agreed ?? AgreedProfile(profile)))
        }
        return member
    }

    private static func listed(
        _ id: Int, _ name: String, age: Int? = nil, skill: Skill? = nil,
        unknown: Set<PlayerProfile.Field> = []
    ) -> ListedPlayer {
        ListedPlayer(
            id: id, profile: AgreedProfile(name: name, age: age, skill: skill), unknown: unknown)
    }

    /// The steps in one line each, such as `send 1 7 [age]`, with the choices of a question.
    private static func shown(
        _ members: [Squad.Member], _ listed: [ListedPlayer],
        _ decisions: [SyncStep.Key: SyncStep.Choice] = [:]
    ) -> [String] {
        shown(SyncPlan(Squad(members), listed, account: account, decisions: decisions))
    }

    private static func shown(_ plan: SyncPlan) -> [String] {
        plan.steps.map { step in
            let fields = PlayerProfile.Field.allCases.filter(step.fields.contains)
            let parts = [
                step.action.rawValue, step.key.playerID.map { "\($0)" } ?? "-",
                step.key.remoteID.map { "\($0)" } ?? "-",
                fields.isEmpty ? "" : "[\(fields.map(\.rawValue).joined(separator: " "))]",
                step.choices.isEmpty
                    ? "" : "(\(step.choices.map(\.rawValue).joined(separator: " ")))",
            ]
            return parts.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private static func key(_ id: Int?, _ remote: Int?) -> SyncStep.Key {
        SyncStep.Key(playerID: id, remoteID: remote)
    }

    @Test("who is on one side only is made on the other")
    func oneSide() {
        let members = [Self.member(1, .named("Ada"))]
        #expect(Self.shown(members, [Self.listed(4, "Bo")]) == ["create 1 -", "fetch - 4"])
        #expect(Self.shown([], []) == [])
    }

    @Test("a field goes from the side that has changed it, and both are merged")
    func merging() throws {
        let agreed = AgreedProfile(name: "Ada", age: 30)
        func steps(_ ours: PlayerProfile, _ theirs: ListedPlayer) -> [String] {
            Self.shown([Self.member(1, ours, linked: 4, agreed: agreed)], [theirs])
        }
        #expect(steps(.named("Ada", age: 30), Self.listed(4, "Ada", age: 30)) == [])
        #expect(
            steps(.named("Ada", age: 31), Self.listed(4, "Ada", age: 30)) == ["send 1 4 [age]"])
        #expect(
            steps(.named("Ada", age: 30), Self.listed(4, "Ada")) == ["fetch 1 4 [age]"])
        let both = Self.member(1, .named("Ada B.", age: 30), linked: 4, agreed: agreed)
        let plan = SyncPlan(
            Squad([both]), [Self.listed(4, "Ada", age: 30, skill: .amateur)],
            account: Self.account)
        #expect(Self.shown(plan) == ["fetch 1 4 [skill]", "send 1 4 [name]"])
        let merged = PlayerProfile.named("Ada B.", age: 30, skill: .amateur)
        #expect(plan.steps.map(\.profile) == [merged, merged])
    }

    @Test("what both have changed is asked about, and a decision takes one side whole")
    func conflict() {
        let agreed = AgreedProfile(name: "Ada", age: 30)
        let members = [Self.member(1, .named("Ada", age: 31), linked: 4, agreed: agreed)]
        let listed = [Self.listed(4, "Ada", age: 32)]
        #expect(Self.shown(members, listed) == ["ask 1 4 [age] (send fetch)"])
        #expect(Self.shown(members, listed, [Self.key(1, 4): .send]) == ["send 1 4 [age]"])
        #expect(Self.shown(members, listed, [Self.key(1, 4): .fetch]) == ["fetch 1 4 [age]"])
        let same = SyncPlan(
            Squad(members), [Self.listed(4, "Ada", age: 31)], account: Self.account)
        #expect(same.steps == [])
        #expect(same.agreements == [1: AgreedProfile(name: "Ada", age: 31)])
    }

    @Test("of two spellings of a name nobody is asked: it is the server's, with all else merged")
    func spelling() throws {
        // A link that was made by the name has none in common.
        let agreed = AgreedProfile(age: 30)
        let members = [Self.member(1, .named("ada  b", age: 31), linked: 4, agreed: agreed)]
        let plan = SyncPlan(
            Squad(members), [Self.listed(4, "Ada B", age: 30)], account: Self.account)
        #expect(Self.shown(plan) == ["fetch 1 4 [name]", "send 1 4 [age]"])
        #expect(plan.steps.map(\.profile) == [.named("Ada B", age: 31), .named("Ada B", age: 31)])
        // What both have changed is asked about all the same.
        #expect(
            Self.shown(members, [Self.listed(4, "Ada B", age: 32)])
                == ["ask 1 4 [name age] (send fetch)"])
        // One spelled anew on one side alone goes from there.
        let spelled = Self.member(
            1, .named("Ada"), linked: 4, agreed: AgreedProfile(name: "ada"))
        #expect(Self.shown([spelled], [Self.listed(4, "ada")]) == ["send 1 4 [name]"])
    }

    @Test("a number that is somebody else's by now is asked about, not trusted")
    func reused() {
        let members = [Self.member(1, .named("Ada Ames"), linked: 4)]
        let listed = [Self.listed(4, "Bo Berg")]
        #expect(Self.shown(members, listed) == ["ask 1 4 (fetch send create)"])
        #expect(
            Self.shown(members, listed, [Self.key(1, 4): .create]) == ["create 1 4", "fetch - 4"])
        #expect(Self.shown(members, listed, [Self.key(1, 4): .fetch]) == ["fetch 1 4 [name]"])
        #expect(Self.shown(members, listed, [Self.key(1, 4): .send]) == ["send 1 4 [name]"])
        // Names that begin alike, or in another order or number of words, are those of one player.
        let new = [
            "Ada Berg", "ada ames", "Ada Ames-Berg", "Adam Ames", "Ames Ada", "Ames", "Dr Ada Ames",
        ]
        for name in new {
            #expect(Self.shown(members, [Self.listed(4, name)]) == ["fetch 1 4 [name]"])
        }
    }

    @Test("a relative who got the number is nobody's new name")
    func relatives() {
        let listed = [Self.listed(4, "Bo Ames")]
        #expect(
            Self.shown([Self.member(1, .named("Ada Ames"), linked: 4)], listed)
                == ["ask 1 4 (fetch send create)"])
        var removed = Self.member(1, .named("Ada Ames"), linked: 4)
        removed.isRemoved = true
        #expect(Self.shown([removed], listed) == ["fetch - 4"])
    }

    @Test("two of one name are asked about, and never made one by themselves")
    func sameName() {
        let members = [Self.member(1, .named("Ze\u{301} Melo", age: 20))]
        let listed = [Self.listed(4, "Z\u{E9}  melo", skill: .beginner), Self.listed(5, "Bo")]
        #expect(Self.shown(members, listed) == ["ask 1 4 (adopt create)", "fetch - 5"])
        #expect(
            Self.shown(members, listed, [Self.key(1, 4): .create]) == [
                "create 1 -", "fetch - 4", "fetch - 5",
            ])
        // What one side has and the other does not goes over; what both have is asked about.
        let other = [Self.listed(4, "Ze\u{301} Melo", age: 21)]
        #expect(
            Self.shown(members, other, [Self.key(1, 4): .adopt]) == [
                "adopt 1 4", "ask 1 4 [age] (send fetch)",
            ])
        let named = [Self.listed(4, "Ze\u{301} Melo", skill: .beginner)]
        #expect(
            Self.shown(members, named, [Self.key(1, 4): .adopt]) == [
                "adopt 1 4", "fetch 1 4 [skill]", "send 1 4 [age]",
            ])
        let bare = [Self.listed(4, "Ze\u{301} Melo")]
        let twice = members + [Self.member(2, .named("Ze\u{301} Melo"))]
        #expect(
            Self.shown(twice, bare) == ["ask 1 4 (adopt create)", "ask 2 4 (adopt create)"])
        #expect(Self.shown(twice, bare, [Self.key(2, 4): .adopt]).contains("adopt 2 4"))
    }

    @Test("a second one of a name at the server is asked about, not taken for new")
    func secondOfName() {
        let members = [Self.member(5, .named("Eve"), linked: 3)]
        let listed = [Self.listed(3, "Eve"), Self.listed(21, "eve ")]
        #expect(Self.shown(members, listed) == ["ask - 21 (fetch delete)"])
        #expect(Self.shown(members, listed, [Self.key(nil, 21): .fetch]) == ["fetch - 21"])
        #expect(Self.shown(members, listed, [Self.key(nil, 21): .delete]) == ["delete - 21"])
        // Who was removed here is nobody's namesake.
        var removed = members
        removed[0].isRemoved = true
        #expect(
            Self.shown(removed, listed) == ["missing 5 3 (delete fetch)", "fetch - 21"])
    }

    @Test("who was made again at the server, under another number, can be the same")
    func madeAgain() {
        let members = [Self.member(1, .named("Ada"), linked: 4)]
        let listed = [Self.listed(9, "Ada")]
        #expect(
            Self.shown(members, listed) == ["ask 1 9 (adopt)", "missing 1 4 (create remove)"])
        #expect(Self.shown(members, listed, [Self.key(1, 9): .adopt]) == ["adopt 1 9"])
        #expect(
            Self.shown(members, listed, [Self.key(1, 4): .create]) == ["create 1 4", "fetch - 9"])
        #expect(
            Self.shown(members, listed, [Self.key(1, 4): .remove]) == ["remove 1 4", "fetch - 9"])
    }

    @Test("who was added here again can be the one at the server whose player was removed")
    func addedAgain() {
        var removed = Self.member(2, .named("Bo"), linked: 2)
        removed.isRemoved = true
        let members = [removed, Self.member(6, .named("Bo"))]
        let listed = [Self.listed(2, "Bo")]
        let asked = ["missing 2 2 (delete fetch)", "ask 6 2 (adopt create)"]
        #expect(Self.shown(members, listed) == asked)
        #expect(Self.shown(members, listed, [Self.key(6, 2): .adopt]) == ["adopt 6 2"])
        #expect(
            Self.shown(members, listed, [Self.key(6, 2): .create])
                == ["missing 2 2 (delete fetch)", "create 6 -"])
        #expect(
            Self.shown(members, listed, [Self.key(2, 2): .delete]) == ["delete 2 2", "create 6 -"])
    }

    @Test("who is gone from the server is made again or removed only when somebody says so")
    func goneThere() {
        let members = [Self.member(1, .named("Ada"), linked: 4)]
        #expect(Self.shown(members, []) == ["missing 1 4 (create remove)"])
        #expect(Self.shown(members, [], [Self.key(1, 4): .create]) == ["create 1 4"])
        #expect(Self.shown(members, [], [Self.key(1, 4): .remove]) == ["remove 1 4"])
    }

    @Test("who was removed here stays at the server until somebody says otherwise")
    func removedHere() {
        var member = Self.member(1, .named("Ada"), linked: 4)
        member.isRemoved = true
        let listed = [Self.listed(4, "Ada")]
        #expect(Self.shown([member], listed) == ["missing 1 4 (delete fetch)"])
        #expect(Self.shown([member], listed, [Self.key(1, 4): .delete]) == ["delete 1 4"])
        #expect(Self.shown([member], listed, [Self.key(1, 4): .fetch]) == ["fetch 1 4"])
        #expect(Self.shown([member], []) == [])
        // Another one under the number is new here.
        #expect(Self.shown([member], [Self.listed(4, "Bo")]) == ["fetch - 4"])
    }

    @Test("a word that is not known here is not wiped, neither here nor by what is sent")
    func unknownWord() {
        let agreed = AgreedProfile(name: "Ada", skill: .amateur)
        let wizard = [Self.listed(4, "Ada", unknown: [.skill])]
        let ours = Self.member(1, .named("Ada", skill: .amateur), linked: 4, agreed: agreed)
        #expect(Self.shown([ours], wizard) == [])
        let edited = Self.member(
            1, .named("Ada", age: 30, skill: .amateur), linked: 4, agreed: agreed)
        #expect(Self.shown([edited], wizard) == ["ask 1 4 [age skill] (send fetch)"])
        #expect(
            Self.shown([edited], wizard, [Self.key(1, 4): .send]) == ["send 1 4 [age skill]"])
    }

    @Test("what nobody could be here is told, and left as it is")
    func unusable() {
        #expect(
            Self.shown([], [Self.listed(4, ""), Self.listed(5, "Bo", age: -5)])
                == ["ask - 4 (delete)", "ask - 5 (fetch delete)"])
        let strangers = [Self.listed(4, ""), Self.listed(5, "Bo", age: -5)]
        #expect(
            Self.shown([], strangers, [Self.key(nil, 4): .delete, Self.key(nil, 5): .delete])
                == ["delete - 4", "delete - 5"])
        let plan = SyncPlan(
            Squad(), strangers, account: Self.account,
            decisions: [Self.key(nil, 4): .fetch, Self.key(nil, 5): .fetch])
        #expect(Self.shown(plan) == ["ask - 4 (delete)", "fetch - 5"])
        #expect(plan.steps.last?.profile == .named("Bo"))
        #expect(plan.decided == [Self.key(nil, 5)])
        let members = [Self.member(1, .named("Ada", age: 30), linked: 4)]
        let listed = [Self.listed(4, "Ada", age: -5)]
        #expect(Self.shown(members, listed) == ["ask 1 4 [age] (send)"])
        #expect(Self.shown(members, listed, [Self.key(1, 4): .send]) == ["send 1 4 [age]"])
    }

    @Test("blanks around a name are no change that anybody made")
    func blanks() {
        let theirs = Self.listed(4, " \u{C9}VE ")
        let member = Self.member(1, .named("\u{C9}VE"), linked: 4, agreed: theirs.profile)
        #expect(Self.shown([member], [theirs]) == [])
        let clean = Self.member(1, .named("\u{C9}VE"), linked: 4)
        #expect(Self.shown([clean], [theirs]) == [])
    }

    @Test("who was made and whose answer was lost is found again")
    func lost() {
        var member = Self.member(1, .named("Ada"))
        member.link = .creating(account: Self.account, name: "Ada", before: [2])
        let listed = [Self.listed(2, "Ada"), Self.listed(3, "Ada")]
        #expect(Self.shown([member], listed) == ["adopt 1 3", "ask - 2 (fetch delete)"])
        member.link = .creating(account: "other", name: "Ada", before: [])
        #expect(
            Self.shown([member], listed) == ["ask 1 2 (adopt create)", "ask 1 3 (adopt create)"])
    }

    @Test("a decision that no step asks for is not used")
    func undecided() {
        let members = [Self.member(1, .named("Ada")), Self.member(2, .named("Bo"), linked: 9)]
        let plan = SyncPlan(
            Squad(members), [Self.listed(9, "Bo"), Self.listed(4, "Ada")], account: Self.account,
            decisions: [
                Self.key(1, 4): .adopt, Self.key(2, 9): .delete, Self.key(nil, 4): .fetch,
            ])
        #expect(plan.decided == [Self.key(1, 4)])
    }

    @Test(
        "without a decision nobody is deleted, removed or made one", arguments: CoreLawTests.seeds)
    func harmless(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let names = ["Ada", "Ada Ames", "Bo", "bo", "Cy", ""]
        for _ in 0..<500 {
            let listed = (1...6).filter { _ in random.once(in: 2) }.map { id in
                Self.listed(
                    id, random.one(of: names), age: random.one(of: [nil, 20, 30, -1]),
                    unknown: random.once(in: 4) ? [.skill] : [])
            }
            var free = Array(1...8)
            let members = (1...6).map { id in
                let name = random.one(of: Array(names.dropLast()))
                var member = Self.member(
                    id, .named(name, age: random.one(of: [nil, 20, 30])),
                    linked: random.once(in: 2) ? free.removeFirst() : nil,
                    agreed: AgreedProfile(name: random.one(of: names)))
                member.isRemoved = random.once(in: 5)
                return member
            }
            let plan = SyncPlan(Squad(members), listed, account: Self.account)
            let actions = plan.steps.map(\.action)
            let harms = actions.contains { [.delete, .remove, .adopt].contains($0) }
            #expect(!harms, "seed \(seed)")
            // Everybody at the server is in step, or is told of.
            for player in listed {
                let isTold = plan.steps.contains { $0.key.remoteID == player.id }
                let isLinked = members.contains { $0.link.id(for: Self.account) == player.id }
                #expect(isTold || isLinked, "seed \(seed): \(player)")
            }
        }
    }
}

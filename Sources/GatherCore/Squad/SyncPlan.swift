/// The plan that makes the squad and the players at a server the same.
///
/// For a linked player the last agreed values are known, and so is the side that has changed a
/// field since; if both have, a person is asked. Without a decision, nobody is deleted or removed,
/// and no two players are merged.
public struct SyncPlan: Equatable, Sendable {
    /// The steps, in order.
    public private(set) var steps: [SyncStep] = []
    /// The values found to be the same on both sides, by the number in the squad.
    public private(set) var agreements: [Int: AgreedProfile] = [:]
    /// The decisions that a step asked for.
    public private(set) var decided: Set<SyncStep.Key> = []

    private let account: String
    private let decisions: [SyncStep.Key: SyncStep.Choice]
    /// The server's players who are not matched yet, ordered by number.
    private var unlinked: Pool
    /// Those of the unmatched players about whom a question is asked.
    private var doubtful: Set<Int> = []
    /// Those of the unmatched players who, by a decision, are not the namesake in the squad.
    private var others: Set<Int> = []
    /// The server's players whose counterparts in the squad were removed.
    private var abandoned = Pool()

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - listed: All players of the server.
    ///   - account: The key of the account.
    ///   - decisions: The decisions made by a person.
    public init(
        _ squad: Squad, _ listed: [ListedPlayer], account: String,
        decisions: [SyncStep.Key: SyncStep.Choice] = [:]
    ) {
        (self.account, self.decisions) = (account, decisions)
        unlinked = Pool(listed.sorted { $0.id < $1.id })
        let index = ListedIndex(listed)
        let members = squad.everybody
        let present = members.filter { !$0.isRemoved }
        let taken = squad.taken(by: account)
        var linked: [Int: ListedPlayer] = [:]
        for member in members {
            var link = member.link
            if case .creating(_, let name, _) = link {
                // A player who has appeared at the server since the creation began is the one.
                link = link.settled(by: index.namesakes(of: name), account: account, taken: taken)
            }
            guard let id = link.id(for: account), let remote = unlinked.first(id) else { continue }
            // The number of a player who was removed here may belong to another one by now.
            let name = remote.profile.name
            if member.isRemoved, !PlayerName.isRelated(name, member.profile.name) { continue }
            unlinked.removeFirst(id)
            linked[member.id] = remote
        }
        var heirs: [Int: [Squad.Member]] = [:]
        for (key, choice) in decisions where choice == .adopt {
            guard let remoteID = key.remoteID, let heir = key.playerID.flatMap({ squad[$0] }),
                !heir.isRemoved, linked[heir.id] == nil, heir.link.id(for: account) == nil
            else { continue }
            heirs[remoteID, default: []].append(heir)
        }
        for member in members where member.isRemoved {
            guard let remote = linked[member.id] else { continue }
            let isInherited = heirs[remote.id]?.contains { Self.isNamesake($0, of: remote) }
            if isInherited == true {
                linked[member.id] = nil
                unlinked.append(remote)
            } else {
                abandoned.append(remote)
            }
        }
        for member in members { plan(member, linked[member.id]) }
        let named = Dictionary(
            present.lazy.map { (PlayerName.words($0.profile.name), $0) }
        ) { first, _ in first }
        for remote in unlinked.all where !doubtful.contains(remote.id) {
            take(remote, named[PlayerName.words(remote.profile.name)])
        }
    }

    private static func isNamesake(_ member: Squad.Member, of remote: ListedPlayer) -> Bool {
        PlayerName.isSame(member.profile.name, remote.profile.name)
    }

    // MARK: - Single players

    private mutating func plan(_ member: Squad.Member, _ remote: ListedPlayer?) {
        if member.isRemoved {
            if let remote { planRemoved(member, remote) }
        } else if let remote {
            planLinked(member, remote)
        } else if let id = member.link.id(for: account) {
            planGone(member, SyncStep.Key(playerID: member.id, remoteID: id))
        } else {
            planUnlinked(member)
        }
    }

    private mutating func planRemoved(_ member: Squad.Member, _ remote: ListedPlayer) {
        let key = SyncStep.Key(playerID: member.id, remoteID: remote.id)
        let choice = decide(key, [.delete, .fetch])
        if choice != nil { abandoned.removeAll(remote.id) }
        switch choice {
        case .delete: steps.append(SyncStep(.delete, key, name: member.profile.name))
        case .fetch:
            let fields = AgreedProfile(member.profile).differences(from: remote.profile)
            fetch(remote.profile, key, name: member.profile.name, fields)
        default:
            ask(.removedLocally, key, name: member.profile.name, [.delete, .fetch], .missing)
        }
    }

    private mutating func planGone(_ member: Squad.Member, _ key: SyncStep.Key) {
        let same = unlinked.namesakes(of: member)
        let choice = decide(key, [.create, .remove])
        if choice != nil { others.formUnion(same.map(\.id)) }
        switch choice {
        case .create: create(member, key)
        case .remove: steps.append(SyncStep(.remove, key, name: member.profile.name))
        default:
            // Somebody may have made the player there again.
            if choose(member, among: same, [.adopt]) == .adopt { return }
            ask(.removedRemotely, key, name: member.profile.name, [.create, .remove], .missing)
        }
    }

    private mutating func planUnlinked(_ member: Squad.Member) {
        let same = unlinked.namesakes(of: member) + abandoned.namesakes(of: member)
        if same.isEmpty || choose(member, among: same, [.adopt, .create]) == .create {
            create(member, SyncStep.Key(playerID: member.id, remoteID: nil))
        }
    }

    /// Lets a person decide which namesake at the server is the player, if any.
    ///
    /// - Returns: The decision; the chosen player is matched.
    private mutating func choose(
        _ member: Squad.Member, among same: [ListedPlayer], _ choices: [SyncStep.Choice]
    ) -> SyncStep.Choice? {
        let keys = same.map { SyncStep.Key(playerID: member.id, remoteID: $0.id) }
        let decisions = keys.map { decide($0, choices) }
        if let index = decisions.firstIndex(of: .adopt) {
            others.formUnion(same.map(\.id))
            unlinked.removeAll(same[index].id)
            adopt(member, same[index])
            return .adopt
        }
        if decisions.contains(.create) {
            others.formUnion(same.map(\.id))
            return .create
        }
        doubtful.formUnion(same.map(\.id))
        for key in keys { ask(.sameName, key, name: member.profile.name, choices) }
        return nil
    }

    private mutating func adopt(_ member: Squad.Member, _ remote: ListedPlayer) {
        let common = AgreedProfile(member.profile).common(with: remote.profile)
        var step = SyncStep(
            .adopt, SyncStep.Key(playerID: member.id, remoteID: remote.id),
            name: member.profile.name)
        step.agreed = common
        steps.append(step)
        var member = member
        member.link = .linked(LinkedPlayer(account: account, id: remote.id, agreed: common))
        planLinked(member, remote)
    }

    // MARK: - Linked players

    private mutating func planLinked(_ member: Squad.Member, _ remote: ListedPlayer) {
        let key = SyncStep.Key(playerID: member.id, remoteID: remote.id)
        guard case .linked(let linked) = member.link, linked.account == account else {
            var step = SyncStep(.adopt, key, name: member.profile.name)
            step.agreed = remote.profile
            return steps.append(step)
        }
        let (ours, theirs) = (AgreedProfile(member.profile), remote.profile)
        let isOther =
            !PlayerName.isRelated(theirs.name, ours.name)
            && !PlayerName.isRelated(theirs.name, linked.agreed.name)
            && !linked.isConfirmed(theirs.name)
        if isOther { return planOther(member, remote, key) }
        var merged = ours
        var (sent, fetched): (Set<PlayerProfile.Field>, Set<PlayerProfile.Field>) = ([], [])
        var conflicts: Set<PlayerProfile.Field> = []
        for field in ours.differences(from: theirs) {
            // A value unknown here must not count as an empty field.
            let isTheirsKept =
                remote.unknown.contains(field) || theirs.agrees(with: linked.agreed, in: field)
            let isOursKept = ours.agrees(with: linked.agreed, in: field)
            if isTheirsKept, !isOursKept {
                sent.insert(field)
            } else if !isTheirsKept, isOursKept {
                merged.take(field, from: theirs)
                fetched.insert(field)
            } else if field == .name, PlayerName.isSame(ours.name, theirs.name) {
                // Of two spellings the server's wins, because others see it as well.
                merged.take(field, from: theirs)
                fetched.insert(field)
            } else if !isTheirsKept {
                conflicts.insert(field)
            }
        }
        if !conflicts.isEmpty { return settle(.conflict(conflicts), member, remote, key) }
        // A request to send replaces all fields.
        if !sent.isEmpty, !remote.unknown.isEmpty {
            return settle(.unknownValue(remote.unknown), member, remote, key)
        }
        if sent.isEmpty, fetched.isEmpty, remote.unknown.isEmpty, ours != linked.agreed {
            agreements[member.id] = ours
        }
        if let problem = merged.problem {
            return settle(.unusable(problem), member, remote, key, [.send])
        }
        if !fetched.isEmpty {
            var theirsKnown = theirs
            for field in remote.unknown { theirsKnown.take(field, from: linked.agreed) }
            fetch(merged, key, name: member.profile.name, fetched, agreed: theirsKnown)
        }
        if !sent.isEmpty, let profile = try? merged.profile() { send(profile, key, sent) }
    }

    private mutating func planOther(
        _ member: Squad.Member, _ remote: ListedPlayer, _ key: SyncStep.Key
    ) {
        let choices: [SyncStep.Choice] = [.fetch, .send, .create]
        let fields = AgreedProfile(member.profile).differences(from: remote.profile)
        switch decide(key, choices) {
        case .fetch: fetch(remote.profile, key, name: member.profile.name, fields)
        case .send: send(member.profile, key, fields)
        case .create:
            create(member, key)
            unlinked.append(remote)
        default: ask(.otherName, key, name: member.profile.name, choices)
        }
    }

    private mutating func settle(
        _ question: SyncStep.Question, _ member: Squad.Member, _ remote: ListedPlayer,
        _ key: SyncStep.Key, _ choices: [SyncStep.Choice] = [.send, .fetch]
    ) {
        let fields = AgreedProfile(member.profile).differences(from: remote.profile)
        switch decide(key, choices) {
        case .send: send(member.profile, key, fields)
        case .fetch: fetch(remote.profile, key, name: member.profile.name, fields)
        default: ask(question, key, name: member.profile.name, choices, fields: fields)
        }
    }

    // MARK: - Steps

    /// Adds a player who is only at the server; asks if the squad has a namesake.
    private mutating func take(_ remote: ListedPlayer, _ namesake: Squad.Member?) {
        let key = SyncStep.Key(playerID: nil, remoteID: remote.id)
        let name = remote.profile.name ?? ""
        let usable = remote.profile.usable
        let question: SyncStep.Question
        if let problem = remote.profile.problem {
            question = .unusable(problem)
        } else if let namesake, !others.contains(remote.id) {
            question = .secondOfName(namesake.id)
        } else {
            return fetch(remote.profile, key, name: name)
        }
        let choices: [SyncStep.Choice] = usable == nil ? [.delete] : [.fetch, .delete]
        switch decide(key, choices) {
        case .fetch: if let usable { fetch(usable, key, name: name) }
        case .delete: steps.append(SyncStep(.delete, key, name: name))
        default: ask(question, key, name: name, choices)
        }
    }

    private mutating func fetch(
        _ theirs: AgreedProfile, _ key: SyncStep.Key, name: String,
        _ fields: Set<PlayerProfile.Field> = [], agreed: AgreedProfile? = nil
    ) {
        do {
            var step = SyncStep(.fetch, key, name: name)
            step.profile = try theirs.profile()
            step.agreed = agreed ?? theirs
            step.fields = fields
            steps.append(step)
        } catch {
            ask(.unusable(error), key, name: name, [], fields: fields)
        }
    }

    private mutating func send(
        _ profile: PlayerProfile, _ key: SyncStep.Key, _ fields: Set<PlayerProfile.Field>
    ) {
        var step = SyncStep(.send, key, name: profile.name)
        (step.profile, step.agreed, step.fields) = (profile, AgreedProfile(profile), fields)
        steps.append(step)
    }

    private mutating func create(_ member: Squad.Member, _ key: SyncStep.Key) {
        var step = SyncStep(.create, key, name: member.profile.name)
        (step.profile, step.agreed) = (member.profile, AgreedProfile(member.profile))
        steps.append(step)
    }

    private mutating func ask(
        _ question: SyncStep.Question, _ key: SyncStep.Key, name: String,
        _ choices: [SyncStep.Choice], _ action: SyncStep.Action = .ask,
        fields: Set<PlayerProfile.Field> = []
    ) {
        var step = SyncStep(action, key, name: name)
        (step.question, step.choices, step.fields) = (question, choices, fields)
        steps.append(step)
    }

    private mutating func decide(
        _ key: SyncStep.Key, _ choices: [SyncStep.Choice]
    ) -> SyncStep.Choice? {
        guard let choice = decisions[key], choices.contains(choice) else { return nil }
        decided.insert(key)
        return choice
    }
}

/// Players of a server in order, found by number or by name without a search of all.
private struct Pool: Equatable {
    /// The players; nil where one was removed.
    private var players: [ListedPlayer?] = []
    /// The places of the players by number.
    private var numbered: [Int: [Int]] = [:]
    /// The places of the players by name, removed ones included.
    private var named: [[String]: [Int]] = [:]

    init(_ players: [ListedPlayer] = []) {
        for player in players { append(player) }
    }

    /// The players, in order.
    var all: [ListedPlayer] { players.compactMap(\.self) }

    /// Returns the first player with a number.
    func first(_ id: Int) -> ListedPlayer? { numbered[id]?.first.flatMap { players[$0] } }

    /// Returns the namesakes of a member, in order.
    func namesakes(of member: Squad.Member) -> [ListedPlayer] {
        (named[PlayerName.words(member.profile.name)] ?? []).compactMap { players[$0] }
    }

    mutating func append(_ player: ListedPlayer) {
        numbered[player.id, default: []].append(players.count)
        named[PlayerName.words(player.profile.name), default: []].append(players.count)
        players.append(player)
    }

    /// Removes the first player with a number.
    mutating func removeFirst(_ id: Int) {
        guard let place = numbered[id]?.first else { return }
        numbered[id]?.removeFirst()
        players[place] = nil
    }

    /// Removes all players with a number.
    mutating func removeAll(_ id: Int) {
        for place in numbered.removeValue(forKey: id) ?? [] { players[place] = nil }
    }
}

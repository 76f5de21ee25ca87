import FoundationEssentials
import GatherAPI
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("Players on disk")
final class PlayerStoreTests {
    private let directory: String
    private let now = Moment(boottime: .seconds(1), wall: TestStore.wall, boot: "b")
    private var path: String { "\(directory)/gather.db" }

    init() throws { directory = try DaemonFixture.temporaryDirectory() }

    deinit { try? FileManager.default.removeItem(atPath: directory) }

    private func rows() throws -> [PlayerRow] {
        let full = try PlayerProfile(
            name: "Ze\u{301}", age: 30, skill: .beginner, position: .winger,
            favouriteTeam: "서울")
        let bare = try PlayerProfile(name: "Bo")
        let agreed = AgreedProfile(full)
        return [
            PlayerRow(Squad.Member(id: 1, profile: full)),
            PlayerRow(
                Squad.Member(
                    id: 2, profile: bare, isRemoved: true,
                    link: .creating(account: "a", name: "Bo", before: [3, 1]))),
            PlayerRow(
                Squad.Member(
                    id: 7, profile: bare,
                    link: .linked(LinkedPlayer(account: "a", id: 4, agreed: agreed))),
                origin: .init(requestID: "r", command: -5, wall: .seconds(9))),
            PlayerRow(
                Squad.Member(
                    id: 8, profile: bare,
                    link: .linked(
                        LinkedPlayer(
                            account: "a", id: 0, agreed: AgreedProfile(),
                            confirmedName: "B. Ost")))),
            try changed(),
        ]
    }

    /// A player of whom every kind of change is remembered.
    private func changed() throws -> PlayerRow {
        var member = Squad.Member(id: 9, profile: try PlayerProfile(name: "Cy"), isRemoved: true)
        let kinds: [SquadChange.Kind] = [
            .added, .edited(from: try PlayerProfile(name: "Ci", age: 3)), .removed,
        ]
        var moment = now
        moment.isWallTrusted = false
        member.changes = kinds.enumerated().map { number, kind in
            SquadChange(
                kind: kind, number: number, moment: number == 1 ? moment : now, gather: "gather 1",
                revision: 7)
        }
        return PlayerRow(member)
    }

    @Test("a player is read as written, and anything else is no player")
    func roundTrip() throws {
        for row in try rows() {
            let values = row.values
            #expect(PlayerRow(values) == row)
            for index in values.indices {
                var bad = values
                bad[index] = .text("{}")
                #expect(PlayerRow(bad) == nil)
                bad[index] = .null
                #expect(PlayerRow(bad) == nil)
            }
        }
    }

    @Test("the squad is kept, all that is put at once or nothing")
    func kept() throws {
        let rows = try rows()
        do {
            let store = try TestStore.open(directory)
            try store.put(rows)
            try store.put([PlayerRow(rows[3].member)])
            #expect(store.fullCheck()() == nil)
        }
        let store = try TestStore.open(directory)
        #expect(try store.players() == rows)
    }

    /// Stores a gather that was played by three, of whom one is not in the squad.
    private func play(_ store: EventStore) throws -> Gather {
        let events: [Event] = [
            .opened(id: "gather 1", time: .standard, teamAName: "A", teamBName: "B"),
            .playersMoved([Player(id: 1, name: "Ze\u{301}", position: .winger)], to: .teamA),
            .playersMoved([Player(id: 19, name: "Guest")], to: .teamB),
            .goalScored(
                NamedGoal(side: .teamB, scorer: Player(id: 19, name: "Guest"), isOwnGoal: false)),
            .ended,
        ]
        let recorded = events.enumerated().map { index, event in
            RecordedEvent(
                number: index + 1, step: index + 1, moment: now, operatorUID: nil, event: event)
        }
        let gather = Gather(replaying: recorded)
        _ = try store.append(
            .init(
                events: recorded, id: "gather 1",
                summary: GatherPresenter.closedSummary(gather),
                appearances: (gather.appearances, now.wall), moment: now))
        return gather
    }

    private func total(of player: Int, in store: EventStore) throws -> RecordFields? {
        try store.repairing { store throws(StoreError) in
            try store.archive().total(of: player)?.record
        }
    }

    @Test("totals that follow from the events are nothing that may be lost")
    func totalsOfDamagedFile() throws {
        do {
            let store = try TestStore.open(directory)
            _ = try play(store)
            try store.close()
        }
        let path = "\(directory)/gather.db"
        var bytes = try Carver.contents(path)
        let score = Array("\"ownGoal\"".utf8)
        let place = try #require(
            bytes.indices.dropLast(score.count).first {
                bytes[$0..<$0 + score.count].elementsEqual(score)
            })
        bytes[place] ^= 0xFF
        try Data(bytes).write(to: URL(filePath: path))
        let store = try TestStore.open(directory)
        #expect(store.salvage?.lostEvents == 1)
        #expect(store.salvage?.mayHaveLostMore == false)
    }

    @Test("the squad and what it did are carried over from a damaged file")
    func salvaged() throws {
        let rows = try rows()
        let gather: Gather
        do {
            let store = try TestStore.open(directory)
            try store.put([PlayerRow(Squad.Member(id: 7, profile: rows[0].member.profile))])
            try store.checkpoint(shrinking: true)
            try store.put(rows)
            gather = try play(store)
        }
        let files = StoreFiles(database: path)
        _ = try Salvager.build(files, known: nil, aside: "x", busy: { _ in }, at: .zero)
        try files.replace(aside: "gather.db.damaged-x", as: .damaged)
        let store = try TestStore.open(directory)
        #expect(store.fullCheck()() == nil)
        let guest = PlayerRow(Squad.Member(id: 19, profile: try PlayerProfile(name: "Guest")))
        #expect(try store.players() == rows + [guest])
        #expect(try store.newestGather()?.gather == gather)
        #expect(try store.scorers().map(\.playerID) == [19, 1])
        #expect(try total(of: 19, in: store)?.wins == 1)
    }

    @Test("the squad in memory is newer than any in a damaged file")
    func known() throws {
        let rows = try rows()
        do { try TestStore.open(directory).put(rows) }
        var newer = rows[0]
        newer.member.isRemoved = true
        let files = StoreFiles(database: path)
        _ = try Salvager.build(
            files, known: nil, players: [newer], aside: "x", busy: { _ in }, at: .zero)
        try files.replace(aside: "gather.db.damaged-x", as: .damaged)
        #expect(try TestStore.open(directory).players() == [newer] + rows.dropFirst())
    }

    @Test("a player whose row does not have its checksum is damage, and is found")
    func damaged() throws {
        do {
            let store = try TestStore.open(directory)
            try store.put(try rows())
            _ = try play(store)
            try store.close()
        }
        for table in ["players", "appearances", "totals"] {
            do {
                let database = try SQLiteDatabase(path: path, .readingAndWriting)
                try database.execute("UPDATE \(table) SET checksum = checksum + 1")
            }
            let store = try TestStore.open(directory)
            let damage = try #require(store.fullCheck()(), "\(table)")
            #expect(damage.cause == .damaged)
            try store.repair(damage)
            #expect(store.fullCheck()() == nil)
            #expect(try total(of: 1, in: store)?.losses == 1)
            try store.close()
        }
    }

    @Test("each event about players is read as it was written")
    func events() throws {
        let player = Player(id: 3, name: "Ze\u{301}", position: .goalkeeper)
        let draw = Draw(
            seed: 4_294_967_295, strengthA: 3, strengthB: 2, equallyFair: 9, withoutSkill: [3])
        let sections: [TeamSection?] = TeamSection.allCases + [nil]
        let events: [Event] =
            [
                .goalScored(NamedGoal(side: .teamB, scorer: player, isOwnGoal: true)),
                .goalAmended(
                    GoalAmendment(
                        number: 7, side: .teamB, scorer: .player(player, isOwnGoal: true))),
                .goalAmended(GoalAmendment(number: 7, side: .teamA, scorer: .nobody)),
                .teamsNamed(teamAName: "Reds", teamBName: "青"),
                .teamsDrawn(DrawnTeams(teamA: [player], teamB: [], draw: draw)),
                .teamsNamed(teamAName: "Reds", teamBName: "青", keeping: .teamA),
                .teamsNamed(teamAName: "Reds", teamBName: "青", keeping: .teamB),
                .teamsDrawn(DrawnTeams(teamA: [player], teamB: [], draw: draw, isOfAll: true)),
                .teamsColored(TeamColors(teamA: .red)),
                .teamsColored(TeamColors(teamA: .uncolored, teamB: .blue)),
                .kickOffSet(KickOff(wall: .seconds(1_800_000_000), isAutomatic: true)),
                .kickOffSet(nil), .started(ago: .zero, byKickOff: true),
                .cardShown(Card(.yellow, to: .teamA, player)),
                .cardShown(Card(.secondYellow, to: .teamB, player)),
                .cardShown(Card(.red, to: .teamB, nil)),
                .cardShown(Card(.time(.seconds(90)), to: .teamA, nil)),
                .cardAmended(CardAmendment(number: 7, kind: .secondYellow)),
                .cardAmended(
                    CardAmendment(
                        number: 7, side: .teamB, player: player, kind: .time(.seconds(90)),
                        minute: MatchMinute("45+3").map { GivenMinute($0, period: 0) })),
                .substituted(
                    Substitution(.teamB, off: player, on: Player(id: 4, name: "Bo"))),
                .teamsCleared([player]), .timeAdjusted(by: .seconds(3), starts: true),
                .formatChosen(FormatChoice(.builtIn[0])),
                .formatChosen(FormatChoice(.builtIn[1], isForced: true)),
                .periodBegan(1), .periodEnded(2),
                .foulCounted(.teamB), .timeOutTaken(.teamA), .timeOutTaken(nil),
                .addedTimeAnnounced(AddedTime(minutes: 3, period: 2)),
                .goalAmended(
                    GoalAmendment(
                        number: 7, side: .teamB, scorer: .nobody,
                        minute: MatchMinute("37").map { GivenMinute($0, period: 0) },
                        isSideGiven: true)),
                .scoreAdded(
                    .teamA, delta: 1,
                    minute: MatchMinute("7").map { GivenMinute($0, period: nil) }),
                .goalScored(
                    NamedGoal(side: .teamB, scorer: player, isOwnGoal: false),
                    minute: MatchMinute("45+3").map { GivenMinute($0, period: 2) }),
                .addedTimeAnnounced(AddedTime(minutes: 2, period: 2, isForced: true)),
                .extraTimeAdded, .kicksBegan,
                .kickTaken(Kick(.teamA, isIn: true, by: player)),
                .kickTaken(Kick(.teamB, isIn: false)),
            ] + sections.map { .playersMoved([player, Player(id: 4, name: "Bo")], to: $0) }
        for event in events {
            let encoded = EncodedEvent(event)
            #expect(encoded.event == event)
            for member in encoded.details.members where member.key != "section" {
                var bad = encoded.details
                bad[member.key] = .object([:])
                #expect(EncodedEvent(kind: encoded.kind, details: bad).event == nil)
            }
        }
        for event in [
            Event.cardShown(Card(.red, to: .teamB, nil), ago: .seconds(7)),
            .substituted(Substitution(.teamB, off: player, on: player), ago: .seconds(7)),
            .periodBegan(1, ago: .seconds(7)), .periodEnded(0, ago: .seconds(7)),
            .formatChosen(FormatChoice(nil)), .formatChosen(FormatChoice(nil, isForced: true)),
        ] {
            #expect(EncodedEvent(event).event == event)
        }
        // An older gatherd reads what it knows of them.
        #expect(EncodedEvent(.teamsCleared([player])).kind == "playersMoved")
        #expect(EncodedEvent(.timeAdjusted(by: .seconds(3))).details == ["seconds": 3])
        let moved = EncodedEvent(.playersMoved([player], to: .bench))
        var elsewhere = moved.details
        elsewhere["section"] = "stand"
        #expect(EncodedEvent(kind: moved.kind, details: elsewhere).event == nil)
    }
}

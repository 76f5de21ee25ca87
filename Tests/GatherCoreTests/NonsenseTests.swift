import GatherCore
import Testing

/// `apply` is total: what a damaged file may hold neither traps nor breaks a bound.
struct NonsenseTests {
    @Test(
        "events without sense or order never trap, and each is logged",
        arguments: CoreLawTests.seeds)
    func nonsense(seed: UInt64) {
        var nonsense = Nonsense(random: SplitMix64(seed: seed))
        for _ in 0..<60 {
            var gather = Gather()
            for number in 1...60 {
                let event = nonsense.recorded()
                gather.apply(event)
                let now = nonsense.moment()
                guard gather.log.count == number, gather.revision == event.number,
                    (0...999).contains(gather.score.teamA), (0...999).contains(gather.score.teamB),
                    gather.timer.remaining(at: now) >= .zero
                else {
                    Issue.record("seed \(seed): a bound is broken: \(gather.log)")
                    return
                }
                _ = gather.timer.state(at: now)
                _ = gather.time(at: now)
                _ = gather.settled(at: now)
                _ = gather.lastStep
                _ = gather.penalties(at: now)
            }
            // Outside of the macro, which would print both gathers whole.
            let isFold = Gather(replaying: gather.log) == gather
            guard isFold else {
                Issue.record("seed \(seed): state equals replay: \(gather.log)")
                return
            }
        }
    }

    @Test("a change of the score at the extremes of 64 bits keeps it within its bounds")
    func score() throws {
        for delta in [Int.max, .min, 1_000, -1_000] {
            var pitch = try Pitch(.openNow, .setScore(.teamA, 5))
            pitch.record([.scoreAdded(.teamA, delta: delta)])
            #expect(pitch.gather.score.teamA == (delta > 0 ? 999 : 0))
        }
    }

    @Test("adjustments out of all bounds keep what remains from 0 to 24 h, running or not")
    func adjustment() throws {
        for commands in [[], [Command.startNow], [.startNow, .pauseNow]] {
            for seconds in [100_000, -100_000, 9_000_000_000_000, -9_000_000_000_000] {
                var pitch = try Pitch(.openNow)
                for command in commands { try pitch.give(command) }
                pitch.record([.timeAdjusted(by: .seconds(seconds))])
                #expect(pitch.remaining == (seconds > 0 ? .seconds(86_400) : .zero))
            }
        }
    }
}

/// Events as nobody would decide them.
private struct Nonsense {
    var random: SplitMix64

    mutating func recorded() -> RecordedEvent {
        RecordedEvent(
            number: integer(), step: integer(), moment: moment(), operatorUID: nil, event: event())
    }

    mutating func moment() -> Moment {
        Moment(boottime: duration(), wall: duration(), boot: random.one(of: ["a", "b", ""]))
    }

    private mutating func event() -> Event {
        switch Int.random(in: 0..<32, using: &random) {
        case 0: .opened(id: "x", time: time(), teamAName: "", teamBName: "\u{0}")
        case 1: .started(ago: duration())
        case 2: .paused(ago: duration())
        case 3: .cancelled
        case 4: .timeSet(time())
        case 5: .timeAdjusted(by: duration(), starts: random.once(in: 2))
        case 6: .scoreSet(.teamA, integer())
        case 7, 8:
            .scoreAdded(
                random.one(of: Side.allCases), delta: integer(), ago: duration(),
                minute: minute())
        case 9: random.once(in: 3) ? .ended : .started(ago: .zero)
        case 10: random.once(in: 3) ? .discarded : .paused(ago: .zero)
        case 11: .undone(step: integer())
        case 12: .playersMoved(players(), to: random.one(of: [nil, .bench, .teamA, .teamB]))
        case 13:
            .teamsDrawn(
                DrawnTeams(
                    teamA: players(), teamB: players(),
                    draw: Draw(
                        seed: integer(), strengthA: integer(), strengthB: integer(),
                        equallyFair: integer(), withoutSkill: [integer()]),
                    isOfAll: random.once(in: 2)))
        case 14:
            .teamsNamed(
                teamAName: "", teamBName: "\u{0}", keeping: random.one(of: [nil, .teamA, .teamB]))
        case 17:
            .goalAmended(
                GoalAmendment(
                    number: integer(), side: random.one(of: Side.allCases),
                    scorer: random.once(in: 2)
                        ? random.one(of: [.nobody, nil])
                        : .player(players()[0], isOwnGoal: random.once(in: 2)),
                    minute: minute(), isSideGiven: random.once(in: 2)))
        case 20:
            .cardShown(
                Card(
                    random.one(of: [.yellow, .secondYellow, .red, .time(duration())]),
                    to: random.one(of: Side.allCases), random.once(in: 3) ? nil : players()[0]),
                ago: duration())
        case 31:
            .cardAmended(
                CardAmendment(
                    number: integer(), side: random.one(of: [nil, .teamA, .teamB]),
                    player: random.once(in: 2) ? nil : players()[0],
                    kind: random.one(of: [nil, .yellow, .secondYellow, .red, .time(duration())]),
                    minute: minute()))
        case 21:
            .substituted(
                Substitution(
                    random.one(of: Side.allCases), off: players()[0], on: players()[0]),
                ago: duration())
        case 22:
            .formatChosen(
                FormatChoice(
                    random.one(of: MatchFormat.builtIn.map(Optional.some) + [nil]),
                    isForced: random.once(in: 2)))
        case 23: .periodBegan(random.one(of: [0, 1, 2, integer()]), ago: duration())
        case 24: .periodEnded(random.one(of: [0, 1, 2, integer()]), ago: duration())
        case 25: .foulCounted(random.one(of: Side.allCases))
        case 30: .timeOutTaken(random.one(of: [nil, .teamA, .teamB]))
        case 29:
            .addedTimeAnnounced(
                AddedTime(
                    minutes: integer(), period: random.one(of: [0, 1, 2, integer()]),
                    isForced: random.once(in: 2)))
        case 26: .extraTimeAdded
        case 27: .kicksBegan
        case 28:
            .kickTaken(
                Kick(
                    random.one(of: Side.allCases), isIn: random.once(in: 2),
                    by: random.once(in: 2) ? nil : players()[0]))
        case 16: .teamsCleared(players())
        case 19:
            .kickOffSet(
                random.once(in: 3)
                    ? nil : KickOff(wall: duration(), isAutomatic: random.once(in: 2)))
        case 18: .teamsColored(TeamColors(teamA: .uncolored, teamB: .red))
        case 15:
            .goalScored(
                NamedGoal(side: .teamA, scorer: players()[0], isOwnGoal: random.once(in: 2)),
                minute: minute())
        default: .rebooted
        }
    }

    private mutating func minute() -> GivenMinute? {
        let minute = MatchMinute(
            regular: integer(), added: random.once(in: 2) ? integer() : nil)
        return minute.map { GivenMinute($0, period: random.one(of: [nil, 0, 2, integer()])) }
    }

    private mutating func players() -> [Player] {
        (0..<random.one(of: [1, 2, 30])).map { _ in Player(id: integer(), name: "\u{0}") }
    }

    /// As far as a file can say: 64 bits of microseconds.
    private mutating func duration() -> Duration {
        .microseconds(random.once(in: 3) ? 0 : integer())
    }

    private mutating func time() -> GatherTime {
        random.once(in: 2) ? .standard : GatherTime(minutes: integer(), seconds: integer())
    }

    private mutating func integer() -> Int {
        random.once(in: 3)
            ? random.one(of: [.max, .min, 0, -1, 1 << 40])
            : Int.random(in: -5...70, using: &random)
    }
}

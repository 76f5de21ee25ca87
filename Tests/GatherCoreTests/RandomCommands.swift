import GatherCore

/// Random actions of people and machines: commands, waiting, reboots, clocks that are set.
struct RandomCommands {
    var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
    }

    mutating func command() -> Command {
        switch Int.random(in: 0..<73, using: &random) {
        case 0..<3:
            .open(
                time: once(in: 2) ? nil : time(), teamAName: name(), teamBName: name(),
                players: once(in: 3) ? ChosenPlayers(teamA: ids(), teamB: ids()) : .init(),
                format: once(in: 4) ? format() : nil)
        case 39..<42: .movePlayers(ids(), to: once(in: 3) ? nil : section())
        case 42: .clearTeams
        case 48: .swapPlayers(id(), id())
        case 43: .nameTeams(teamAName: name(), teamBName: name())
        case 50, 51: .setKickOff(kickOff())
        case 52: .kickOff
        case 49: .colorTeams(TeamColors(teamA: color(), teamB: color()))
        case 44: .drawTeams(once(in: 2) ? ids() : nil, seed: goals(), again: once(in: 2))
        case 45:
            .addToScore(
                side(), delta: 1, scorer: GivenScorer(id: id(), isOwnGoal: once(in: 3)))
        case 46, 47:
            .amendGoal(
                number: Int.random(in: 0...30, using: &random),
                scorer: once(in: 3) ? nil : GivenScorer(id: id(), isOwnGoal: once(in: 3)),
                change: change())
        case 53..<57: .showCard(card(), ago: ago())
        case 59 where once(in: 2):
            .announceAddedTime(
                minutes: Int.random(in: 1...4, using: &random), force: once(in: 3))
        case 59..<63:
            .whistle(
                random.one(of: Whistle.allCases), period: once(in: 6) ? goals() : nil, ago: ago())
        case 63, 64: .chooseFormat(once(in: 3) ? nil : format(), force: once(in: 2))
        case 65: .countFoul(side())
        case 66, 67: .takeTimeOut(once(in: 3) ? nil : side())
        case 68..<71: afterDraw()
        case 71, 72:
            .amendCard(number: Int.random(in: 0...30, using: &random), cardChange())
        case 57, 58: .substitute(side(), off: id(), on: id(), ago: ago())
        case 3..<5: .setTime(time())
        case 5..<9: .adjustTime(by: .seconds(seconds()), start: once(in: 3))
        case 9..<12: .start(ago: ago(), time: once(in: 5) ? time() : nil)
        case 12..<14: .resume(ago: ago())
        case 14..<17: .pause(ago: ago())
        case 17..<21: .toggle(ago: ago())
        case 21..<23: .cancel
        case 23..<26: .setScore(side(), goals(), other: once(in: 3) ? goals() : nil)
        case 26:
            .addToScore(
                side(), delta: 1, scorer: once(in: 2) ? GivenScorer(id: id()) : nil,
                minute: minute())
        case 27..<30: .addToScore(side(), delta: goals())
        case 30: .addToScore(side(), delta: 1, ago: ago())
        case 31..<35: .undo(number: once(in: 3) ? goals() : nil)
        case 35..<37: .redo
        case 37: .reopen
        case 38: once(in: 4) ? .end : .undo(number: nil)
        default: once(in: 4) ? .discard : .undo(number: nil)
        }
    }

    /// A command for a match that may be drawn and over.
    mutating func afterDraw() -> Command {
        switch Int.random(in: 0..<7, using: &random) {
        case 0: .addExtraTime
        case 1, 2: .beginKicks
        default: .takeKick(GivenKick(side(), isIn: once(in: 2), by: once(in: 2) ? id() : nil))
        }
    }

    /// A time that passes between two commands, mostly short.
    mutating func waiting() -> Duration {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<5: .zero
        case 5..<10: .microseconds(Int.random(in: 0...2_000_000, using: &random))
        case 10..<19: .milliseconds(Int.random(in: 0...120_000, using: &random))
        default: .seconds(Int.random(in: 0...50_000, using: &random))
        }
    }

    /// By how much a clock is set: seldom, and in both directions.
    mutating func stepOfWallClock() -> Duration {
        once(in: 30) ? .seconds(Int.random(in: -100_000...100_000, using: &random)) : .zero
    }

    mutating func once(in times: Int) -> Bool { random.once(in: times) }

    private mutating func id() -> Int { Int.random(in: 0...8, using: &random) }

    private mutating func ids() -> [Int] {
        (0..<Int.random(in: 0...5, using: &random)).map { _ in id() }
    }

    private mutating func section() -> TeamSection { random.one(of: TeamSection.allCases) }

    private mutating func side() -> Side { once(in: 2) ? .teamA : .teamB }

    private mutating func time() -> GatherTime {
        let minutes = random.one(of: [0, 0, 1, 2, 10, 45, 1_440, -1, 1_441, .max, .min])
        let seconds = random.one(of: [0, 1, 2, 30, 59, -1, 60, .max, .min])
        return GatherTime(minutes: minutes, seconds: seconds)
    }

    private mutating func seconds() -> Int {
        once(in: 10)
            ? random.one(of: [0, 86_400, -86_400, 86_401, .max, .min])
            : Int.random(in: -200...200, using: &random)
    }

    private mutating func ago() -> Duration {
        guard once(in: 3) else { return .zero }
        return .milliseconds(Int.random(in: 1...20_000, using: &random))
    }

    private mutating func goals() -> Int {
        once(in: 8)
            ? random.one(of: [0, 998, 999, 1_000, -999, -1_000, .max, .min])
            : Int.random(in: -2...3, using: &random)
    }

    private mutating func change() -> GoalChange {
        guard once(in: 2) else { return GoalChange() }
        return GoalChange(
            keepsScorer: once(in: 2), side: once(in: 2) ? side() : nil,
            minute: once(in: 3) ? minute() : nil)
    }

    /// A minute that the formats here may have.
    private mutating func minute() -> MatchMinute? {
        MatchMinute(
            regular: Int.random(in: 1...6, using: &random),
            added: once(in: 3) ? Int.random(in: 1...4, using: &random) : nil)
    }

    /// About the time at which a ``Pitch`` begins.
    private mutating func kickOff() -> KickOff? {
        guard !once(in: 4) else { return nil }
        let wall = Duration.seconds(1_700_000_000 + Int.random(in: -10...5_000, using: &random))
        return KickOff(wall: wall, isAutomatic: once(in: 2))
    }

    private mutating func card() -> GivenCard {
        let length = Duration.seconds(Int.random(in: 1...300, using: &random))
        let kind = random.one(of: [Card.Kind.yellow, .yellow, .secondYellow, .red, .time(length)])
        return GivenCard(kind, to: side(), once(in: 4) ? nil : id())
    }

    private mutating func cardChange() -> CardChange {
        let card = card()
        return CardChange(
            player: once(in: 2) ? card.player : nil, side: once(in: 3) ? card.side : nil,
            kind: once(in: 2) ? card.kind : nil, minute: once(in: 3) ? minute() : nil)
    }

    private mutating func format() -> MatchFormat? {
        let names = ["futsal", "1x0:10", "2x1-1", "3x0:30", "4x2-0:20", "halves", "quick"]
        let name = random.one(of: names)
        return name == "quick" ? Self.quick : MatchFormat(named: name)
    }

    /// A format in which play follows a break, and other play, by itself.
    private static let quick = try? MatchFormat(
        name: "quick",
        periods: [
            MatchPeriod(id: "one", length: .seconds(30), atZero: .run),
            MatchPeriod(id: "pause", kind: .pause, length: .seconds(20), begins: .atOnce),
            MatchPeriod(id: "two", length: .seconds(30), from: .seconds(30), begins: .atOnce),
            MatchPeriod(
                id: "three", length: .seconds(90), shows: .up, atZero: .run, begins: .atOnce),
        ])

    private mutating func color() -> TeamColor? {
        once(in: 2) ? nil : random.one(of: TeamColor.allCases)
    }

    private mutating func name() -> String? {
        once(in: 2) ? nil : random.one(of: ["Reds", "  Blues ", "", "\u{1B}", "字"])
    }
}

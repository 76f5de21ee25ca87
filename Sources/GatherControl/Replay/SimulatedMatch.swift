import GatherAPI
import Varlink

/// A plausible match that nobody has played, as a record: the same for the same seed and periods.
struct SimulatedMatch {
    /// A period of play: its place in the format, and its length and the pause after it in seconds.
    struct Play: Hashable {
        let index: Int
        let length: Int
        /// The clock runs on after the length, so that time can be added.
        let runsOn: Bool
        /// It begins by itself.
        let beginsAtOnce: Bool
        var pause = 0
    }

    /// Something that is still to happen.
    private enum Happening {
        case goal, card, substitution, foul
        case scorerIsKnown(goal: Int, Side)
        case undo(step: Int)
        case begin(Play)
        case announce(Play, minutes: Int)
        case end(Play)
        case over
    }

    /// The players of a side.
    struct Squad {
        var playing: [RecordedPlayer]
        var bench: [RecordedPlayer]
        private(set) var booked: Set<Int> = []

        /// The fewest players with whom a side plays on, by the Laws of the Game.
        static let fewest = 7

        /// Shows a player who plays a card: a red one, or a yellow one, which sends off as well if
        /// it is the second.
        ///
        /// - Returns: The kind of the card; nil where too few players would be left.
        mutating func showCard(isRed: Bool, to player: RecordedPlayer) -> String? {
            let isBooked = booked.contains(player.id)
            guard isRed || isBooked else {
                booked.insert(player.id)
                return "yellow"
            }
            guard playing.count > Self.fewest else { return nil }
            playing.removeAll { $0.id == player.id }
            return isBooked ? "secondYellow" : "red"
        }
    }

    // Not translated: names of people and of sides.
    private static let names = [
        "Ada", "Ben", "Chloé", "Dora", "Emil", "Fatima", "Gheorghe", "Hana", "Ivo", "Jana", "Kofi",
        "Lena", "Marek", "Noor", "Olga", "Pavel", "Quinn", "Rosa", "Şule", "Tomás", "Uwe", "Vera",
        "Wanda", "Xenia", "Yusuf", "Zoë", "Aino", "Björn",
    ]
    private static let sides = [
        ("Reds", "Blues"), ("North", "South"), ("Rovers", "Wanderers"), ("Harbour", "Mill"),
    ]

    private let plays: [Play]
    private var numbers: SeededNumbers
    private var squads: [Side: Squad] = [:]
    private var happenings: [(at: Int, order: Int, what: Happening)] = []
    private var order = 0
    private(set) var events: [RecordedEvent] = []

    /// Makes the match.
    ///
    /// - Parameters:
    ///   - format: The name of the format; nil for a plain countdown of the one play.
    ///   - plays: The periods of play, at least one.
    init(seed: Int, format: String?, plays: [Play]) {
        self.plays = plays
        numbers = SeededNumbers(seed: UInt64(bitPattern: Int64(seed)))
        open(format)
        plan()
        while let next = happenings.min(by: { ($0.at, $0.order) < ($1.at, $1.order) }) {
            happenings.removeAll { $0.order == next.order }
            happen(next.what, at: next.at)
        }
    }

    private mutating func open(_ format: String?) {
        var players = Self.names.enumerated().map { RecordedPlayer(id: $0 + 1, name: $1) }
        for side in Side.allCases {
            var picked: [RecordedPlayer] = []
            for _ in 0..<14 { picked.append(players.remove(at: below(players.count))) }
            squads[side] = Squad(playing: Array(picked[..<11]), bench: Array(picked[11...]))
        }
        let names = Self.sides[below(Self.sides.count)]
        add(
            "opened",
            [
                "seconds": .int(plays[0].length), "teamAName": .string(names.0),
                "teamBName": .string(names.1),
            ], at: 0)
        if let format {
            add("formatChosen", ["format": .object(["name": .string(format)])], at: 0, step: 1)
        }
        add("teamsColored", ["teamA": "red", "teamB": "blue"], at: 0, step: 1)
        for side in Side.allCases {
            let playing = JSONValue.array(squads[side]?.playing.map(\.json) ?? [])
            add("playersMoved", ["players": playing, "section": side.json], at: 0, step: 1)
        }
        let bench = Side.allCases.flatMap { squads[$0]?.bench ?? [] }
        add(
            "playersMoved", ["players": .array(bench.map(\.json)), "section": "bench"], at: 0,
            step: 1)
    }

    /// Plans the whistles, and what happens between them.
    private mutating func plan() {
        let total = plays.reduce(0) { $0 + $1.length }
        var begin = 20 + below(40)
        for play in plays {
            let added = play.runsOn ? 1 + below(4) : 0
            let end = begin + play.length + added * 60 + 2
            later(.begin(play), at: begin)
            if added > 0 { later(.announce(play, minutes: added), at: begin + play.length - 30) }
            for (what, count) in [(Happening.goal, 5), (.card, 4), (.substitution, 5), (.foul, 6)] {
                // The mean number does not depend on the length of the match, and the moments are
                // independent of each other.
                var at = begin + 10 + gap(total / count)
                while at < begin + play.length - 20 {
                    later(what, at: at)
                    at += 1 + gap(total / count)
                }
            }
            later(.end(play), at: end)
            begin = end + play.pause + (play.beginsAtOnce ? 0 : 5 + below(20))
        }
        later(.over, at: begin)
    }

    private mutating func happen(_ what: Happening, at: Int) {
        let side: Side = below(2) == 0 ? .teamA : .teamB
        switch what {
        case .goal:
            let isPressed = below(4) == 0
            let scorer = player(of: side)
            var details: JSONObject = ["team": side.json]
            if below(3) == 0 { details["agoMilliseconds"] = .int(1_000 + below(8_000)) }
            details[isPressed ? "delta" : "player"] = isPressed ? 1 : scorer.json
            if !isPressed { details["ownGoal"] = false }
            let number = add(isPressed ? "scoreAdded" : "goalScored", details, at: at)
            if below(10) == 0 {
                later(.undo(step: number), at: at + 4)
            } else if isPressed {
                later(.scorerIsKnown(goal: number, side), at: at + 8)
            }
        case .scorerIsKnown(let goal, let side):
            let scorer: JSONObject = ["player": player(of: side).json, "ownGoal": false]
            add(
                "goalAmended",
                ["goal": .int(goal), "team": side.json, "scorer": .object(scorer)], at: at)
        case .card: card(side, at: at)
        case .substitution: substitute(side, at: at)
        case .foul:
            if !isPlain { add("foulCounted", ["team": side.json], at: at) }
        case .undo(let step): add("undone", ["step": .int(step)], at: at)
        case .begin(let play):
            if isPlain { add("started", [:], at: at) }
            if !isPlain, !play.beginsAtOnce {
                add("periodBegan", ["period": .int(play.index)], at: at)
            }
        case .announce(let play, let minutes):
            add(
                "addedTimeAnnounced", ["period": .int(play.index), "minutes": .int(minutes)],
                at: at)
        case .end(let play):
            if !isPlain { add("periodEnded", ["period": .int(play.index)], at: at) }
        case .over: add("ended", [:], at: at)
        }
    }

    private mutating func card(_ side: Side, at: Int) {
        let player = player(of: side)
        let isRed = squads[side]?.booked.contains(player.id) == false && below(12) == 0
        guard let kind = squads[side]?.showCard(isRed: isRed, to: player) else { return }
        add("cardShown", ["team": side.json, "card": .string(kind), "player": player.json], at: at)
    }

    private mutating func substitute(_ side: Side, at: Int) {
        guard let on = squads[side]?.bench.popLast() else { return }
        let off = player(of: side)
        squads[side]?.playing.removeAll { $0.id == off.id }
        squads[side]?.playing.append(on)
        add("substituted", ["team": side.json, "off": off.json, "on": on.json], at: at)
    }

    // MARK: - Helpers

    private var isPlain: Bool { !events.contains { $0.kind == "formatChosen" } }

    /// Returns a player who is on a side, of whom ``Squad/fewest`` are never sent off.
    private mutating func player(of side: Side) -> RecordedPlayer {
        let playing = squads[side]?.playing ?? []
        return playing[below(playing.count)]
    }

    @discardableResult
    private mutating func add(
        _ kind: String, _ details: JSONObject, at: Int, step: Int? = nil
    ) -> Int {
        let number = events.count + 1
        events.append(
            RecordedEvent(
                number: number, step: step ?? number, kind: kind, details: details,
                microseconds: at * 1_000_000))
        return number
    }

    private mutating func later(_ what: Happening, at: Int) {
        order += 1
        happenings.append((at, order, what))
    }

    private mutating func below(_ count: Int) -> Int {
        Int(numbers.next() % UInt64(max(count, 1)))
    }

    /// Returns a random time in seconds until the next event of a kind.
    ///
    /// - Parameter mean: The mean of this time, in seconds.
    private mutating func gap(_ mean: Int) -> Int {
        // The chance of one in each of the steps is the same, as in a Poisson process.
        let step = max(mean / 16, 1)
        var gap = 0
        while below(16) > 0 { gap += step }
        return gap
    }
}

/// Numbers that follow from a seed: SplitMix64, as that of a draw.
private struct SeededNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SimulatedMatch.Play {
    /// Returns the periods of play of a format, by an answer to `GetFormats`.
    static func all(of format: JSONValue) -> [SimulatedMatch.Play] {
        var plays: [SimulatedMatch.Play] = []
        for (index, period) in (format.object?["periods"]?.array ?? []).enumerated() {
            guard let period = period.object, let length = period["seconds"]?.int else { continue }
            switch period["kind"]?.string {
            case "play":
                plays.append(
                    SimulatedMatch.Play(
                        index: index, length: length, runsOn: period["atZero"]?.string == "run",
                        beginsAtOnce: period["begins"]?.string == "atOnce"))
            case "break" where !plays.isEmpty: plays[plays.count - 1].pause += length
            default: break
            }
        }
        return plays
    }
}

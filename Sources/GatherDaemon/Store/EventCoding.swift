import GatherCore
import LinuxIO
import Varlink

/// An event as stored in the columns `kind` and `details`.
struct EncodedEvent: Equatable {
    let kind: String
    let details: JSONObject

    init(kind: String, details: JSONObject) { (self.kind, self.details) = (kind, details) }

    init(_ event: Event) {
        switch event {
        case .opened(let id, let time, let teamAName, let teamBName, let fixture):
            var details: JSONObject = [
                "id": id.stored, "seconds": time.wholeSeconds.stored,
                "teamAName": teamAName.stored, "teamBName": teamBName.stored,
            ]
            details["fixture"] = fixture?.stored
            self.init("opened", details)
        case .started(let ago, let byKickOff):
            var details = Self.ago(ago)
            if byKickOff { details["kickOff"] = true }
            self.init("started", details)
        case .paused(let ago): self.init("paused", Self.ago(ago))
        case .cancelled: self.init("cancelled")
        case .timeSet(let time):
            self.init("timeSet", ["seconds": time.wholeSeconds.stored])
        case .timeAdjusted(let amount, let starts):
            var details: JSONObject = ["seconds": amount.wholeSeconds.stored]
            if starts { details["start"] = true }
            self.init("timeAdjusted", details)
        case .scoreSet(let side, let goals):
            self.init("scoreSet", ["team": side.stored, "score": goals.stored])
        case .scoreAdded(let side, let delta, let ago, let minute):
            var details: JSONObject = ["team": side.stored, "delta": delta.stored]
            details["agoMilliseconds"] = Self.ago(ago)["agoMilliseconds"]
            details["minute"] = minute?.stored
            self.init("scoreAdded", details)
        case .goalScored(let goal, let ago, let minute):
            var details: JSONObject = [
                "team": goal.side.stored, "player": goal.scorer.stored,
                "ownGoal": goal.isOwnGoal.stored,
            ]
            details["agoMilliseconds"] = Self.ago(ago)["agoMilliseconds"]
            details["minute"] = minute?.stored
            self.init("goalScored", details)
        case .goalAmended(let amendment):
            var details: JSONObject = [
                "goal": amendment.number.stored, "team": amendment.side.stored,
            ]
            details["scorer"] = amendment.scorer?.stored
            details["minute"] = amendment.minute?.stored
            if amendment.isSideGiven { details["moves"] = true }
            self.init("goalAmended", details)
        case .cardShown(let card, let ago):
            var details = card.details
            details["agoMilliseconds"] = Self.ago(ago)["agoMilliseconds"]
            self.init("cardShown", details)
        case .cardAmended(let amendment): self.init("cardAmended", amendment.details)
        case .substituted(let substitution, let ago):
            var details = substitution.details
            details["agoMilliseconds"] = Self.ago(ago)["agoMilliseconds"]
            self.init("substituted", details)
        case .playersMoved(let players, let section):
            self.init("playersMoved", ["players": players.stored, "section": section.stored])
        // An older gatherd reads it as a move of those who were there.
        case .teamsCleared(let players):
            self.init(
                "playersMoved",
                ["players": players.stored, "section": .null, "all": true])
        case .teamsDrawn(let drawn): self.init("teamsDrawn", drawn.json)
        case .teamsNamed(let teamAName, let teamBName, let kept):
            var details: JSONObject = [
                "teamAName": teamAName.stored, "teamBName": teamBName.stored,
            ]
            if let kept { details["keeps"] = kept.stored }
            self.init("teamsNamed", details)
        case .teamsColored(let colors):
            self.init("teamsColored", ["teamA": colors.teamA.stored, "teamB": colors.teamB.stored])
        case .kickOffSet(let kickOff): self.init("kickOffSet", Self.kickOff(kickOff))
        case .formatChosen(let choice):
            var details: JSONObject = ["format": choice.format.stored]
            if choice.isForced { details["forced"] = true }
            self.init("formatChosen", details)
        case .foulCounted(let side): self.init("foulCounted", ["team": side.stored])
        case .timeOutTaken(let side): self.init("timeOutTaken", ["team": side.stored])
        case .periodBegan(let index, let ago):
            self.init("periodBegan", Self.period(index, ago))
        case .periodEnded(let index, let ago):
            self.init("periodEnded", Self.period(index, ago))
        case .addedTimeAnnounced(let added):
            var details: JSONObject = [
                "period": added.period.stored, "minutes": added.minutes.stored,
            ]
            if added.isForced { details["forced"] = true }
            self.init("addedTimeAnnounced", details)
        case .extraTimeAdded: self.init("extraTimeAdded")
        case .kicksBegan: self.init("kicksBegan")
        case .kickTaken(let kick): self.init("kickTaken", kick.details)
        case .ended: self.init("ended")
        case .discarded: self.init("discarded")
        case .undone(let step): self.init("undone", ["step": step.stored])
        case .redone(let step): self.init("redone", ["step": step.stored])
        case .rebooted: self.init("rebooted")
        case .clockDoubted: self.init("clockDoubted")
        case .clockSettled: self.init("clockSettled")
        case .clockStepped: self.init("clockStepped")
        case .lost: self.init("lost")
        }
    }

    /// The event, or nil if this version does not know its kind.
    var event: Event? {
        switch kind {
        case "opened":
            guard let id: String = details.value("id"), let time,
                let teamAName: String = details.value("teamAName"),
                let teamBName: String = details.value("teamBName")
            else { return nil }
            return .opened(
                id: id, time: time, teamAName: teamAName, teamBName: teamBName,
                fixture: details.value("fixture"))
        case "started": return flag("kickOff").map { .started(ago: ago, byKickOff: $0) }
        case "paused": return .paused(ago: ago)
        case "cancelled": return .cancelled
        case "timeSet": return time.map(Event.timeSet)
        case "timeAdjusted":
            guard let seconds: Int = details.value("seconds"), let starts = flag("start") else {
                return nil
            }
            return .timeAdjusted(by: .seconds(seconds), starts: starts)
        case "scoreSet": return score("score").map(Event.scoreSet)
        case "scoreAdded":
            guard let minute: GivenMinute? = details.optional("minute") else { return nil }
            return score("delta").map { .scoreAdded($0, delta: $1, ago: ago, minute: minute) }
        case "goalScored":
            guard let side, let player: Player = details.value("player"),
                let isOwnGoal: Bool = details.value("ownGoal"),
                let minute: GivenMinute? = details.optional("minute")
            else { return nil }
            return .goalScored(
                NamedGoal(side: side, scorer: player, isOwnGoal: isOwnGoal), ago: ago,
                minute: minute)
        case "goalAmended":
            guard let side, let number: Int = details.value("goal"),
                let scorer: GoalScorer? = details.optional("scorer"),
                let minute: GivenMinute? = details.optional("minute"),
                let isSideGiven = flag("moves")
            else { return nil }
            return .goalAmended(
                GoalAmendment(
                    number: number, side: side, scorer: scorer, minute: minute,
                    isSideGiven: isSideGiven))
        case "cardShown": return Card(details: details).map { .cardShown($0, ago: ago) }
        case "cardAmended": return CardAmendment(details: details).map(Event.cardAmended)
        case "substituted":
            return Substitution(details: details).map { .substituted($0, ago: ago) }
        case "playersMoved":
            guard let players: [Player] = details.value("players") else { return nil }
            let section: TeamSection? = details.value("section")
            guard (section == nil) == (details["section"]?.string == nil),
                let isOfAll = flag("all")
            else { return nil }
            if isOfAll { return section == nil ? .teamsCleared(players) : nil }
            return .playersMoved(players, to: section)
        case "teamsDrawn": return DrawnTeams(json: details).map(Event.teamsDrawn)
        case "teamsNamed":
            guard let teamAName: String = details.value("teamAName"),
                let teamBName: String = details.value("teamBName"),
                let kept: Side? = details.optional("keeps")
            else { return nil }
            return .teamsNamed(teamAName: teamAName, teamBName: teamBName, keeping: kept)
        case "teamsColored":
            guard let teamA: TeamColor? = details.nullable("teamA"),
                let teamB: TeamColor? = details.nullable("teamB")
            else { return nil }
            return .teamsColored(TeamColors(teamA: teamA, teamB: teamB))
        case "kickOffSet":
            guard details["microseconds"] != nil else { return .kickOffSet(nil) }
            guard let wall: Int = details.value("microseconds"),
                let isAutomatic: Bool = details.value("automatic")
            else { return nil }
            return .kickOffSet(KickOff(wall: .microseconds(wall), isAutomatic: isAutomatic))
        case "formatChosen":
            guard let format: MatchFormat? = details.nullable("format"),
                let isForced = flag("forced")
            else { return nil }
            return .formatChosen(FormatChoice(format, isForced: isForced))
        case "foulCounted": return side.map(Event.foulCounted)
        case "timeOutTaken": return details.nullable("team").map(Event.timeOutTaken)
        case "periodBegan": return details.value("period").map { .periodBegan($0, ago: ago) }
        case "periodEnded": return details.value("period").map { .periodEnded($0, ago: ago) }
        case "addedTimeAnnounced":
            guard let period: Int = details.value("period"),
                let minutes: Int = details.value("minutes"), let isForced = flag("forced")
            else { return nil }
            return .addedTimeAnnounced(
                AddedTime(minutes: minutes, period: period, isForced: isForced))
        case "extraTimeAdded": return .extraTimeAdded
        case "kicksBegan": return .kicksBegan
        case "kickTaken": return Kick(details: details).map(Event.kickTaken)
        case "ended": return .ended
        case "discarded": return .discarded
        case "undone": return details.value("step").map(Event.undone(step:))
        case "redone": return details.value("step").map(Event.redone(step:))
        case "rebooted": return .rebooted
        case "clockDoubted": return .clockDoubted
        case "clockSettled": return .clockSettled
        case "clockStepped": return .clockStepped
        case "lost": return .lost
        default: return nil
        }
    }

    /// The kinds of events, each with the first version of the database that can have it.
    ///
    /// A new one is of the version after the last, unless no release has written that yet.
    static let versions: [String: Int] = [
        "opened": 1, "started": 1, "paused": 1, "cancelled": 1, "timeSet": 1, "timeAdjusted": 1,
        "scoreSet": 1, "scoreAdded": 1, "ended": 1, "discarded": 1, "undone": 1, "redone": 1,
        "rebooted": 1, "clockDoubted": 1, "clockSettled": 1, "clockStepped": 1, "lost": 2,
        "goalScored": 3, "playersMoved": 3, "teamsDrawn": 3, "teamsNamed": 3,
        "goalAmended": 6, "teamsColored": 6, "kickOffSet": 6, "cardShown": 6, "cardAmended": 6,
        "substituted": 6, "foulCounted": 6, "timeOutTaken": 6, "formatChosen": 6,
        "periodBegan": 6, "periodEnded": 6, "addedTimeAnnounced": 6, "extraTimeAdded": 6,
        "kicksBegan": 6, "kickTaken": 6,
    ]

    private init(_ kind: String, _ details: JSONObject = [:]) {
        assert(Self.versions[kind] != nil, "a kind of event has the version that it came with")
        self.init(kind: kind, details: details)
    }

    private static func ago(_ ago: Duration) -> JSONObject {
        ago == .zero ? [:] : ["agoMilliseconds": .int(ago.wholeMilliseconds)]
    }

    private static func period(_ index: Int, _ ago: Duration) -> JSONObject {
        var details = self.ago(ago)
        details["period"] = index.stored
        return details
    }

    private static func kickOff(_ kickOff: KickOff?) -> JSONObject {
        guard let kickOff else { return [:] }
        return [
            "microseconds": kickOff.wall.wholeMicroseconds.stored,
            "automatic": kickOff.isAutomatic.stored,
        ]
    }

    private var ago: Duration { .milliseconds(details.value("agoMilliseconds") ?? 0) }

    private var time: GatherTime? {
        details.value("seconds").map { GatherTime(minutes: $0 / 60, seconds: $0 % 60) }
    }

    private var side: Side? { details.value("team") }

    /// Returns a Boolean, which is false if it is absent.
    private func flag(_ name: String) -> Bool? { details[name].map(\.bool) ?? false }

    private func score(_ name: String) -> (Side, Int)? {
        guard let side, let value: Int = details.value(name) else { return nil }
        return (side, value)
    }
}

/// The form of a player in the details of an event.
extension Player: StoredValue {
    var stored: JSONValue {
        if let seal { return SealedDetails.player(id, seal: seal) }
        var json: JSONObject = [
            "id": id.stored, "name": name.stored, "position": position.stored,
        ]
        if let shirt { json["shirt"] = shirt.stored }
        return .object(json)
    }

    init?(json: JSONValue) {
        guard let json = json.object, let id: Int = json.value("id") else { return nil }
        if let seal: String = json.value(SealedDetails.seal), json["name"] == nil {
            self.init(forgotten: id, seal: seal)
            return
        }
        guard let name: String = json.value("name"), let shirt: Int? = json.optional("shirt") else {
            return nil
        }
        self.init(id: id, name: name, position: json.value("position"), shirt: shirt)
    }
}

/// The form of a minute that a person gave: its text, and its period in a match with a format.
extension GivenMinute: StoredValue {
    var stored: JSONValue {
        var json: JSONObject = ["minute": minute.description.stored]
        if let period { json["period"] = period.stored }
        return .object(json)
    }

    init?(json: JSONValue) {
        guard let json = json.object, let text: String = json.value("minute"),
            let minute = MatchMinute(text), let period: Int? = json.optional("period")
        else { return nil }
        self.init(minute, period: period)
    }
}

/// The form of a goal's scorer in the details of an event: null for nobody.
extension GoalScorer: StoredValue {
    var stored: JSONValue {
        switch self {
        case .nobody: .null
        case .player(let player, let isOwnGoal):
            .object(["player": player.stored, "ownGoal": isOwnGoal.stored])
        }
    }

    init?(json: JSONValue) {
        if json == .null {
            self = .nobody
            return
        }
        guard let json = json.object, let player: Player = json.value("player"),
            let isOwnGoal: Bool = json.value("ownGoal")
        else { return nil }
        self = .player(player, isOwnGoal: isOwnGoal)
    }
}

extension DrawnTeams {
    fileprivate var json: JSONObject {
        var details: JSONObject = [
            "teamA": teamA.stored, "teamB": teamB.stored, "seed": draw.seed.stored,
            "strengthA": draw.strengthA.stored, "strengthB": draw.strengthB.stored,
            "equallyFair": draw.equallyFair.stored, "withoutSkill": draw.withoutSkill.stored,
        ]
        if isOfAll { details["all"] = true }
        return details
    }

    fileprivate init?(json: JSONObject) {
        guard let teamA: [Player] = json.value("teamA"), let teamB: [Player] = json.value("teamB"),
            let seed: Int = json.value("seed"), let strengthA: Int = json.value("strengthA"),
            let strengthB: Int = json.value("strengthB"),
            let equallyFair: Int = json.value("equallyFair"),
            let withoutSkill: [Int] = json.value("withoutSkill"),
            let isOfAll = json["all"].map(\.bool) ?? false
        else { return nil }
        self.init(
            teamA: teamA, teamB: teamB,
            draw: Draw(
                seed: seed, strengthA: strengthA, strengthB: strengthB, equallyFair: equallyFair,
                withoutSkill: withoutSkill),
            isOfAll: isOfAll)
    }
}

import GatherAPI
import GatherCore

/// The texts about an event for people, and its fields in the journal.
struct EventDescription {
    /// The journal's fields, besides those of every message about a match.
    let fields: [String: String]

    private let makeTimelineText: () -> String
    private let makeUndoText: () -> String

    /// The text for an event that has happened.
    var timelineText: String { makeTimelineText() }

    /// The text for an event that is taken back or redone.
    var undoText: String { makeUndoText() }

    private init(
        _ timelineText: @autoclosure @escaping () -> String,
        undo undoText: @autoclosure @escaping () -> String = "nothing",
        fields: [String: String] = [:]
    ) {
        (makeTimelineText, makeUndoText) = (timelineText, undoText)
        self.fields = fields
    }

    /// Describes an event.
    ///
    /// - Parameters:
    ///   - resumes: True if a start resumes after a pause.
    ///   - undone: The text for what an undo takes back; nil for any other event.
    ///   - gather: The gather after the event.
    init(_ recorded: RecordedEvent, resumes: Bool, undone: String?, in gather: Gather) {
        typealias Text = GatherPresenter
        switch recorded.event {
        case .opened(_, let time, let teamAName, let teamBName, let fixture):
            let ofFixture = fixture.map { ", fixture \($0)" } ?? ""
            self.init(
                "opened at \(time): \(teamAName) - \(teamBName)" + ofFixture,
                undo: "the opening of the match")
        case .started(let ago, byKickOff: true):
            let isLate = ago >= .seconds(1)
            self.init(
                "started by the kick-off" + Text.dated(isLate ? ago : .zero),
                undo: "the start by the kick-off")
        case .started(let ago, byKickOff: false):
            self.init(
                (resumes ? EventKind.resumed : "started") + Text.dated(ago),
                undo: resumes ? "the resume" : "the start")
        case .paused(let ago): self.init("paused" + Text.dated(ago), undo: "the pause")
        case .cancelled:
            self.init(
                "clock reset to \(GatherTime(roundingUp: gather.clockAtRest))",
                undo: "resetting the clock")
        case .timeSet(let time):
            self.init("time set to \(time)", undo: "setting the time to \(time)")
        case .timeAdjusted(let amount, _):
            let amount = "by \(Text.signed(amount.wholeSeconds)) s"
            self.init("time adjusted \(amount)", undo: "adjusting the time \(amount)")
        case .scoreSet(let side, let goals):
            let name = gather.name(of: side)
            self.init(
                "goals of \(name) set to \(goals)",
                undo: "setting the goals of \(name) to \(goals)",
                fields: Self.team(name))
        case .scoreAdded(let side, delta: 1, let ago, let minute):
            let name = gather.name(of: side)
            let text = "goal for \(name)"
            self.init(
                text + Text.dated(ago, minute),
                undo: "the \(Self.known(recorded, in: gather) ?? text)",
                fields: Self.team(name).merging(Self.minute(minute)) { $1 })
        case .scoreAdded(let side, let delta, _, _):
            let name = gather.name(of: side)
            let text = Text.goals(delta, for: name)
            self.init(text, undo: delta > 0 ? "the \(text)" : text, fields: Self.team(name))
        case .goalScored(let goal, let ago, let minute):
            let text = Text.text(goal, in: gather)
            self.init(
                text + Text.dated(ago, minute),
                undo: "the \(Self.known(recorded, in: gather) ?? text)",
                fields: Self.fields(of: goal, in: gather).merging(Self.minute(minute)) { $1 })
        case .goalAmended(let amendment):
            self.init(
                Text.text(amendment, in: gather), undo: Text.naming(amendment, in: gather),
                fields: Self.fields(of: amendment, in: gather))
        case .cardShown(let card, let ago):
            let card = gather.card(recorded.number)?.card ?? card
            let text = Text.text(card, in: gather)
            self.init(
                text + Text.dated(ago), undo: "the \(text)",
                fields: Self.fields(of: card, in: gather))
        case .cardAmended(let amendment):
            let text = Text.text(amendment, in: gather)
            self.init(
                text, undo: "the change of \(text)", fields: Self.fields(of: amendment, in: gather))
        case .substituted(let change, let ago):
            self.init(
                Text.text(change, in: gather) + Text.dated(ago),
                undo: "the substitution of \(change.off.name) by \(change.on.name)",
                fields: Self.fields(of: change, in: gather))
        case .foulCounted(let side):
            let name = gather.name(of: side)
            self.init("foul of \(name)", undo: "the foul of \(name)", fields: Self.team(name))
        case .timeOutTaken(let side?):
            let name = gather.name(of: side)
            self.init(
                "time-out of \(name)", undo: "the time-out of \(name)", fields: Self.team(name))
        case .timeOutTaken(nil): self.init("cooling break", undo: "the cooling break")
        case .playersMoved(_, nil), .teamsCleared:
            self.init(
                "out of the match: \(Text.names(gather.moved(by: recorded)))",
                undo: "taking \(Text.names(gather.moved(by: recorded))) out of the match")
        case .playersMoved(_, let section?):
            let name = Text.name(of: section, in: gather)
            self.init(
                "to \(name): \(Text.names(gather.moved(by: recorded)))",
                undo: "moving \(Text.names(gather.moved(by: recorded))) to \(name)")
        case .teamsDrawn(let drawn):
            self.init(
                Text.text(drawn, in: gather), undo: "the draw of the teams",
                fields: ["GATHER_SEED": "\(drawn.draw.seed)"])
        case .teamsNamed(let teamAName, let teamBName, let kept):
            self.init(
                "teams named: \(teamAName) - \(teamBName)",
                undo: Self.naming(teamAName, teamBName, keeping: kept))
        case .teamsColored(let colors):
            let names = Side.allCases.compactMap { side in
                colors[side].map { "\(gather.name(of: side)) \($0.rawValue)" }
            }.joined(separator: ", ")
            self.init("colours: \(names)", undo: "the colours: \(names)")
        case .kickOffSet(nil):
            self.init("kick-off removed", undo: "removing the kick-off")
        case .kickOffSet(let kickOff?):
            let text = "\(kickOff.isAutomatic ? "automatic " : "")kick-off"
            let time = Text.time(of: kickOff, at: recorded.moment)
            self.init("\(text) set to \(time)", undo: "setting the \(text) to \(time)")
        case .formatChosen(let choice):
            let name = choice.format?.name ?? MatchFormat.plainName
            self.init(
                "format: \(name)" + (choice.isForced ? ", changed during the match" : ""),
                undo: "choosing the format \(name)", fields: ["GATHER_FORMAT": name])
        case .periodBegan(let index, let ago):
            let name = Text.period(index, of: gather)
            self.init(
                "\(name) began" + Text.dated(ago), undo: "the beginning of the \(name)",
                fields: ["GATHER_PERIOD": name])
        case .periodEnded(let index, let ago):
            let name = Text.period(index, of: gather)
            self.init(
                "\(name) ended" + Text.dated(ago), undo: "the end of the \(name)",
                fields: ["GATHER_PERIOD": name])
        case .addedTimeAnnounced(let added):
            self.init(
                "added time: \(added.minutes) min",
                undo: "the added time of \(added.minutes) min",
                fields: [
                    "GATHER_PERIOD": Text.period(added.period, of: gather),
                    "GATHER_ADDED_MINUTES": "\(added.minutes)",
                ])
        case .extraTimeAdded: self.init("extra time added", undo: "adding extra time")
        case .kicksBegan:
            self.init("kicks from the mark began", undo: "the beginning of the kicks from the mark")
        case .kickTaken(let kick):
            let text = Text.text(kick, in: gather)
            let score = gather.course?.kicks?.score(after: recorded.number)
            self.init(
                text + (score.map { ", \($0) on kicks" } ?? ""), undo: "the \(text)",
                fields: Self.fields(of: kick, in: gather))
        case .ended: self.init("ended", undo: "the end of the match")
        case .discarded: self.init("discarded", undo: "discarding the match")
        case .undone(let step): self.init("undid \(step): \(undone ?? "nothing")")
        case .redone(let step):
            self.init(
                "redid \(step): " + Text.undoText(of: gather.events(ofStep: step), in: gather))
        case .rebooted:
            self.init("the machine was restarted, the wall clock told for how long")
        case .clockDoubted: self.init("the machine was restarted, nobody knows for how long")
        case .clockSettled: self.init("the wall clock is right, and the countdown goes by it")
        case .clockStepped: self.init("the wall clock was set")
        case .lost: self.init("lost: it could not be read from a damaged database")
        }
    }

    // MARK: - Parts

    /// Returns a goal as it is known by now; nil if it does not count.
    private static func known(_ recorded: RecordedEvent, in gather: Gather) -> String? {
        gather.goal(recorded.number).map { GatherPresenter.name(of: $0, in: gather) }
    }

    private static func naming(
        _ teamAName: String, _ teamBName: String, keeping kept: Side?
    ) -> String {
        switch kept {
        case .teamB: "naming the first side \(teamAName)"
        case .teamA: "naming the second side \(teamBName)"
        case nil: "naming the teams \(teamAName) and \(teamBName)"
        }
    }

    private static func minute(_ given: GivenMinute?) -> [String: String] {
        given.map { ["GATHER_MINUTE": "\($0.minute)"] } ?? [:]
    }

    private static func team(_ name: String) -> [String: String] { ["GATHER_TEAM": name] }

    private static func fields(of goal: NamedGoal, in gather: Gather) -> [String: String] {
        [
            "GATHER_TEAM": gather.name(of: goal.side), "GATHER_SCORER": goal.scorer.name,
            "GATHER_SCORER_ID": "\(goal.scorer.id)",
            "GATHER_OWN_GOAL": goal.isOwnGoal ? "1" : "0",
        ]
    }

    private static func fields(
        of amendment: GoalAmendment, in gather: Gather
    ) -> [String: String] {
        var fields = team(gather.name(of: amendment.side))
        fields["GATHER_GOAL"] = "\(amendment.number)"
        fields.merge(minute(amendment.minute)) { $1 }
        guard let goal = amendment.named else { return fields }
        return fields.merging(self.fields(of: goal, in: gather)) { $1 }
    }
}

extension EventDescription {
    private static func fields(of card: Card, in gather: Gather) -> [String: String] {
        var fields = team(gather.name(of: card.side))
        fields["GATHER_CARD"] = card.kind.name
        if let player = card.player {
            (fields["GATHER_PLAYER"], fields["GATHER_PLAYER_ID"]) = (player.name, "\(player.id)")
        }
        return fields
    }

    /// Returns the journal's fields of a card as it was amended.
    private static func fields(
        of amendment: CardAmendment, in gather: Gather
    ) -> [String: String] {
        var fields = minute(amendment.minute)
        fields["GATHER_CARD_EVENT"] = "\(amendment.number)"
        guard let card = gather.card(amendment.number) else { return fields }
        return fields.merging(self.fields(of: card.card, in: gather)) { $1 }
    }

    /// Returns the journal's fields of a kick.
    private static func fields(of kick: Kick, in gather: Gather) -> [String: String] {
        var fields = team(gather.name(of: kick.side))
        fields["GATHER_IN"] = kick.isIn ? "1" : "0"
        if let player = kick.player {
            (fields["GATHER_PLAYER"], fields["GATHER_PLAYER_ID"]) = (player.name, "\(player.id)")
        }
        fields["GATHER_KICKS"] = gather.course?.kicks?.scoreDescription
        return fields
    }

    private static func fields(of change: Substitution, in gather: Gather) -> [String: String] {
        var fields = team(gather.name(of: change.side))
        fields["GATHER_PLAYER_OFF"] = change.off.name
        fields["GATHER_PLAYER_OFF_ID"] = "\(change.off.id)"
        fields["GATHER_PLAYER_ON"] = change.on.name
        fields["GATHER_PLAYER_ON_ID"] = "\(change.on.id)"
        return fields
    }
}

/// The names of an event for programs, whatever its values.
///
/// Together with ``EventDescription`` it covers all that is reported about an event.
struct EventKind {
    /// The name in the timeline and the export.
    let name: String
    /// The reason with which subscribers receive the change; nil if the clock provides its own.
    let reason: Reason?
    /// The journal's message ID; nil for an event without a message.
    let message: MessageID?

    private init(_ name: String, _ reason: Reason?, _ message: MessageID?) {
        (self.name, self.reason, self.message) = (name, reason, message)
    }

    init(_ event: Event) {
        self =
            switch event {
            case .opened: Self("opened", .opened, .opened)
            case .started(_, let byKickOff):
                Self("started", .started, byKickOff ? .startedByKickOff : .started)
            case .paused: Self("paused", .paused, .paused)
            case .cancelled: Self("cancelled", .cancelled, .cancelled)
            case .timeSet: Self("timeSet", .timeSet, .timeSet)
            case .timeAdjusted: Self("timeAdjusted", .timeAdjusted, .timeAdjusted)
            case .scoreSet: Self("scoreChanged", .scoreChanged, .goalsSet)
            case .scoreAdded(_, let delta, _, _):
                Self("scoreChanged", .scoreChanged, delta > 0 ? .goal : .goalTakenBack)
            case .goalScored: Self("scoreChanged", .scoreChanged, .goal)
            case .goalAmended: Self("goalAmended", .goalAmended, .goalAmended)
            case .cardShown: Self("cardShown", .cardShown, .cardShown)
            case .cardAmended: Self("cardAmended", .cardAmended, .cardAmended)
            case .substituted: Self("substituted", .substituted, .substituted)
            case .foulCounted: Self("foulCounted", .foulCounted, .foulCounted)
            case .timeOutTaken: Self("timeOutTaken", .timeOutTaken, .timeOutTaken)
            case .playersMoved, .teamsCleared:
                Self("playersMoved", .playersChanged, .playersMoved)
            case .teamsDrawn: Self("teamsDrawn", .playersChanged, .teamsDrawn)
            case .teamsNamed: Self("teamsNamed", .playersChanged, .teamsNamed)
            case .teamsColored: Self("teamsColored", .playersChanged, .teamsColored)
            case .kickOffSet: Self("kickOffSet", .kickOffSet, .kickOffSet)
            case .formatChosen: Self("formatChosen", .formatChosen, .formatChosen)
            case .periodBegan: Self("periodBegan", .periodBegan, .periodBegan)
            case .periodEnded: Self("periodEnded", .periodEnded, .periodEnded)
            case .addedTimeAnnounced:
                Self("addedTimeAnnounced", .addedTimeAnnounced, .addedTimeAnnounced)
            case .extraTimeAdded: Self("extraTimeAdded", .extraTimeAdded, .extraTimeAdded)
            case .kicksBegan: Self("kicksBegan", .kicksBegan, .kicksBegan)
            case .kickTaken: Self("kickTaken", .kickTaken, .kickTaken)
            case .ended: Self("ended", .ended, .ended)
            case .discarded: Self("discarded", .discarded, .discarded)
            case .undone: Self("undone", .undone, .undone)
            case .redone: Self("redone", .redone, .redone)
            case .rebooted: Self("rebooted", nil, .clockCorrected)
            case .clockDoubted: Self("clockDoubted", nil, .clockDoubted)
            case .clockSettled: Self("clockSettled", nil, .clockCorrected)
            case .clockStepped: Self("clockStepped", nil, .clockCorrected)
            case .lost: Self("lost", nil, nil)
            }
    }

    /// The name of a start that resumes a paused countdown.
    static let resumed = "resumed"
}

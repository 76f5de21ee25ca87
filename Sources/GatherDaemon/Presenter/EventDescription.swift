import GatherAPI
import GatherCore
import LinuxIO

/// The texts about an event for people, and its fields in the journal.
struct EventDescription {
    /// The journal's fields, besides those of every message about a match.
    let fields: [String: String]

    private let makeTimelineText: () -> TextResource
    private let makeUndoText: () -> TextResource

    /// The text for an event that has happened.
    var timelineText: TextResource { makeTimelineText() }

    /// The text for an event that is taken back or redone.
    var undoText: TextResource { makeUndoText() }

    private init(
        _ timelineText: @autoclosure @escaping () -> TextResource,
        undo undoText: @autoclosure @escaping () -> TextResource = tr("nothing"),
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
    init(_ recorded: RecordedEvent, resumes: Bool, undone: TextResource?, in gather: Gather) {
        typealias Text = GatherPresenter
        switch recorded.event {
        case .opened(_, let time, let teamAName, let teamBName, let fixture):
            let text = tr("opened at %1$@: %2$@ - %3$@", time, teamAName, teamBName)
            self.init(
                fixture.map { tr("%1$@, fixture %2$@", text, $0) } ?? text,
                undo: tr("the opening of the match"))
        case .started(let ago, byKickOff: true):
            let isLate = ago >= .seconds(1)
            let text = tr("started by the kick-off")
            self.init(
                text.dated(isLate ? ago : .zero), undo: text.inEnglish("the start by the kick-off"))
        case .started(let ago, byKickOff: false):
            let text = resumes ? tr("resumed") : tr("started")
            self.init(text.dated(ago), undo: text.inEnglish(resumes ? "the resume" : "the start"))
        case .paused(let ago):
            self.init(tr("paused").dated(ago), undo: tr("paused").inEnglish("the pause"))
        case .cancelled:
            self.init(
                tr("clock reset to %1$@", GatherTime(roundingUp: gather.clockAtRest)),
                undo: tr("resetting the clock"))
        case .timeSet(let time):
            let text = tr("time set to %1$@", time)
            self.init(text, undo: text.inEnglish("setting the time to \(time)"))
        case .timeAdjusted(let amount, _):
            let amount = Text.signed(amount.wholeSeconds)
            let text = tr("time adjusted by %1$@ s", amount)
            self.init(text, undo: text.inEnglish("adjusting the time by \(amount) s"))
        case .scoreSet(let side, let goals):
            let name = gather.name(of: side)
            let text = tr("goals of %1$@ set to %2$@", name, goals)
            self.init(
                text, undo: text.inEnglish("setting the goals of \(name) to \(goals)"),
                fields: Self.team(name))
        case .scoreAdded(let side, delta: 1, let ago, let minute):
            let name = gather.name(of: side)
            let text = tr("goal for %1$@", name)
            self.init(
                text.dated(ago, minute), undo: (Self.known(recorded, in: gather) ?? text).named,
                fields: Self.team(name).merging(Self.minute(minute)) { $1 })
        case .scoreAdded(let side, let delta, _, _):
            let name = gather.name(of: side)
            let text = Text.goals(delta, for: name)
            self.init(text, undo: delta > 0 ? text.named : text, fields: Self.team(name))
        case .goalScored(let goal, let ago, let minute):
            let text = Text.text(goal, in: gather)
            self.init(
                text.dated(ago, minute), undo: (Self.known(recorded, in: gather) ?? text).named,
                fields: Self.fields(of: goal, in: gather).merging(Self.minute(minute)) { $1 })
        case .goalAmended(let amendment):
            self.init(
                Text.text(amendment, in: gather), undo: Text.naming(amendment, in: gather),
                fields: Self.fields(of: amendment, in: gather))
        case .cardShown(let card, let ago):
            let card = gather.card(recorded.number)?.card ?? card
            let text = Text.text(card, in: gather)
            self.init(text.dated(ago), undo: text.named, fields: Self.fields(of: card, in: gather))
        case .cardAmended(let amendment):
            let text = Text.text(amendment, in: gather)
            self.init(
                text, undo: text.inEnglish("the change of \(text)"),
                fields: Self.fields(of: amendment, in: gather))
        case .substituted(let change, let ago):
            self.init(
                Text.text(change, in: gather).dated(ago),
                undo: tr(
                    "the substitution of %1$@ by %2$@", change.off.shownName, change.on.shownName),
                fields: Self.fields(of: change, in: gather))
        case .foulCounted(let side):
            let name = gather.name(of: side)
            let text = tr("foul of %1$@", name)
            self.init(text, undo: text.named, fields: Self.team(name))
        case .timeOutTaken(let side?):
            let name = gather.name(of: side)
            let text = tr("time-out of %1$@", name)
            self.init(text, undo: text.named, fields: Self.team(name))
        case .timeOutTaken(nil): self.init(tr("cooling break"), undo: tr("cooling break").named)
        case .playersMoved(_, nil), .teamsCleared:
            let text = tr("out of the match: %1$@", Text.names(gather.moved(by: recorded)))
            self.init(
                text,
                undo: text.inEnglish(
                    "taking \(Text.names(gather.moved(by: recorded))) out of the match"))
        case .playersMoved(_, let section?):
            let names = Text.names(gather.moved(by: recorded))
            if let name = section.side.map(gather.name) {
                let text = tr("to %1$@: %2$@", name, names)
                self.init(text, undo: text.inEnglish("moving \(names) to \(name)"))
            } else {
                let text = tr("to the bench: %1$@", names)
                self.init(text, undo: text.inEnglish("moving \(names) to the bench"))
            }
        case .teamsDrawn(let drawn):
            self.init(
                Text.text(drawn, in: gather), undo: tr("the draw of the teams"),
                fields: ["GATHER_SEED": "\(drawn.draw.seed)"])
        case .teamsNamed(let teamAName, let teamBName, let kept):
            self.init(
                tr("teams named: %1$@ - %2$@", teamAName, teamBName),
                undo: Self.naming(teamAName, teamBName, keeping: kept))
        case .teamsColored(let colors):
            let names = Side.allCases.compactMap { side in
                colors[side].map {
                    TextResource(pattern: "%1$@ %2$@", gather.name(of: side), Text.name(of: $0))
                }
            }
            let text = tr("colours: %1$@", TextResource(joining: names))
            self.init(text, undo: text.named)
        case .kickOffSet(nil):
            let text = tr("kick-off removed")
            self.init(text, undo: text.inEnglish("removing the kick-off"))
        case .kickOffSet(let kickOff?):
            let time = Text.time(of: kickOff, at: recorded.moment)
            let text =
                kickOff.isAutomatic
                ? tr("automatic kick-off set to %1$@", time) : tr("kick-off set to %1$@", time)
            let what = kickOff.isAutomatic ? "automatic kick-off" : "kick-off"
            self.init(text, undo: text.inEnglish("setting the \(what) to \(time)"))
        case .formatChosen(let choice):
            let name = choice.format?.name ?? MatchFormat.plainName
            let text = tr("format: %1$@", name)
            self.init(
                choice.isForced ? tr("%1$@, changed during the match", text) : text,
                undo: text.inEnglish("choosing the format \(name)"),
                fields: ["GATHER_FORMAT": name])
        case .periodBegan(let index, let ago):
            let name = Text.period(index, of: gather)
            let text = tr("%1$@ began", PeriodName(name))
            self.init(
                text.dated(ago), undo: text.inEnglish("the beginning of the \(name)"),
                fields: ["GATHER_PERIOD": name])
        case .periodEnded(let index, let ago):
            let name = Text.period(index, of: gather)
            let text = tr("%1$@ ended", PeriodName(name))
            self.init(
                text.dated(ago), undo: text.inEnglish("the end of the \(name)"),
                fields: ["GATHER_PERIOD": name])
        case .addedTimeAnnounced(let added):
            let text = tr("added time: %1$@ min", added.minutes)
            self.init(
                text, undo: text.inEnglish("the added time of \(added.minutes) min"),
                fields: [
                    "GATHER_PERIOD": Text.period(added.period, of: gather),
                    "GATHER_ADDED_MINUTES": "\(added.minutes)",
                ])
        case .extraTimeAdded:
            let text = tr("extra time added")
            self.init(text, undo: text.inEnglish("adding extra time"))
        case .kicksBegan:
            let text = tr("kicks from the mark began")
            self.init(text, undo: text.inEnglish("the beginning of the kicks from the mark"))
        case .kickTaken(let kick):
            let text = Text.text(kick, in: gather)
            let score = gather.course?.kicks?.score(after: recorded.number)
            self.init(
                score.map { tr("%1$@, %2$@ on kicks", text, $0) } ?? text, undo: text.named,
                fields: Self.fields(of: kick, in: gather))
        case .ended: self.init(tr("ended"), undo: tr("ended").inEnglish("the end of the match"))
        case .discarded:
            self.init(tr("discarded"), undo: tr("discarded").inEnglish("discarding the match"))
        case .undone(let step):
            self.init(tr("undid %1$@: %2$@", step, undone ?? tr("nothing")))
        case .redone(let step):
            self.init(
                tr(
                    "redid %1$@: %2$@", step,
                    Text.undoText(of: gather.events(ofStep: step), in: gather)))
        case .rebooted:
            self.init(tr("the machine was restarted; the wall clock showed for how long"))
        case .clockDoubted: self.init(tr("the machine was restarted, nobody knows for how long"))
        case .clockSettled: self.init(tr("the wall clock is right, and the countdown goes by it"))
        case .clockStepped: self.init(tr("the wall clock was set"))
        case .lost: self.init(tr("lost: it could not be read from a damaged database"))
        }
    }

    // MARK: - Parts

    /// Returns a goal as it is known by now; nil if it does not count.
    private static func known(_ recorded: RecordedEvent, in gather: Gather) -> TextResource? {
        gather.goal(recorded.number).map { GatherPresenter.name(of: $0, in: gather) }
    }

    private static func naming(
        _ teamAName: String, _ teamBName: String, keeping kept: Side?
    ) -> TextResource {
        switch kept {
        case .teamB:
            tr("first side named: %1$@", teamAName).inEnglish("naming the first side \(teamAName)")
        case .teamA:
            tr("second side named: %1$@", teamBName).inEnglish(
                "naming the second side \(teamBName)")
        case nil:
            tr("teams named: %1$@ - %2$@", teamAName, teamBName)
                .inEnglish("naming the teams \(teamAName) and \(teamBName)")
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

    private static func fields(of amendment: GoalAmendment, in gather: Gather) -> [String: String] {
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
    private static func fields(of amendment: CardAmendment, in gather: Gather) -> [String: String] {
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

extension TextResource {
    /// The same text for an undo, with an article in English.
    fileprivate var named: Self { inEnglish("the \(self)") }
}

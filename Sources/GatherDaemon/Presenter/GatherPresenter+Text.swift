import GatherAPI
import GatherCore
import LinuxIO

extension GatherPresenter {
    /// Returns the daemon's state in one line, as `systemctl status` shows it.
    static func status(_ gather: Gather, at now: Moment) -> String {
        let sides =
            "\(gather.name(of: .teamA)) \(gather.score.scoreDescription) \(gather.name(of: .teamB))"
        switch gather.phase {
        case .unopened: return "No gather"
        case .ended: return "Ended, \(sides)\(byKicks(gather))"
        case .discarded: return "Discarded, \(sides)"
        case .open: break
        }
        let gather = gather.settled(at: now)
        let remaining = gather.timer.remaining(at: now)
        switch gather.timer.state(at: now) {
        case _ where gather.course?.kicks != nil:
            return "Kicks from the mark, \(sides)\(byKicks(gather))"
        case _ where gather.course?.stage == .over: return "All periods over, \(sides)"
        case .running where remaining == .zero: return "Added time, \(sides)"
        case .running:
            return "Running until \(LocalTime(now.wall + remaining).timeOfDay), \(sides)"
        case .paused: return "Paused at \(digits(of: gather, at: now)), \(sides)"
        case .stopped:
            if let kickOff = gather.kickOff {
                return "Kick-off at \(time(of: kickOff, at: now)), \(sides)"
            }
            return "Stopped at \(digits(of: gather, at: now)), \(sides)"
        }
    }

    /// Returns the digits of a clock that stands, as every display has them: `07:31`, or
    /// `45:00 +2:13` in added time.
    private static func digits(of gather: Gather, at now: Moment) -> String {
        guard let course = gather.course, course.period.kind == .play else {
            return "\(GatherTime(roundingUp: gather.timer.remaining(at: now)))"
        }
        let (period, isWaiting) = (course.period, course.stage == .waiting)
        let elapsed = isWaiting ? .zero : gather.timer.elapsed(at: now)
        let left = period.length - elapsed
        // A time that grows does not show a second before it is over.
        let gone = (period.from + min(elapsed, period.length)).components.seconds
        let time = GatherTime(roundingUp: period.shows == .up ? .seconds(gone) : left)
        guard period.atZero == .run, !isWaiting, left <= .zero else { return "\(time)" }
        let (minutes, seconds) = (-left.components.seconds).quotientAndRemainder(dividingBy: 60)
        return "\(time) +\(minutes):\(seconds < 10 ? "0" : "")\(seconds)"
    }

    /// Returns the score of the kicks from the mark; empty without any.
    private static func byKicks(_ gather: Gather) -> String {
        gather.course?.kicks.map { ", \($0.scoreDescription) on kicks" } ?? ""
    }

    /// Returns the local time of a kick-off, with the date if that is another one than at `now`.
    static func time(of kickOff: KickOff, at now: Moment) -> String {
        let (time, present) = (LocalTime(kickOff.wall), LocalTime(now.wall))
        return time.date == present.date ? time.shortTime : "\(time.date) \(time.shortTime)"
    }

    /// Returns why a kick-off has not started the countdown.
    static func missed(_ refusal: Refusal, in gather: Gather) -> String {
        switch refusal {
        case .teamWithoutPlayers(let side):
            "the kick-off started nothing: \(gather.name(of: side)) has no players"
        default: "the kick-off started nothing: \(refusal)"
        }
    }

    /// Returns what an undo of this step took back, as a text.
    static func undone(
        _ step: [RecordedEvent], before: Gather, after: Gather, at now: Moment
    ) -> TextResource {
        let text = undoText(of: step, in: before)
        guard before.endedAt != nil, after.phase == .open else { return text }
        if after.timer.isDoubtful {
            return tr("%1$@; nobody knows how far the countdown went on", text)
        }
        let gone = gone(before, after, at: now)
        guard gone > .zero else { return text }
        return tr(
            "%1$@; the countdown went on meanwhile, by %2$@", text, GatherTime(roundingUp: gone))
    }

    /// Returns the time that the clock went on between an end and the moment at which that is
    /// taken back.
    private static func gone(_ before: Gather, _ after: Gather, at now: Moment) -> Duration {
        if before.course?.index != after.course?.index {
            // The break went on to its end, and then the period that begins by itself.
            return before.timer.left(at: now) + after.timer.hasRun(at: now)
        }
        if after.timer.runsOn, after.timer.isRunning(at: now) {
            // Of the time after the deadline, the display shows none as left.
            return before.timer.left(at: now) - after.timer.left(at: now)
        }
        // These are the times that the clock showed before and shows now, rounded as on the
        // display.
        let then = GatherTime(roundingUp: before.timer.remaining(at: now))
        let shown = GatherTime(roundingUp: after.timer.remaining(at: now))
        return .seconds(then.wholeSeconds - shown.wholeSeconds)
    }

    /// Returns an event as a text: a goal or card as known now, and without how long before its
    /// recording it was.
    static func text(_ recorded: RecordedEvent, in gather: Gather) -> TextResource {
        if let goal = gather.goal(recorded.number) { return text(goal, in: gather) }
        if let card = gather.card(recorded.number) { return text(card, in: gather) }
        if case .substituted(let change, _) = recorded.event { return text(change, in: gather) }
        return EventDescription(
            recorded, resumes: gather.resumed(recorded.step), undone: nil, in: gather
        ).timelineText
    }

    /// Returns the text for the commands of a step, as taken back or redone.
    static func undoText(of step: [RecordedEvent], in gather: Gather) -> TextResource {
        guard let first = step.first else { return tr("nothing") }
        if step.count > 1, case .opened = first.event {
            let starts = step.contains { recorded in
                switch recorded.event {
                case .started, .periodBegan: true
                default: false
                }
            }
            return starts
                ? tr("the start, which opened the match") : undoText(of: first, in: gather)
        }
        let texts = step.map { undoText(of: $0, in: gather) }
        let english = texts.map(\.description).joined(separator: ", and ")
        return switch texts.count {
        case 1: texts[0]
        case 2: tr("%1$@; %2$@", texts[0], texts[1]).inEnglish(english)
        // No command makes so many of them; a forged database may have a step of thousands.
        default: TextResource(joining: texts).inEnglish(english)
        }
    }

    private static func undoText(of event: RecordedEvent, in gather: Gather) -> TextResource {
        EventDescription(event, resumes: gather.resumed(event.step), undone: nil, in: gather)
            .undoText
    }

    /// Returns the text for what an undo takes back, as it was known before; nil for any other
    /// event.
    static func undone(by recorded: RecordedEvent, before: Gather) -> TextResource? {
        guard case .undone(let step) = recorded.event else { return nil }
        return undoText(of: before.events(ofStep: step), in: before)
    }

    /// Returns the reason with which subscribers receive the events of a command.
    static func reason(for events: [Event]) -> Reason? {
        guard let last = events.last else { return nil }
        guard events.first?.opens == true else { return EventKind(last).reason }
        switch last {
        // Moving players to the sides is part of the opening, and so is setting the kick-off.
        case .playersMoved, .kickOffSet, .formatChosen: return .opened
        default: return EventKind(last).reason
        }
    }

    /// Returns the goals by which a score changes, of which there are several or less than none.
    static func goals(_ delta: Int, for name: String) -> TextResource {
        if delta > 0 { return tr("%1$@ goals for %2$@", delta, name) }
        return delta == -1
            ? tr("one goal fewer for %1$@", name)
            : tr("%1$@ goals fewer for %2$@", delta.magnitude, name)
    }

    /// Returns the name of a colour.
    static func name(of color: GatherCore.TeamColor) -> TextResource {
        switch color {
        case .uncolored: tr("no colour").inEnglish(color.rawValue)
        case .black: tr("black")
        case .white: tr("white")
        case .grey: tr("grey")
        case .red: tr("red")
        case .orange: tr("orange")
        case .yellow: tr("yellow")
        case .green: tr("green")
        case .blue: tr("blue")
        case .purple: tr("purple")
        case .pink: tr("pink")
        }
    }

    /// Returns a number with its sign.
    static func signed(_ number: Int) -> String {
        number > 0 ? "+\(number)" : "\(number)"
    }
}

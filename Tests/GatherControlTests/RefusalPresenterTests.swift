import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct RefusalPresenterTests {
    static let refusals: [(GatherError, String)] = [
        (
            .noGather(endedSecondsAgo: 12),
            "no match is open; 'gatherctl undo --match' reopens the one that ended 12 s ago, "
                + "or 'gatherctl start' starts a new one"
        ),
        (.noGather(endedSecondsAgo: nil), "no match is open; 'gatherctl start' starts one"),
        (
            .gatherInProgress,
            "a match is open already; 'gatherctl end' or 'gatherctl discard' closes it"
        ),
        (
            .invalidTime(minimumSeconds: 1, maximumSeconds: 86_400),
            "a time is from 00:01 to 24 hours"
        ),
        (
            .timeIsZero,
            "the clock is at 00:00; 'gatherctl cancel' resets it, 'gatherctl set 05:00' sets a "
                + "time, 'gatherctl adjust +2m --start' adds time"
        ),
        (.invalidScore(minimum: 0, maximum: 999), "a score is from 0 to 999"),
        (.notRunning, "the countdown is not running; 'gatherctl start' starts it"),
        (.notPaused, "the countdown is not paused; 'gatherctl start' starts it"),
        (
            .agoTooLong(
                maximumMilliseconds: 8_000, lastCommandAt: "2026-11-21T15:42:10Z", event: nil,
                text: nil, translatable: nil),
            "the last command to the countdown was 8 s ago, "
                + "at \(TimeText.timeOfDay("2026-11-21T15:42:10Z")); "
                + "'--ago' reaches no further back"
        ),
        (
            .agoTooLong(
                maximumMilliseconds: 8_000, lastCommandAt: "2026-11-21T15:42:10Z", event: 9,
                text: "goal for Reds by Ada",
                translatable: TranslatableText(
                    form: "goal for %1$@ by %2$@",
                    values: [TranslatableText(name: "Reds"), TranslatableText(name: "Ada")])),
            "event 9 (goal for Reds by Ada) was 8 s ago, "
                + "at \(TimeText.timeOfDay("2026-11-21T15:42:10Z")); "
                + "'--ago' reaches no further back"
        ),
        (.alreadySo, "the countdown is already running or paused; '--ago' would change nothing"),
        (
            .nothingToUndo(endedSecondsAgo: 47_100),
            "the match ended 13 h 5 min ago, too long ago to undo it; "
                + "'gatherctl reopen last' reopens it"
        ),
        (.nothingToUndo(endedSecondsAgo: nil), "there is nothing to undo"),
        (.formatDoesNotFit, "the match is in a period that the format does not have"),
        (
            .storageFailed(reason: "the disk is full (/var/lib/gatherd)"),
            "the disk is full (/var/lib/gatherd)"
        ),
        (
            .storageFailed(reason: ""),
            "it could not be stored, and nothing has changed; the log of gatherd has the details"
        ),
    ]

    @Test("a refusal says why and what to do next", arguments: refusals)
    func refusal(error: GatherError, cause: String) {
        #expect(text(error.reply) == "cannot count the goal: \(cause)")
    }

    private static let ann = ProfileFields(name: "Ann", age: 30, skill: .amateur)
    private static let earlier = ProfileFields(
        name: "Ann O'Hara", age: 31, position: .winger, favouriteTeam: "-x")

    static let squadChanges: [(SquadChangeFields, String, String)] = [
        (
            SquadChangeFields(kind: .removed, playerID: 24, profile: ann), "Ann was removed",
            "'gatherctl player restore 24' undoes that"
        ),
        (
            SquadChangeFields(kind: .added, playerID: 24, profile: ann, count: 3),
            "Ann and 2 other players were added",
            "'gatherctl player remove' removes them one by one"
        ),
        (
            SquadChangeFields(kind: .edited, playerID: 24, profile: ann, earlier: earlier),
            "Ann was edited",
            #"the earlier values: gatherctl player edit 24 --name='Ann O'\''Hara' --age=31 "#
                + "--skill=none --position=winger --favourite-team=-x"
        ),
    ]

    @Test("a change of the squad is named with what takes it back", arguments: squadChanges)
    func squadChange(change: SquadChangeFields, what: String, wayBack: String) {
        let words = "cannot undo: the last change was to the squad: \(what)"
        let match = "'gatherctl undo --match' undoes the last command of the match"
        let ways = change.kind == .edited ? [match, wayBack] : [wayBack, match]
        let reply = GatherError.squadChangedLast(change).reply
        #expect(
            RefusalPresenter(.undo(number: nil)).text(reply)
                == ([words] + ways).joined(separator: "; "))
        #expect(
            RefusalPresenter(.undo(number: nil), next: .keys).text(reply) == "\(words); \(wayBack)")
    }

    @Test(
        "the time that is suggested to add to a period that is over is not longer than it",
        arguments: [(90, "+90s"), (120, "+2m"), (1_200, "+2m")])
    func shortPeriod(seconds: Int, added: String) {
        var course = Sample.course(0, elapsed: .seconds(seconds), runs: false)
        course.period.seconds = seconds
        var gather = Sample.gather(Sample.stopped(.zero))
        gather.course = course
        var presenter = RefusalPresenter(failure: "cannot toggle the countdown: %1$@")
        presenter.gather = gather
        #expect(
            presenter.text(GatherError.timeIsZero)
                == "the time of the period is up; 'gatherctl period' ends it, "
                + "'gatherctl adjust \(added) --start' adds time")
        presenter.next = .keys
        #expect(
            presenter.text(GatherError.timeIsZero)
                == "the time of the period is up; 'n' ends it, 'm' adds time")
    }

    @Test("on the board the keys are named, not commands of the shell")
    func keys() {
        let presenter = RefusalPresenter(failure: "cannot undo: %1$@", next: .keys)
        #expect(
            presenter.text(GatherError.noGather(endedSecondsAgo: 12))
                == "no match is open; 'u' reopens the one that ended 12 s ago, "
                + "or 'space' starts a new one")
        #expect(
            presenter.text(GatherError.noGather(endedSecondsAgo: nil))
                == "no match is open; 'space' starts one")
        #expect(
            presenter.text(GatherError.timeIsZero)
                == "the clock is at 00:00; 'm' adds 2 minutes and starts it, 's' sets it")
        for error in [GatherError.notRunning, .notPaused] {
            #expect(presenter.text(error).hasSuffix("; 'space' starts it"))
        }
        #expect(
            presenter.text(GatherError.noSuchEvent(number: 7))
                == "somebody else has undone it already")
        #expect(
            presenter.text(GatherError.eventNeeded(by: 8))
                == "event 8 came after it and depends on it; 'u' undoes that")
        let timeUp = Sample.gather(Sample.stopped(.zero))
        let atZero = RefusalPresenter(
            .pause(agoMilliseconds: nil), gather: timeUp, next: .keys, at: Sample.now)
        for error in [GatherError.notRunning, .notPaused] {
            let advice = "'m' adds 2 minutes and starts it, 's' sets it"
            #expect(atZero.text(error) == "the clock is at 00:00; \(advice)")
        }
    }

    static let protocolErrors: [(VarlinkError, String)] = [
        (
            .methodNotFound("io.gatherd.Gather.Goal"),
            "gatherd has no 'io.gatherd.Gather.Goal'; it is of another version than this "
                + "gatherctl: after an update, restart it with 'sudo systemctl restart gatherd', "
                + "or your own one with 'systemctl --user restart gatherd'"
        ),
        (.invalidParameter("requestId"), "request ID 'x7' was used for another command"),
        (.invalidParameter("delta"), "a score changes by 1 to 999"),
        (.invalidParameter("teamBPlayers"), "a player is on both sides"),
        (.invalidParameter("seed"), "a seed is from 0 to 4294967295"),
        (.invalidParameter("other"), "gatherd does not accept the parameter 'other'"),
        (
            .permissionDenied,
            "permission denied: only root, gatherd's own user and the members of its group may do "
                + "this"
        ),
        (.expectedMore, "gatherd takes this call as a subscription only"),
    ]

    @Test("an error of the protocol is told like a refusal", arguments: protocolErrors)
    func protocolError(error: VarlinkError, cause: String) {
        #expect(text(error.reply) == "cannot count the goal: \(cause)")
    }

    @Test("a player who has left the match has the name that the change gives")
    func playerWhoLeft() {
        let change = Change.showCard(.yellow, to: .teamB, id: 4, name: "Sid")
        let text = RefusalPresenter(change, gather: Sample.gather(), next: .keys)
            .text(GatherError.notOnTeam(id: 4, team: .teamB).reply)
        #expect(text.hasPrefix("cannot show the card: Sid is not on "))
    }

    @Test("what is left after an adjustment is no time that was chosen")
    func adjustment() {
        let error = GatherError.invalidTime(minimumSeconds: 1, maximumSeconds: 86_400)
        let presenter = RefusalPresenter(.adjustTime(seconds: -10, start: false))
        #expect(
            presenter.text(error.reply)
                == "cannot adjust the time: the time that is left can only be from 00:01 "
                + "to 24 hours, and the clock of a period cannot be before its beginning")
    }

    @Test("an error of a newer daemon is named")
    func unknown() {
        let reply = Reply(error: "io.gatherd.Gather.Rained")
        #expect(text(reply) == "cannot count the goal: gatherd answers 'io.gatherd.Gather.Rained'")
    }

    private func text(_ reply: Reply) -> String {
        RefusalPresenter(failure: "cannot count the goal: %1$@", requestID: "x7").text(reply)
    }
}

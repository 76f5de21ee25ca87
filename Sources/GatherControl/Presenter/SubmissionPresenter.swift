import GatherAPI
import LinuxIO

/// Presents the delivery of results to a server.
enum SubmissionPresenter {
    /// Returns a line about a submission; nil if there is nothing to report.
    ///
    /// - Parameter id: The match for suggested commands; nil to name all that wait.
    static func line(
        _ submission: SubmissionFields?, of id: String? = nil, at now: ClockReading
    ) -> String? {
        guard let submission else { return nil }
        if let owner = submission.owner, submission.state == .signInNeeded {
            return OwnerPresenter.line(owner, of: id, isDeleting: submission.deleting == true)
        }
        let next = nextAttempt(submission, at: now)
        if submission.deleting == true { return deletion(submission, next) }
        switch submission.state {
        case .held:
            return tr("Result will be sent %1$@; now: 'gatherctl submit'", next)
        case .waiting where submission.attempts == 0: return tr("Result waits for its turn")
        case .waiting: return tr("Result not sent yet, next try %1$@", next)
        case .sending: return tr("Result is being sent")
        case .sent: return adding(unsettled(submission), to: tr("Result sent"))
        case .signInNeeded: return tr("Sign in to send the result: 'gatherctl login'")
        case .refused: return tr("Result refused by the server: 'gatherctl submissions'")
        case .needsDecision: return tr("Result waits for a decision: 'gatherctl submissions'")
        case .withdrawn: return unsettled(submission)
        case .dropped:
            return adding(unsettled(submission), to: tr("Result is not sent: it was dropped"))
        }
    }

    /// The note about an end after which nothing is sent, as nobody is signed in any more.
    static var signedOut: String {
        tr("not sent: nobody is signed in; 'gatherctl login' signs in")
    }

    /// Returns the line about the deletion of what was sent before.
    private static func deletion(_ submission: SubmissionFields, _ next: String) -> String {
        switch submission.state {
        case .held: tr("What was sent before will be deleted at the server %1$@", next)
        case .sending: tr("What was sent before is being deleted at the server")
        case .signInNeeded: tr("Sign in to delete what was sent before: 'gatherctl login'")
        default:
            tr("What was sent before is still at the server, next try to delete it %1$@", next)
        }
    }

    private static func adding(_ unsettled: String?, to line: String) -> String {
        ([line] + [unsettled].compactMap(\.self)).joinedBySemicolons()
    }

    /// Returns what the user has to settle although no delivery is under way; nil if there is
    /// nothing.
    private static func unsettled(_ submission: SubmissionFields) -> String? {
        var parts: [String] = []
        if let count = submission.questions, count > 0, submission.state == .sent {
            parts.append(tr("%1$@ player to identify", "%1$@ players to identify", count: count))
        }
        if let count = submission.leftovers, count > 0 {
            parts.append(
                tr("%1$@ thing left at the server", "%1$@ things left at the server", count: count)
            )
        }
        guard !parts.isEmpty else { return nil }
        return tr("%1$@: %2$@", parts.joined(separator: ", "), "'gatherctl submissions'")
    }

    static func sending(_ count: Int) -> String {
        count == 0
            ? tr("nothing to send; 'gatherctl submissions' lists what is not sent yet")
            : tr("sending %1$@ result", "sending %1$@ results", count: count)
    }

    /// Returns the lines about results that have not been sent, with the commands for each.
    static func lines(
        _ results: [ResultFields], candidates: [String: [CandidateFields]] = [:],
        at now: ClockReading
    ) -> [String] {
        results.flatMap { result in
            lines(result, candidates[result.gatherID], at: now)
        }
    }

    private static func lines(
        _ result: ResultFields, _ candidates: [CandidateFields]?, at now: ClockReading
    ) -> [String] {
        let id = String(result.gatherID.prefix(8))
        let score = "\(result.teamAName) \(result.score) \(result.teamBName)"
        var submission = result.submission
        // The questions and leftovers follow below, so the line need not announce them.
        (submission.questions, submission.leftovers) = (nil, nil)
        let state = line(submission, of: id, at: now) ?? tr("Result withdrawn")
        var lines = ["\(id)  \(score)  \(state)"]
        if let error = submission.lastError { lines.append("  \(reason(error))") }
        lines += hints(result, id, candidates)
        lines += result.missingPlayers.flatMap(LeftoverPresenter.lines)
        lines += result.leftovers.flatMap {
            LeftoverPresenter.lines($0, of: id, isElsewhere: result.submission.owner != nil)
        }
        return lines
    }

    /// Returns the reason for which a try has failed, with the option that helps.
    ///
    /// It is stored as a text alone; earlier versions put "allow insecure http" behind it.
    private static func reason(_ error: String) -> String {
        let plainHTTP = SubmitterError.plainHTTPReason
        guard error.hasPrefix(plainHTTP) else { return error }
        return AccountPresenter.text(.invalidServer(reason: plainHTTP, needsInsecureHTTP: true))
    }

    private static func hints(
        _ result: ResultFields, _ id: String, _ candidates: [CandidateFields]?
    ) -> [String] {
        if let owner = result.submission.owner {
            return result.submission.state == .signInNeeded ? [] : [OwnerPresenter.hint(owner, id)]
        }
        switch result.submission.state {
        case .refused:
            let again = tr("send it again: %1$@", "'gatherctl submissions retry \(id)'")
            let giveUp = tr("give it up: %1$@", "'gatherctl submissions drop \(id)'")
            return ["  " + [again, giveUp].joinedBySemicolons()]
        case .needsDecision:
            // Of an outdated result its own gather is one, with whatever score it has by now.
            let stored: [(String, [String]?)] = result.candidates
                .filter { candidates == nil || $0 == result.submission.remoteID }.map { ($0, nil) }
            let found = candidates?.map { ($0.remoteID, Optional($0.players)) } ?? []
            let remotes = (stored + found).map { remoteID, players in
                hint(adopt: "'gatherctl submissions adopt \(id) \(remoteID)'", players)
            }
            let none = tr("none of the server's: %1$@", "'gatherctl submissions create \(id)'")
            let others =
                remotes.isEmpty
                ? [none, tr("give it up: %1$@", "'gatherctl submissions drop \(id)'")] : [none]
            return (remotes + others).map { "  \($0)" }
        default: return []
        }
    }

    /// Returns the command that names a match of the server, with its players if they are known.
    private static func hint(adopt command: String, _ players: [String]?) -> String {
        guard let players else { return tr("it is this one: %1$@", command) }
        return players.isEmpty
            ? tr("it is this one (no score, no players): %1$@", command)
            : tr("it is this one (no score, %1$@): %2$@", players.joined(separator: ", "), command)
    }

    /// Returns the lines about results that were sent, compared with those of the server.
    ///
    /// - Parameter hasPlayers: True if the players were compared as well.
    static func lines(_ results: [CheckedResultFields], hasPlayers: Bool) -> [String] {
        if results.isEmpty { return [tr("no result has been sent")] }
        let note = tr(
            "players are not compared; 'gatherctl submissions check ID' compares those of one")
        return results.map { result in
            let id = result.gatherID.prefix(8)
            let resend = "gatherctl submit --resend \(id)"
            let finding =
                switch (result.finding, result.remoteScore) {
                case (.same, _):
                    hasPlayers ? tr("the server has it") : tr("the server has this score")
                case (.gone, _):
                    tr("the server has no such match any more; '%1$@' sends it again", resend)
                case (.different, let score?):
                    tr("the server has %1$@; '%2$@' replaces that", score, resend)
                case (.different, nil):
                    tr("the server has no result; '%1$@' sends it again", resend)
                case (.players, _): tr("the server has the result, and other players")
                }
            return "\(id)  \(result.teamAName) \(result.score) \(result.teamBName)  \(finding)"
        } + (hasPlayers ? [] : [note])
    }

    /// Returns the question about results that were ended for other users.
    static func question(_ others: [OtherResultsFields], as name: String) -> String {
        let parts = others.map { other in
            tr(
                "%1$@ result of %2$@", "%1$@ results of %2$@", count: other.count,
                other.userName ?? tr("another user"))
        }
        let question = tr(
            "not sent yet: %1$@; send now as %2$@?", parts.joined(separator: ", "), name)
        return "\(question) [\(Answer.keep.word)/\(Answer.send.word)] "
    }

    /// Returns the offer to send results that were never to be sent; nil if there are none.
    static func offer(_ unsubmitted: [String]) -> String? {
        guard !unsubmitted.isEmpty else { return nil }
        let shown = unsubmitted.suffix(5).map { String($0.prefix(8)) }
        let command = "gatherctl submit \(shown.joined(separator: " "))"
        return shown.count == unsubmitted.count
            ? tr(
                "%1$@ result never sent: %2$@", "%1$@ results never sent: %2$@",
                count: unsubmitted.count, command)
            : tr(
                "%1$@ result never sent; the newest: %2$@",
                "%1$@ results never sent; the newest: %2$@", count: unsubmitted.count, command)
    }

    /// Returns the time of the next attempt, such as `in 40 s`.
    private static func nextAttempt(
        _ submission: SubmissionFields, at now: ClockReading
    ) -> String {
        guard let wall = submission.nextAttemptAt.flatMap(TimeText.wall) else {
            return tr("later")
        }
        let seconds = TimeText.wholeSeconds(wall - now.wall)
        return tr("in %1$@", TimeText.length(.seconds(seconds)))
    }
}

/// Presents the user for whom a result waits while another one is signed in.
enum OwnerPresenter {
    /// Returns a line about the user who is waited for, and the commands that end the wait.
    ///
    /// - Parameters:
    ///   - id: The match for suggested commands; nil to name all that wait.
    ///   - isDeleting: True if what was sent before is to be deleted.
    static func line(_ owner: OwnerFields, of id: String?, isDeleting: Bool) -> String {
        if isDeleting {
            return tr(
                "What was sent before will be deleted when %1$@ signs in: %2$@", name(owner),
                logIn(owner))
        }
        return tr(
            "Result waits for %1$@ to sign in: %2$@, or %3$@", name(owner), logIn(owner),
            takeOver(id))
    }

    /// Returns the hint below a result that is also held up by something else.
    static func hint(_ owner: OwnerFields, _ id: String) -> String {
        let hint = tr(
            "ended for %1$@, who is not signed in; send it as the user who is: %2$@", name(owner),
            takeOver(id))
        return "  \(hint)"
    }

    private static func name(_ owner: OwnerFields) -> String {
        let name = owner.userName ?? tr("another user")
        return owner.server.map { tr("%1$@ at %2$@", name, $0) } ?? name
    }

    private static func logIn(_ owner: OwnerFields) -> String {
        let name = owner.$userName.map { ShellWord.of($0.shown, plain: .letters) }
        let server = owner.server.map { "--server \(ShellWord.of($0, plain: .letters))" }
        return "'\(["gatherctl login", name, server].compactMap(\.self).joined(separator: " "))'"
    }

    private static func takeOver(_ id: String?) -> String {
        "'\(["gatherctl submit --take-over", id].compactMap(\.self).joined(separator: " "))'"
    }
}

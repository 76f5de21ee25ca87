import GatherAPI
import GatherCore

/// The presentation of submissions.
extension GatherPresenter {
    /// Returns the state of a submission, as any client may see it.
    ///
    /// - Parameter awaited: The user whose sign-in it waits for, if another one is signed in.
    static func submission(
        _ submission: Submission, isSignedIn: Bool, awaited: OwnerFields?, at now: Moment
    ) -> SubmissionFields {
        let state = state(submission, isSignedIn: isSignedIn && awaited == nil)
        var next: Moment?
        if state == .held || state == .waiting {
            next = submission.dueAt.map { now.advanced(by: $0.elapsed(since: now)) }
        }
        return SubmissionFields(
            state: state, attempts: submission.attempts, nextAttemptAt: next.map(timestamp),
            lastError: submission.lastError, remoteID: submission.remoteID,
            questions: count(submission.record.questions),
            leftovers: count(submission.record.leftovers),
            deleting: submission.isDeleting ? true : nil, owner: awaited)
    }

    private static func count(_ things: [some Any]) -> Int? {
        things.isEmpty ? nil : things.count
    }

    /// Returns the fields of a result that has not arrived.
    static func result(
        _ submission: Submission, of gather: GatherTitle, isSignedIn: Bool, awaited: OwnerFields?,
        squad: Squad, at now: Moment
    ) -> ResultFields {
        var candidates: [String] = []
        if case .undecided(let found) = submission.verdict { candidates = found }
        return ResultFields(
            gatherID: gather.id, teamAName: gather.teamAName, teamBName: gather.teamBName,
            score: gather.score,
            submission: Self.submission(
                submission, isSignedIn: isSignedIn, awaited: awaited, at: now),
            candidates: candidates,
            missingPlayers: submission.record.questions.map { missing($0, in: squad) },
            leftovers: leftovers(submission.record.leftovers))
    }

    /// Returns the leftovers at the server, as any client may see them.
    static func leftovers(_ leftovers: [Leftover]) -> [LeftoverFields] { leftovers.map(leftover) }

    private static func missing(_ question: PlayerQuestion, in squad: Squad) -> MissingPlayerFields
    {
        let name = squad[question.number]?.profile.name ?? ""
        switch question.kind {
        case .sameName(let ids):
            return MissingPlayerFields(playerID: question.number, name: name, sameName: ids)
        case .otherName(let id):
            return MissingPlayerFields(playerID: question.number, name: name, otherName: id)
        }
    }

    private static func leftover(_ leftover: Leftover) -> LeftoverFields {
        let kind: LeftoverFields.Kind =
            switch leftover.kind {
            case .stray: .stray
            case .replaced: .replaced
            case .discarded: .discarded
            case .player: .player
            }
        return LeftoverFields(
            kind: kind, remoteID: leftover.id, name: leftover.name, score: leftover.score,
            players: leftover.players?.count)
    }

    /// Returns a result beside the server's; nil for one that is not there yet.
    static func checked(
        _ submission: Submission, _ gather: GatherTitle, _ list: GatherList
    ) -> CheckedResultFields? {
        guard let remoteID = submission.remoteID, let sent = submission.sentResult else {
            return nil
        }
        let there = list[remoteID]
        var finding = CheckedResultFields.Finding.gone
        if let there {
            let isSame = there.score == sent.score && there.winnerTeam == sent.winnerTeam
            finding = isSame ? .same : .different
        }
        return CheckedResultFields(
            gatherID: gather.id, teamAName: gather.teamAName,
            teamBName: gather.teamBName, score: sent.score, remoteID: remoteID,
            finding: finding, remoteScore: there?.score)
    }

    private static func state(
        _ submission: Submission, isSignedIn: Bool
    ) -> SubmissionFields.State {
        if submission.isSent, !submission.isDeleting { return .sent }
        if submission.verdict == .dropped { return .dropped }
        if submission.result == nil, !submission.isDeleting { return .withdrawn }
        switch submission.verdict {
        case .refused: return .refused
        case .undecided: return .needsDecision
        case .dropped, nil: break
        }
        switch submission.schedule {
        case .signIn: return .signInNeeded
        case .underway: return .sending
        case .held, .due: break
        }
        if !isSignedIn { return .signInNeeded }
        if case .held = submission.schedule { return .held }
        return .waiting
    }

    /// Returns the journal entry of a submission's outcome; nil while it continues.
    static func journalEntry(_ submission: Submission, of id: String) -> LogEntry? {
        let (kind, priority, text): (MessageID, LogPriority, String)
        if submission.isSent {
            (kind, priority, text) = (.resultSent, .notice, "the result was sent")
        } else if let verdict = submission.verdict {
            switch verdict {
            case .refused(_, let code):
                (kind, priority) = (.resultRefused, .error)
                text = "the server refuses the result with \(code)"
            case .undecided:
                (kind, priority) = (.resultUndecided, .error)
                text = "somebody has to decide which gather of the server is this one"
            case .dropped: return nil
            }
        } else if submission.schedule == .signIn {
            (kind, priority) = (.signInNeeded, .warning)
            text = "somebody has to sign in for the result to be sent"
        } else if submission.attempts == 1 {
            (kind, priority) = (.resultWaits, .warning)
            text = "the result waits: \(submission.lastError ?? "")"
        } else {
            return nil
        }
        var fields = ["GATHER_ID": id, "GATHER_ATTEMPTS": "\(submission.attempts)"]
        if let result = submission.result { fields["GATHER_SCORE"] = result.score }
        fields["GATHER_REMOTE_ID"] = submission.remoteID
        return LogEntry(
            priority: priority, message: "gather \(id): \(text)", id: kind, fields: fields)
    }
}

import GatherAPI

/// Values with every field set.
enum Samples {
    static let timer = TimerSnapshot(
        state: .running, initial: TimeFields(minutes: 10, seconds: 0),
        remaining: TimeFields(minutes: 9, seconds: 59), remainingMilliseconds: 598_250,
        endsAtBoottimeMicroseconds: 9_598_250_000,
        timeUpAt: "2026-06-13T15:52:10.250Z", doubtful: true,
        takenAtBoottimeMicroseconds: 9_000_000_000)

    static let gather = GatherSnapshot(
        id: "0d4e9c1c-6d5e-4a5a-9f3b-2f6f0f6f5b11", revision: 7, phase: .ended, timer: timer,
        teamA: TeamSnapshot(
            name: "Reds", score: 2,
            players: [ada],
            color: .red),
        teamB: TeamSnapshot(
            name: "Blues", score: 1,
            players: [bo],
            color: .blue),
        bench: [cy],
        openedAt: "2026-06-13T15:42:10Z", endedAt: "2026-06-13T16:00:00Z", score: "2-1",
        winnerTeam: "Team A",
        recovered: RecoveryFields(
            unattendedMilliseconds: 90_000, clock: .wall, restartedAt: "2026-06-13T15:45:00.000Z",
            decidedAtBoottimeMicroseconds: 7_000_000),
        submission: submission, latestGoal: goal, kickOff: kickOff,
        cards: [
            CardFields(
                number: 4, team: .teamA, player: ada, card: .secondYellow,
                goneMilliseconds: 130_000, minute: "3", amendedBy: 9)
        ],
        penalties: [
            PenaltyFields(
                number: 5, team: .teamB, player: bo, remainingMilliseconds: 90_000,
                endsAtBoottimeMicroseconds: 9_090_000_000)
        ], course: course, kicks: kicks, fixture: "12")

    private static let kicks = KicksFields(
        score: "1-0", goalsA: 1, goalsB: 0,
        taken: [KickFields(number: 7, team: .teamA, scored: true, player: ada)], next: .teamB,
        suddenDeath: false, decided: false, winner: .teamA)

    private static let half = PeriodFields(
        id: "second half", kind: .play, seconds: 2_700, shows: .up, fromSeconds: 2_700,
        atZero: .run, begins: .byHand)
    private static let pause = PeriodFields(
        id: "half-time", kind: .break, seconds: 900, shows: .down, fromSeconds: 0, atZero: .stop,
        begins: .atOnce)

    static let format = FormatFields(
        name: "halves", periods: [half, pause, half],
        extraTime: ExtraTimeFields(
            periods: 2, seconds: 900, breakSeconds: 300, halfTimeSeconds: 60),
        stopsAt: [.goal, .card], timeOutsPerPeriod: 1, timeOutSeconds: 60, foulLimit: 5,
        path: "/etc/gatherd/formats/halves.json")

    private static let course = CourseFields(
        format: "halves", index: 1, stage: .underway, period: pause, next: half, nextIndex: 2,
        elapsedMilliseconds: 60_000, zeroAtBoottimeMicroseconds: 8_940_000_000, minute: "45+2",
        fouls: FoulsFields(teamA: 5, teamB: 6, limit: 5),
        timeOuts: TimeOutsFields(
            leftA: 1, leftB: 0, allowanceSeconds: 180,
            present: TimeOutFields(
                number: 7, team: .teamB, remainingMilliseconds: 43_000,
                endsAtBoottimeMicroseconds: 9_043_000_000)),
        stopsAt: [.goal, .card], addedMinutes: 3, offersExtraTime: true, offersKicks: true,
        endedPeriod: "second half", endedMinute: "76")

    private static let ada = PlayerFields(
        id: 1, name: "Ada", position: "goalkeeper", shirt: 7, sentOff: true, forgotten: true)
    private static let bo = PlayerFields(
        id: 2, name: "Bo", position: "striker", shirt: 7, sentOff: false, forgotten: false)
    private static let cy = PlayerFields(
        id: 3, name: "Cy", position: "winger", shirt: 7, sentOff: true, forgotten: true)

    static let kickOff = KickOffFields(
        atMicroseconds: 1_781_400_000_000_000, atBoottimeMicroseconds: 9_600_000_000,
        automatic: true, teamWithoutPlayers: .teamB)

    static let goal = GoalFields(
        number: 3, team: .teamA,
        scorer: ada,
        ownGoal: false, goneMilliseconds: 120_000, amendedBy: 6, minute: "45+2")

    static let submission = SubmissionFields(
        state: .refused, attempts: 2, nextAttemptAt: "2026-06-13T16:01:00.000Z",
        lastError: "the server answers 404: Not Found",
        remoteID: "310E4741-115A-4DEE-B33C-33137D3ED873", questions: 1, leftovers: 2,
        deleting: true, owner: OwnerFields(userName: "bob", server: "https://football.example"))

    static let formatFault = FormatFaultFields(
        path: "/etc/gatherd/formats/u9.json", line: 3, problem: .invalidValue, field: "length")

    static let salvage = SalvageFields(
        file: "gather.db.damaged-20260613T154210Z", at: "2026-06-13T15:42:10.000Z",
        savedEvents: 7, lostEvents: 1, mayHaveLostMore: true)

    static let entry = TimelineEntry(
        number: 3, step: 2, kind: "scoreChanged", text: "goal for Reds",
        at: "2026-06-13T15:44:10.000Z", goneMilliseconds: 120_000,
        clock: TimeFields(minutes: 8, seconds: 0), score: "1-0", operatorUID: 1_000,
        operatorName: "ada", undoneBy: 5, scorer: "Ada", scorerID: 1, ownGoal: false,
        team: .teamA, goals: 1, standingScore: "1-0", correction: false, lowered: false,
        amends: 3, before: 2,
        card: .time, penaltySeconds: 120, playerTeam: .teamB, player: "Bo", playerID: 2,
        playerOn: "Cy", playerOnID: 3, minute: "45+2", kickScored: true, kicks: "1-0",
        period: "first half", addedMinutes: 3, operatorDevice: "Ada's phone", fixture: "12",
        hash: "00ff", record: "[3,2]", forgotten: [2], beganAt: "2026-06-13T15:43:10.000Z",
        tallyGoals: 2, tallyPlace: 1, tallyScore: "2-0",
        translatable: text)

    /// A text with all fields, of which each has one of the two.
    static let text = TranslatableText(
        form: "goal for %1$@", values: [TranslatableText(name: "Reds")], name: "Reds")

    static let verification = VerificationFields(
        id: "0d4e9c1c-6d5e-4a5a-9f3b-2f6f0f6f5b11", events: 9, hashedFrom: 3, problem: .lost,
        event: 4, code: "7F3K-9Q2M-0XTB-W4HD", codeEvent: 8)

    static let outcome = Outcome(
        changed: true, gatherID: "0d4e9c1c-6d5e-4a5a-9f3b-2f6f0f6f5b11", revision: 3, opened: true,
        wasRunning: false, since: TimeFields(minutes: 3, seconds: 12), countedAs: 7,
        countedByUID: 1_000, countedByDevice: "Ada's phone")

    static let summary = GatherSummary(
        id: "0d4e9c1c-6d5e-4a5a-9f3b-2f6f0f6f5b11", phase: .discarded, teamAName: "Reds",
        teamBName: "Blues", score: "2-1", winnerTeam: "Team A",
        openedAt: "2026-06-13T15:42:10Z", endedAt: "2026-06-13T16:00:00Z", kicksA: 4,
        kicksB: 3, endedPeriod: "second half", endedMinute: "76", revision: 12,
        fixture: "12", code: "7F3K-9Q2M-0XTB-W4HD")
}

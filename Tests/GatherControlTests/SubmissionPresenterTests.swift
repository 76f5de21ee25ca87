import GatherAPI
import Testing

@testable import GatherControl

@Suite struct SubmissionPresenterTests {
    private static let id = "6f1c7f0e-6f5b-4d43-9d4e-0c8f6f1c7f0e"
    private static let in40s = "2026-11-18T11:07:20Z"

    private static func fields(
        _ state: SubmissionFields.State, attempts: Int = 0, next: String? = nil,
        error: String? = nil
    ) -> SubmissionFields {
        SubmissionFields(
            state: state, attempts: attempts, nextAttemptAt: next, lastError: error)
    }

    private static func result(
        _ submission: SubmissionFields, names: (String, String) = ("Reds", "Blues"),
        candidates: [String] = []
    ) -> ResultFields {
        ResultFields(
            gatherID: id, teamAName: names.0, teamBName: names.1, score: "2-1",
            submission: submission, candidates: candidates)
    }

    @Test(
        "each state is a line, and what is for a person says what to type",
        arguments: [
            (SubmissionFields.State.held, "Result will be sent later; now: 'gatherctl submit'"),
            (.waiting, "Result waits for its turn"), (.sending, "Result is being sent"),
            (.sent, "Result sent"),
            (.signInNeeded, "Sign in to send the result: 'gatherctl login'"),
            (.refused, "Result refused by the server: 'gatherctl submissions'"),
            (.needsDecision, "Result waits for a decision: 'gatherctl submissions'"),
            (.withdrawn, nil), (.dropped, "Result is not sent: it was dropped"),
        ] as [(SubmissionFields.State, String?)])
    func line(state: SubmissionFields.State, line: String?) {
        #expect(SubmissionPresenter.line(Self.fields(state), at: Sample.now) == line)
    }

    @Test(
        "what somebody has to settle at the server is counted behind it",
        arguments: [
            (.sent, 1, nil, "Result sent; 1 player to identify: 'gatherctl submissions'"),
            (.sent, 2, nil, "Result sent; 2 players to identify: 'gatherctl submissions'"),
            (.sent, nil, 1, "Result sent; 1 thing left at the server: 'gatherctl submissions'"),
            (
                .sent, 1, 2,
                "Result sent; 1 player to identify, 2 things left at the server: "
                    + "'gatherctl submissions'"
            ), (.sent, 0, 0, "Result sent"),
            (.withdrawn, 1, 1, "1 thing left at the server: 'gatherctl submissions'"),
            (.withdrawn, 1, nil, nil),
            (
                .dropped, nil, 3,
                "Result is not sent: it was dropped; 3 things left at the server: "
                    + "'gatherctl submissions'"
            ), (.sending, 1, 1, "Result is being sent"),
        ] as [(SubmissionFields.State, Int?, Int?, String?)])
    func unsettled(
        state: SubmissionFields.State, questions: Int?, leftovers: Int?, line: String?
    ) {
        var fields = Self.fields(state)
        (fields.questions, fields.leftovers) = (questions, leftovers)
        #expect(SubmissionPresenter.line(fields, at: Sample.now) == line)
    }

    @Test("nothing is said of a gather without a submission")
    func none() { #expect(SubmissionPresenter.line(nil, at: Sample.now) == nil) }

    @Test("what waits tells for how long, and never for less than nothing")
    func waits() {
        let waits = Self.fields(.waiting, attempts: 3, next: Self.in40s)
        #expect(
            SubmissionPresenter.line(waits, at: Sample.now)
                == "Result not sent yet, next try in 40 s")
        let held = Self.fields(.held, next: Self.in40s)
        #expect(
            SubmissionPresenter.line(held, at: Sample.now)
                == "Result will be sent in 40 s; now: 'gatherctl submit'")
        var late = Sample.now
        late.wall += .milliseconds(39_600)
        #expect(
            SubmissionPresenter.line(held, at: late)
                == "Result will be sent in 1 s; now: 'gatherctl submit'")
        let past = Self.fields(.waiting, attempts: 1, next: "2026-11-18T11:00:00Z")
        #expect(
            SubmissionPresenter.line(past, at: Sample.now)
                == "Result not sent yet, next try in 0 s")
        let rubbish = Self.fields(.waiting, attempts: 1, next: "soon")
        #expect(
            SubmissionPresenter.line(rubbish, at: Sample.now)
                == "Result not sent yet, next try later")
    }

    @Test(
        "where plain http is not taken, the option is named that takes it, as at sign-in",
        arguments: ["", ", or allow insecure http"])
    func insecure(end: String) {
        let reason = "http would show the password and the token to everybody on the way: use https"
        let waits = Self.result(Self.fields(.waiting, attempts: 1, error: reason + end))
        let lines = SubmissionPresenter.lines([waits], at: Sample.now)
        #expect(
            lines.dropFirst() == [
                "  the server cannot be used: \(reason); '--insecure-http' allows plain http"
            ])
        let other = Self.result(Self.fields(.waiting, attempts: 1, error: "no route to host"))
        #expect(
            SubmissionPresenter.lines([other], at: Sample.now).last == "  no route to host")
    }

    @Test(
        "what waits for another user says for whom, and how it goes on",
        arguments: [
            (
                OwnerFields(userName: "anna"), nil, nil,
                "Result waits for anna to sign in: 'gatherctl login anna', or "
                    + "'gatherctl submit --take-over'"
            ),
            (
                OwnerFields(userName: "Ann B", server: "https://a.example"), "6f1c7f0e", nil,
                "Result waits for Ann B at https://a.example to sign in: 'gatherctl login 'Ann B' "
                    + "--server https://a.example', or 'gatherctl submit --take-over 6f1c7f0e'"
            ),
            (
                OwnerFields(userName: nil), nil, nil,
                "Result waits for another user to sign in: 'gatherctl login', or "
                    + "'gatherctl submit --take-over'"
            ),
            (
                OwnerFields(userName: "anna"), "6f1c7f0e", true,
                "What was sent before will be deleted when anna signs in: 'gatherctl login anna'"
            ),
        ] as [(OwnerFields, String?, Bool?, String)])
    func owner(owner: OwnerFields, id: String?, isDeleting: Bool?, line: String) {
        var fields = Self.fields(.signInNeeded, attempts: 2, next: Self.in40s)
        (fields.owner, fields.deleting) = (owner, isDeleting)
        #expect(SubmissionPresenter.line(fields, of: id, at: Sample.now) == line)
    }

    @Test("where more than that is in the way, it is said below")
    func ownerOfRefused() {
        var fields = Self.fields(.refused, error: "no")
        fields.owner = OwnerFields(userName: "anna")
        #expect(
            SubmissionPresenter.lines([Self.result(fields)], at: Sample.now) == [
                "6f1c7f0e  Reds 2-1 Blues  Result refused by the server: 'gatherctl submissions'",
                "  no",
                "  ended for anna, who is not signed in; send it as the user who is: "
                    + "'gatherctl submit --take-over 6f1c7f0e'",
            ])
        fields.state = .signInNeeded
        let waits = SubmissionPresenter.lines([Self.result(fields)], at: Sample.now)
        #expect(waits.count == 2)
        #expect(waits[0].hasSuffix("or 'gatherctl submit --take-over 6f1c7f0e'"))
    }

    @Test("of many results only the scores are compared, and that is said")
    func checked() {
        func lines(_ finding: CheckedResultFields.Finding, _ hasPlayers: Bool) -> [String] {
            let result = CheckedResultFields(
                gatherID: Self.id, teamAName: "Reds", teamBName: "Blues", score: "2-1",
                remoteID: "X", finding: finding, remoteScore: "3-1")
            return SubmissionPresenter.lines([result], hasPlayers: hasPlayers)
        }
        #expect(lines(.same, true) == ["6f1c7f0e  Reds 2-1 Blues  the server has it"])
        #expect(
            lines(.same, false) == [
                "6f1c7f0e  Reds 2-1 Blues  the server has this score",
                "players are not compared; 'gatherctl submissions check ID' compares those of one",
            ])
        #expect(lines(.different, true)[0].contains("the server has 3-1; "))
        #expect(
            SubmissionPresenter.lines([], hasPlayers: false) == ["no result has been sent"])
    }

    @Test("a list has each result, why it has not arrived, and what can be done")
    func lines() {
        let refused = Self.result(Self.fields(.refused, error: "the server answers 422: no"))
        let lost = Self.result(Self.fields(.needsDecision), candidates: ["X-1", "X-2"])
        #expect(
            SubmissionPresenter.lines([refused, lost], at: Sample.now) == [
                "6f1c7f0e  Reds 2-1 Blues  Result refused by the server: 'gatherctl submissions'",
                "  the server answers 422: no",
                "  send it again: 'gatherctl submissions retry 6f1c7f0e'; "
                    + "give it up: 'gatherctl submissions drop 6f1c7f0e'",
                "6f1c7f0e  Reds 2-1 Blues  Result waits for a decision: 'gatherctl submissions'",
                "  it is this one: 'gatherctl submissions adopt 6f1c7f0e X-1'",
                "  it is this one: 'gatherctl submissions adopt 6f1c7f0e X-2'",
                "  none of the server's: 'gatherctl submissions create 6f1c7f0e'",
            ])
    }

    @Test("of an outdated result its own gather is named, and one without any can be given up")
    func outdated() {
        var fields = Self.fields(.needsDecision)
        let unknown = Self.result(fields)
        fields.remoteID = "X-1"
        let known = Self.result(fields, candidates: ["X-1"])
        let none = "  none of the server's: 'gatherctl submissions create 6f1c7f0e'"
        for (result, hints) in [
            (unknown, [none, "  give it up: 'gatherctl submissions drop 6f1c7f0e'"]),
            (known, ["  it is this one: 'gatherctl submissions adopt 6f1c7f0e X-1'", none]),
        ] {
            let lines = SubmissionPresenter.lines(
                [result], candidates: [Self.id: []], at: Sample.now)
            #expect(Array(lines.dropFirst()) == hints)
        }
    }

    @Test("no text of a server or a person moves the cursor")
    func printable() {
        let nasty = "\u{1B}[2J\n\u{202E}x"
        let fields = SubmissionFields(
            state: .needsDecision, nextAttemptAt: nasty, lastError: nasty, remoteID: nasty)
        let owner = OwnerFields(userName: nasty, server: nasty)
        let waits = Self.result(SubmissionFields(state: .signInNeeded, owner: owner))
        let result = Self.result(fields, names: (nasty, nasty), candidates: [nasty])
        var gather = Sample.gather(phase: .ended)
        gather.submission = fields
        let printable = gather.submission
        let texts =
            SubmissionPresenter.lines([result, waits], at: Sample.now)
            + [printable?.nextAttemptAt, printable?.lastError, printable?.remoteID].map { $0 ?? "" }
        #expect(texts.count == 8)
        for text in texts { #expect(text.shown == text) }
    }

    @Test("it is said how many are sent")
    func sending() {
        #expect(SubmissionPresenter.sending(1) == "sending 1 result")
        #expect(SubmissionPresenter.sending(2) == "sending 2 results")
        #expect(SubmissionPresenter.sending(0).hasPrefix("nothing to send"))
    }

    @Test("of many that were never sent the newest are named")
    func offer() {
        #expect(SubmissionPresenter.offer([]) == nil)
        #expect(
            SubmissionPresenter.offer([Self.id]) == "1 result never sent: gatherctl submit 6f1c7f0e"
        )
        let ids = (1...7).map { "0000000\($0)-" }
        #expect(
            SubmissionPresenter.offer(ids)
                == "7 results never sent; the newest: gatherctl submit "
                + "00000003 00000004 00000005 00000006 00000007")
    }
}

import GatherAPI
import Testing
import Varlink
import VarlinkGenerator

/// The Swift types against the definitions, in both directions.
struct WireTypesTests {
    @Test("each type is written with exactly the fields that are declared")
    func declared() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        let history = try InterfaceGrammar.parse(Interfaces.history.description)
        #expect(
            gather.mismatches(of: Samples.gather.json, as: .named("Gather"), at: "Gather") == [])
        #expect(gather.mismatches(of: Samples.outcome.json, as: .named("Outcome"), at: "") == [])
        #expect(history.mismatches(of: Samples.summary.json, as: .named("Summary"), at: "") == [])
        #expect(gather.mismatches(of: Samples.salvage.json, as: .named("Salvage"), at: "") == [])
        #expect(gather.mismatches(of: Samples.format.json, as: .named("Format"), at: "") == [])
        let fault = Samples.formatFault
        #expect(gather.mismatches(of: fault.json, as: .named("FormatFault"), at: "") == [])
        #expect(try FormatFaultFields(json: fault.json, name: "") == fault)
        #expect(history.mismatches(of: Samples.entry.json, as: .named("Entry"), at: "") == [])
        let verification = Samples.verification.json
        #expect(history.mismatches(of: verification, as: .named("Verification"), at: "") == [])
        let part = HistoryPart(gather: Samples.summary, entries: [Samples.entry])
        #expect(history.mismatches(of: part.json, as: .named("Part"), at: "") == [])
        let checked: Set = [
            "Gather", "Outcome", "Timer", "Time", "Team", "Player", "Recovery", "Salvage",
            "Submission", "Owner", "Draw", "Profile", "Reason", "Goal", "Color", "Defaults",
            "DefaultsField", "KickOff", "Card", "CardKind", "Penalty", "Period", "Format",
            "Course", "Stop", "Fouls", "TimeOut", "TimeOuts",
            "Course", "ExtraTime", "Kick", "Kicks", "FormatFault", "FormatProblem",
            "Text",
        ]
        #expect(gather.types == checked)
        #expect(
            history.types == [
                "Entry", "Part", "Player", "Summary", "Time", "CardKind", "Verification", "Text",
            ])
    }

    @Test("the comparison finds what is missing, surplus and of the wrong type")
    func comparison() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        var json = try #require(Samples.gather.json.object)
        json["recovered"] = nil
        json["endedAt"] = 7
        json["phase"] = "over"
        json["extra"] = .null
        #expect(
            gather.mismatches(of: .object(json), as: .named("Gather"), at: "g") == [
                "g.extra is not declared", "g.phase: over is not declared",
                "g.endedAt is not of its type", "g.recovered is missing",
            ])
    }

    @Test("each type is read back the same, with and without what is optional")
    func roundTrip() throws {
        var gather = Samples.gather
        #expect(try GatherSnapshot(json: gather.json, name: "gather") == gather)
        gather.endedAt = nil
        gather.recovered = nil
        gather.timer.endsAtBoottimeMicroseconds = nil
        gather.bench[0].position = nil
        #expect(try GatherSnapshot(json: gather.json, name: "gather") == gather)
        #expect(try Outcome(json: Samples.outcome.json, name: "outcome") == Samples.outcome)
        #expect(try SalvageFields(json: Samples.salvage.json, name: "") == Samples.salvage)
        #expect(try FormatFields(json: Samples.format.json, name: "") == Samples.format)
        var entry = Samples.entry
        #expect(try TimelineEntry(json: entry.json, name: "entry") == entry)
        (entry.operatorUID, entry.operatorName, entry.undoneBy) = (nil, nil, nil)
        (entry.scorer, entry.scorerID, entry.ownGoal) = (nil, nil, nil)
        entry.operatorDevice = nil
        #expect(try TimelineEntry(json: entry.json, name: "entry") == entry)
        var summary = Samples.summary
        #expect(try GatherSummary(json: summary.json, name: "summary") == summary)
        summary.endedAt = nil
        #expect(try GatherSummary(json: summary.json, name: "summary") == summary)
    }

    @Test("what is optional and nil is written as null")
    func null() throws {
        var gather = Samples.gather
        gather.endedAt = nil
        gather.recovered = nil
        gather.timer.endsAtBoottimeMicroseconds = nil
        let json = try #require(gather.json.object)
        #expect(json["endedAt"] == .null)
        #expect(json["recovered"] == .null)
        #expect(json["timer"]?.object?["endsAtBoottimeMicroseconds"] == .null)
    }

    @Test("what is optional may be missing as well, as other writers leave it out")
    func missing() throws {
        var expected = Samples.gather
        expected.endedAt = nil
        expected.recovered = nil
        var json = try #require(Samples.gather.json.object)
        json["endedAt"] = nil
        json["recovered"] = nil
        #expect(try GatherSnapshot(json: .object(json), name: "gather") == expected)
    }

    @Test("a snapshot with more fields than known is read, since a newer daemon may say more")
    func newer() throws {
        var json = try #require(Samples.gather.json.object)
        json["future"] = .object(["state": "waiting"])
        #expect(try GatherSnapshot(json: .object(json), name: "gather") == Samples.gather)
        let time: JSONObject = ["minutes": 1, "seconds": 2, "hours": 1]
        #expect(try TimeFields(json: .object(time), name: "time").seconds == 2)
    }

    @Test("a field that is missing or wrong is named")
    func wrong() throws {
        for name in ["id", "revision", "phase", "timer", "teamA", "bench", "winnerTeam"] {
            var json = try #require(Samples.gather.json.object)
            json[name] = true
            #expect(throws: VarlinkError.invalidParameter(name)) {
                try GatherSnapshot(json: .object(json), name: "gather")
            }
            json[name] = nil
            #expect(throws: VarlinkError.invalidParameter(name)) {
                try GatherSnapshot(json: .object(json), name: "gather")
            }
        }
        #expect(throws: VarlinkError.invalidParameter("gather")) {
            try GatherSnapshot(json: 7, name: "gather")
        }
    }

    @Test("the winner is told as a side and by its name, whatever its title is; nobody wins a draw")
    func winner() throws {
        let winners: [(String, String?, String?)] = [
            ("Team A", "teamA", "Reds"), ("Team B", "teamB", "Blues"), ("None", nil, nil),
        ]
        for (title, side, name) in winners {
            var (gather, summary) = (Samples.gather, Samples.summary)
            (gather.winnerTeam, summary.winnerTeam) = (title, title)
            for json in [gather.json.object, summary.json.object] {
                #expect(json?["winnerTeam"] == .string(title))
                #expect(json?["winner"] == JSONValue(side))
                #expect(json?["winnerName"] == JSONValue(name))
            }
        }
        // What an older gatherd told, or wrote, has the title alone.
        var old = try #require(Samples.summary.json.object)
        (old["winner"], old["winnerName"]) = (nil, nil)
        let read = try GatherSummary(json: .object(old), name: "summary")
        #expect(read.winner == .teamA && read.winnerName.wrappedValue == "Reds")
    }

    @Test("the cases of each enum are the values that are declared")
    func enums() throws {
        let gather = try InterfaceGrammar.parse(Interfaces.gather.description)
        let history = try InterfaceGrammar.parse(Interfaces.history.description)
        let states: [TimerSnapshot.State] = [.stopped, .running, .paused]
        #expect(gather.values(of: "state", in: "Timer") == states.map(\.rawValue))
        for state in states {
            switch state {
            case .stopped, .running, .paused: break
            }
        }
        let phases: [GatherSnapshot.Phase] = [.open, .ended, .discarded]
        #expect(gather.values(of: "phase", in: "Gather") == phases.map(\.rawValue))
        #expect(history.values(of: "phase", in: "Summary") == phases.map(\.rawValue))
        for phase in phases {
            switch phase {
            case .open, .ended, .discarded: break
            }
        }
        let clocks: [RecoveryFields.Clock] = [.boottime, .wall, .none]
        #expect(gather.values(of: "clock", in: "Recovery") == clocks.map(\.rawValue))
        for clock in clocks {
            switch clock {
            case .boottime, .wall, .none: break
            }
        }
        let submissionStates = SubmissionFields.State.allCases.map(\.rawValue)
        let account = try InterfaceGrammar.parse(Interfaces.account.description)
        for definition in [gather, account] {
            #expect(definition.values(of: "state", in: "Submission") == submissionStates)
        }
    }
}

import GatherAPI
import Testing
import Varlink

@testable import GatherControl

@Suite struct OutcomeCommandTests {
    private static func ended(_ submission: SubmissionFields?) -> GatherSnapshot {
        var gather = Sample.gather(phase: .ended)
        gather.submission = submission
        return gather
    }

    /// Ends a gather whose submission then is in one state after another.
    private static func bench(_ gathers: [GatherSnapshot]) -> Bench {
        let ended = ended(SubmissionFields(state: .held))
        return Bench(
            .replies([Sample.reply(ended), Sample.state(ended), Reply(["count": 1])]),
            .replies(gathers.map { Sample.message($0, "submissionChanged") }))
    }

    private static func run(_ states: SubmissionFields?...) throws -> Bench.Result {
        try bench(states.map(ended)).run("end", "--yes", "--wait")
    }

    @Test("a result that has arrived is the end of the wait")
    func sent() throws {
        let result = try Self.run(
            SubmissionFields(state: .waiting), SubmissionFields(state: .sending),
            SubmissionFields(state: .sent))
        #expect(result.status == .done)
        #expect(result.output.hasSuffix("Result sent\n"))
        #expect(result.errors == "")
        #expect(
            result.calls.map { $0.map(\.method) } == [
                ["io.gatherd.Gather.End", "io.gatherd.Gather.Get", "io.gatherd.Account.Submit"],
                ["io.gatherd.Gather.Subscribe"],
            ])
        let id = result.calls.first?.last?.parameters["ids"]
        #expect(id == .array([.string(Sample.gather().id)]))
    }

    @Test("that it is not sent yet is said once")
    func waiting() throws {
        let waiting = SubmissionFields(state: .waiting, attempts: 1, lastError: "away")
        let result = try Self.run(waiting, waiting, SubmissionFields(state: .sent))
        #expect(result.status == .done)
        #expect(result.errors == "Result not sent yet, next try later\n")
    }

    @Test("what a person has to do ends the wait with a failure")
    func failed() throws {
        for state in [
            SubmissionFields.State.signInNeeded, .refused, .needsDecision, .withdrawn, .dropped,
        ] {
            let result = try Self.run(SubmissionFields(state: state))
            #expect(result.status == .refused)
            #expect(result.errors.hasPrefix("gatherctl: cannot send the result: "))
        }
        #expect(try Self.run(nil).status == .refused)
    }

    @Test("another gather that is opened ends the wait: nothing would be told of this one")
    func another() throws {
        var other = Sample.gather()
        other.id = "another"
        let result = try Self.bench([other]).run("end", "--yes", "--wait")
        #expect(result.status == .refused)
        #expect(result.errors.contains("another match was opened; 'gatherctl submissions'"))
    }

    @Test("the wait goes on over a lost connection")
    func lost() throws {
        let ended = Self.ended(SubmissionFields(state: .held))
        let sent = Self.ended(SubmissionFields(state: .sent))
        let bench = Bench(
            .replies([Sample.reply(ended), Sample.state(ended), Reply(["count": 1])]),
            .replies([Sample.message(ended, "snapshot")], thenEnds: true), .gone,
            .replies([Sample.message(sent, "snapshot")]))
        let result = try bench.run("end", "--yes", "--wait")
        #expect(result.status == .done)
        #expect(result.output.hasSuffix("Result sent\n"))
    }

    @Test("where nobody is signed in the gather has ended, and the wait has failed")
    func signedOut() throws {
        let ended = Self.ended(nil)
        let bench = Bench(
            .replies([Sample.reply(ended), Sample.state(ended), AccountError.notSignedIn.reply]))
        let result = try bench.run("end", "--yes", "--wait")
        #expect(result.status == .refused)
        #expect(result.output.hasPrefix("ended: "))
        #expect(result.errors.contains("nobody is signed in; 'gatherctl login' signs in"))
    }
}

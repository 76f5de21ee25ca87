import GatherAPI
import GatherCore
import Varlink

/// A match without a store: answers calls as the daemon does, from their bytes to the rules and
/// back.
struct Match {
    /// The answer to a call.
    enum Answer {
        /// One reply.
        case reply(Reply)
        /// The present state, then every change.
        case subscription
    }

    private static let standard = StandardService(
        vendor: "gatherd", product: "gatherd", version: "0", url: "https://varlink.org/",
        interfaces: Interfaces.all)

    private var gather = Gather()
    private var now = Moment(
        boottime: .seconds(1_000), wall: .seconds(1_800_000_000), boot: "one")

    /// Answers a call, 17 s after the one before.
    mutating func answer(_ call: Call) -> Answer {
        now = now.advanced(by: .seconds(17))
        do {
            guard let method = GatherMethod(fullName: call.method) else {
                return .reply(try Self.standard.reply(to: call))
            }
            return try answer(method, call)
        } catch let error as VarlinkError {
            return .reply(error.reply)
        } catch let refusal as Refusal {
            return .reply(refusal.reply)
        } catch {
            preconditionFailure("no reply to \(error)")
        }
    }

    private mutating func answer(_ method: GatherMethod, _ call: Call) throws -> Answer {
        switch method {
        case .get:
            _ = try GatherMethod.Get(call)
            return .reply(Reply(["gather": snapshot()]))
        case .subscribe:
            _ = try GatherMethod.Subscribe(call)
            guard call.more else { throw VarlinkError.expectedMore }
            return .subscription
        default:
            let command = try CommandDecoder.command(method, call)
            _ = try CommandDecoder.requestID(of: call)
            return .reply(try perform(command))
        }
    }

    private mutating func perform(_ command: Command) throws(Refusal) -> Reply {
        let before = gather
        let events = try gather.decide(command, at: now, opening: "a-gather")
        if case .opened = events.first { gather = Gather() }
        let step = gather.revision + 1
        for event in events {
            let recorded = RecordedEvent(
                number: gather.revision + 1, step: step, moment: now, operatorUID: nil,
                event: event)
            gather.apply(recorded)
        }
        if gather.phase == .unopened { gather = Gather() }
        precondition(Gather(replaying: gather.log) == gather, "the state is not its events")
        let outcome = GatherPresenter.outcome(
            of: events, before: before, after: gather, isSignedOut: false, at: now)
        return Reply(["gather": snapshot(), "outcome": outcome.json])
    }

    private func snapshot() -> JSONValue {
        let snapshot = GatherPresenter.snapshot(
            gather, at: now, recovered: nil, submission: nil)
        guard let snapshot else { return .null }
        let again = try? GatherSnapshot(json: snapshot.json, name: "gather")
        precondition(again == snapshot, "a client reads another gather")
        precondition(snapshot.timer.remainingMilliseconds >= 0, "less than no time remains")
        precondition(Limits.score.contains(snapshot.teamA.score), "an impossible score")
        precondition(Limits.score.contains(snapshot.teamB.score), "an impossible score")
        return snapshot.json
    }
}

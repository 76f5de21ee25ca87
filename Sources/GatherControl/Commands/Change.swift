import GatherAPI
import LinuxIO
import Varlink

/// One of the two sides.
typealias Side = ServerTeam

extension Side {
    var other: Side { self == .teamA ? .teamB : .teamA }

    /// The letter that names the side on the command line.
    var letter: String { self == .teamA ? "a" : "b" }
}

/// A section of the line-up: a side, or the bench.
typealias Section = GatherMethod.MovePlayers.Section

/// A change of the match: the call that requests it, and the text that reports it.
///
/// It takes effect once, even if the call is repeated after a lost connection.
struct Change: Command {
    /// The source of the lines about a change that worked.
    private enum Lines {
        case ofOutcome(@Sendable (ChangeAnswer) -> String)
        case ofReply(Reading)
    }

    /// Reads a reply and returns what the change did; receives the present gather, and the names of
    /// players by their numbers.
    typealias Reading =
        @Sendable (
            inout ParameterReader, GatherSnapshot?, [Int: String], ClockReading
        ) throws(VarlinkError) -> String

    /// The call, without the ID under which it counts once.
    private(set) var call: Call
    /// The text of an error, with a place for the cause: `cannot count the goal: %1$@`.
    @LazyText var failure: String
    /// The names of players by their numbers, where they are known.
    var players: [Int: String] = [:]
    /// The names of the sides, where the match is not the present one.
    var sides: [ServerTeam: String] = [:]
    private let lines: Lines

    /// Makes a change.
    ///
    /// - Parameter lines: Returns what it did, from an answer with an outcome.
    init(
        _ method: some VarlinkMethod, _ failure: @escaping @autoclosure @Sendable () -> String,
        players: [Int: String] = [:],
        lines: @escaping @Sendable (ChangeAnswer) -> String
    ) {
        (call, self.players, self.lines) = (method.call, players, .ofOutcome(lines))
        _failure = LazyText(wrappedValue: failure())
    }

    /// Makes a change whose reply reports something other than an outcome.
    init(
        _ method: some VarlinkMethod, _ failure: @escaping @autoclosure @Sendable () -> String,
        reading: @escaping Reading
    ) {
        (call, lines) = (method.call, .ofReply(reading))
        _failure = LazyText(wrappedValue: failure())
    }

    static func == (one: Change, other: Change) -> Bool {
        (one.call, one.failure, one.players) == (other.call, other.failure, other.players)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(call) }

    /// Returns true if the change calls this method.
    func asks<Method: VarlinkMethod>(for method: Method.Type) -> Bool {
        call.method == Method.name
    }

    /// True if the change closes the match.
    var closes: Bool { asks(for: GatherMethod.End.self) || asks(for: GatherMethod.Discard.self) }

    /// Returns a change that closes a match for the one with this ID, and for no other one.
    func of(_ id: String) -> Change {
        var change = self
        change.call.parameters["id"] = .string(id)
        return change
    }

    /// True if the change is dated back.
    var isDated: Bool { call.parameters["agoMilliseconds"] != nil }

    /// Returns the call with an ID under which it counts once.
    func call(requestID id: String) -> Call {
        var call = call
        call.parameters["requestId"] = .string(id)
        return call
    }

    // MARK: - Running

    /// Makes the change and prints what it did.
    func run(_ context: Context) throws(Failure) { try run(context, outcomeFollows: false) }

    /// Makes the change and prints what it did.
    ///
    /// - Parameter outcomeFollows: True if the delivery of the result is reported afterwards.
    func run(_ context: Context, outcomeFollows: Bool) throws(Failure) {
        try report(answer(context), context, outcomeFollows: outcomeFollows)
    }

    /// Prints what the change did, from its reply.
    ///
    /// - Parameter outcomeFollows: True if the delivery of the result is reported afterwards.
    func report(_ reply: Reply, _ context: Context, outcomeFollows: Bool = false) throws(Failure) {
        guard reply.error == nil else {
            let presenter = RefusalPresenter(
                self, requestID: context.requestID, gather: gather(reply, context),
                at: context.time.now())
            throw context.refused(reply, presenter.text(reply))
        }
        try context.showChange(reply) { () throws(Failure) in
            do {
                return try text(
                    reply.parameters, outcomeFollows: outcomeFollows,
                    isLocal: context.host == nil, at: context.time.now()) + "\n"
            } catch { throw context.misunderstood }
        }
    }

    /// Returns the gather if the text of the error depends on it; nil also if it cannot be fetched.
    private func gather(_ refusal: Reply, _ context: Context) -> GatherSnapshot? {
        switch GatherError(refusal) {
        case .teamWithoutPlayers, .notOnTeam, .onTeamAlready, .notRunning, .notPaused,
            .kicksDecided, .outOfTurn, .noTimeOutLeft:
            guard sides.isEmpty else { return nil }
        case .timeIsZero, .notInPlay, .noPeriodLeft, .kicksUnderway: break
        default: return nil
        }
        let reply = try? context.answer(GatherMethod.Get().call, failure: failure)
        return reply.flatMap { try? context.state($0).gather }
    }

    /// Makes the change, and makes it again without what the daemon does not know.
    func answer(_ context: Context) throws(Failure) -> Reply {
        var call = call(requestID: context.requestID)
        while true {
            let reply = try context.change(call)
            guard let known = Self.known(of: call, after: reply) else { return reply }
            if Self.dropsMatch(known, of: call) {
                let present = try context.newestGather(failure: failure)
                if let refusal = Self.refusal(of: call, in: present) { return refusal }
            }
            call = known
        }
    }

    /// Returns the call without the parameter that an older daemon has refused, where the change is
    /// the same without it; nil for any other answer.
    ///
    /// An older daemon undoes the last command of the match, even if the squad has changed since.
    /// Its matches have no colours, and open with nobody on the bench. It guards nothing, sends
    /// nobody off, and closes the match that is open, without a check of its ID.
    static func known(of call: Call, after reply: Reply) -> Call? {
        var names = ["match", "last", "guarded", "benchPlayers", "force"]
        if closing.contains(call.method) { names.append("id") }
        let surplus = call.parameters.members.first {
            VarlinkError(reply) == .invalidParameter($0.key)
                && (names.contains($0.key) || $0.value == TeamColor.none.json)
        }
        guard let surplus else { return nil }
        var call = call
        call.parameters[surplus.key] = nil
        return call
    }

    private static let closing = [GatherMethod.End.name, GatherMethod.Discard.name]

    /// Returns true if a call for an older daemon does not say any more which match is closed.
    static func dropsMatch(_ known: Call, of call: Call) -> Bool {
        known.parameters["id"] != call.parameters["id"]
    }

    /// Returns the refusal of a call that closes a match, where another one is open by now; nil
    /// where it is the present one, or none is open.
    static func refusal(of call: Call, in present: GatherSnapshot?) -> Reply? {
        guard let present, present.phase == .open, present.id != call.parameters["id"]?.string
        else { return nil }
        return GatherError.gatherInProgress.reply
    }

    // MARK: - Text

    /// Returns the one or two lines about the change, from the parameters of its reply.
    ///
    /// - Parameters:
    ///   - outcomeFollows: True if the delivery of the result is reported elsewhere.
    ///   - isLocal: True if the daemon is on this machine, whose users have names.
    ///   - next: The names of the commands that can follow, such as undo.
    func text(
        _ parameters: JSONObject, outcomeFollows: Bool = false, isLocal: Bool = false,
        next: NextSteps = .commands, at now: ClockReading
    ) throws(VarlinkError) -> String {
        var reader = ParameterReader(parameters)
        let known: GatherSnapshot? = try reader.optional("gather")
        var gather = known
        if outcomeFollows { gather?.submission = nil }
        switch lines {
        case .ofReply(let lines): return try lines(&reader, gather, players, now)
        case .ofOutcome(let lines):
            var outcome: Outcome = try reader.required("outcome")
            if outcomeFollows { outcome.signedOut = false }
            guard let gather, isOf(gather, outcome) else {
                return tr(
                    "done before, with this request ID\nnow: %1$@", Self.present(gather, at: now))
            }
            return lines(
                ChangeAnswer(
                    gather: gather, outcome: outcome, isLocal: isLocal, next: next, now: now))
        }
    }

    /// Returns true if a reply repeats an outcome that is not about the present gather.
    func isOutdated(_ parameters: JSONObject) throws(VarlinkError) -> Bool {
        guard case .ofOutcome = lines else { return false }
        var reader = ParameterReader(parameters)
        let gather: GatherSnapshot? = try reader.optional("gather")
        let outcome: Outcome = try reader.required("outcome")
        return gather.map { !isOf($0, outcome) } ?? true
    }

    /// Returns true if an outcome is about the present gather: that of a repeated request may not
    /// be.
    private func isOf(_ gather: GatherSnapshot, _ outcome: Outcome) -> Bool {
        guard outcome.gatherID.isEmpty || outcome.gatherID == gather.id else { return false }
        return !closes || gather.phase != .open
    }

    /// Returns a description of the present state.
    static func present(_ gather: GatherSnapshot?, at now: ClockReading) -> String {
        guard let gather else { return tr("no match is open") }
        let clock = ClockViewModel(gather, at: now)
        return "\(clock.digits) \(clock.sentence), \(gather.scoreLine)"
    }
}

/// The answer to a change that worked.
struct ChangeAnswer {
    /// The gather, with all text made printable.
    let gather: GatherSnapshot
    /// The outcome of the change.
    let outcome: Outcome
    /// True if the daemon is on this machine.
    let isLocal: Bool
    /// The names of the commands that can follow, such as undo.
    let next: NextSteps
    /// The time at which the answer is presented.
    let now: ClockReading

    /// The clock of the match.
    var clock: ClockViewModel { ClockViewModel(gather, at: now) }

    /// The reading of the clock when the change took effect.
    var since: String { TimeText.clock(outcome.since) }

    /// Returns the name of a user, where it is known here, or else the number.
    func user(_ uid: Int?) -> String {
        guard let uid else { return PositionText.none }
        let name = isLocal ? UInt32(exactly: uid).flatMap(UserName.of(uid:)) : nil
        return name?.shown ?? tr("user %1$@", uid)
    }

    /// The text that somebody else has just done the same; nil if the change took effect.
    var notDoneAgain: String? {
        outcome.countedAs.map {
            tr(
                "not done again: %1$@ has done it already, as event %2$@",
                outcome.countedByDevice ?? user(outcome.countedByUID), $0)
        }
    }

    /// Both sides: `Reds - Blues`.
    var names: String { "\(gather.teamA.name) - \(gather.teamB.name)" }
}

extension Context {
    /// Makes a call that changes something; returns a refusal as a reply.
    ///
    /// - Parameter timeout: The time to wait for an answer that a server has to give, to a call
    ///   that is made once; nil to retry.
    /// - Throws: A ``Failure`` if no reply comes.
    func change(_ call: Call, once timeout: Duration? = nil) throws(Failure) -> Reply {
        do { return try session.call(call, once: timeout) } catch {
            throw failure(
                error,
                lost: tr(
                    """
                    cannot confirm the change: it may or may not have counted; send it again with \
                    --request-id %1$@
                    """, requestID))
        }
    }
}

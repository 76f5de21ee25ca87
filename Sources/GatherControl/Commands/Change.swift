import GatherAPI
import LinuxIO
import Varlink

/// One of the two sides.
typealias Side = ServerTeam

/// A part of the line-up: a side, or the bench.
typealias Section = GatherMethod.MovePlayers.Section

/// A change of the match: the call that asks for it, and what is said of it.
///
/// It counts once, also over a lost connection.
struct Change: Command {
    /// The lines about a change that worked.
    private enum Lines {
        case ofOutcome(@Sendable (ChangeAnswer) -> String)
        case ofReply(Reading)
    }

    /// Reads an answer, and says what the change did; it gets the present gather, and the names of
    /// players by their numbers.
    typealias Reading =
        @Sendable (
            inout ParameterReader, GatherSnapshot?, [Int: String], ClockReading
        ) throws(VarlinkError) -> String

    /// The call, without the ID under which it counts once.
    let call: Call
    /// What is done, for `cannot <verb> <object>`.
    let task: String
    /// What may or may not have counted, for `cannot confirm <object>`.
    let object: String
    /// The names of players by their numbers, where they are known.
    var players: [Int: String] = [:]
    private let lines: Lines

    /// Makes a change.
    ///
    /// - Parameter lines: Says what it did, of an answer with an outcome.
    init(
        _ method: some VarlinkMethod, _ task: String, _ object: String,
        players: [Int: String] = [:], lines: @escaping @Sendable (ChangeAnswer) -> String
    ) {
        (call, self.task, self.object) = (method.call, task, object)
        (self.players, self.lines) = (players, .ofOutcome(lines))
    }

    /// Makes a change whose answer has something else to be told.
    init(
        _ method: some VarlinkMethod, _ task: String, _ object: String,
        reading: @escaping Reading
    ) {
        (call, self.task, self.object, lines) = (method.call, task, object, .ofReply(reading))
    }

    static func == (one: Change, other: Change) -> Bool {
        (one.call, one.task, one.players) == (other.call, other.task, other.players)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(call) }

    /// Whether this is what the change asks for.
    func asks<Method: VarlinkMethod>(for method: Method.Type) -> Bool {
        call.method == Method.name
    }

    /// The call to make, under an ID with which it counts once.
    func call(requestID id: String) -> Call {
        var call = call
        call.parameters["requestId"] = .string(id)
        return call
    }

    // MARK: - Making it

    /// Makes the change and prints what it did.
    func run(_ context: Context) throws(Failure) { try run(context, outcomeFollows: false) }

    /// Makes the change and prints what it did.
    ///
    /// - Parameter outcomeFollows: Whether what becomes of the result is told afterwards.
    func run(_ context: Context, outcomeFollows: Bool) throws(Failure) {
        let reply = try answerOfAnyVersion(context)
        guard reply.error == nil else {
            let presenter = RefusalPresenter(
                self, requestID: context.requestID, players: players,
                sides: sides(reply, context))
            throw Failure(.refused, presenter.text(reply))
        }
        do {
            try context.show(reply) { () throws(Failure) in
                do {
                    let now = context.time.now()
                    return try text(reply.parameters, outcomeFollows: outcomeFollows, at: now)
                        + "\n"
                } catch { throw context.misunderstood }
            }
        } catch {
            // The exit status alone would read as a refusal.
            throw Failure(error.status, error.message, hint: "the change was made all the same")
        }
    }

    /// The names of the sides where an error is about one; without an answer it says its title.
    private func sides(_ refusal: Reply, _ context: Context) -> [ServerTeam: String] {
        switch GatherError(refusal) {
        case .teamWithoutPlayers, .notOnTeam: break
        default: return [:]
        }
        guard let reply = try? context.answer(GatherMethod.Get().call, task: task),
            let gather = try? context.state(reply).gather
        else { return [:] }
        return gather.sideNames
    }

    /// An older gatherd takes back what is of the match whatever became of the squad, and knows no
    /// word for it.
    private func answerOfAnyVersion(_ context: Context) throws(Failure) -> Reply {
        var call = call(requestID: context.requestID)
        let reply = try context.change(call, object)
        guard VarlinkError(reply) == .invalidParameter("match") else { return reply }
        call.parameters["match"] = nil
        return try context.change(call, object)
    }

    // MARK: - What is said

    /// The one or two lines about the change, of the parameters of the answer to it.
    ///
    /// - Parameters:
    ///   - outcomeFollows: Whether what becomes of the result is told by somebody else.
    ///   - next: How what takes it back is named.
    func text(
        _ parameters: JSONObject, outcomeFollows: Bool = false, next: NextSteps = .commands,
        at now: ClockReading
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
                let present = Self.present(gather, at: now)
                return "done before, with this request ID\nnow: \(present)"
            }
            return lines(ChangeAnswer(gather: gather, outcome: outcome, next: next, now: now))
        }
    }

    /// Whether the present gather is the one that an outcome is about: a repeated request may not
    /// have been.
    private func isOf(_ gather: GatherSnapshot, _ outcome: Outcome) -> Bool {
        guard outcome.gatherID.isEmpty || outcome.gatherID == gather.id else { return false }
        let closes = asks(for: GatherMethod.End.self) || asks(for: GatherMethod.Discard.self)
        return !closes || gather.phase != .open
    }

    /// What is the case now.
    static func present(_ gather: GatherSnapshot?, at now: ClockReading) -> String {
        guard let gather else { return "no gather is open" }
        let clock = ClockViewModel(gather, at: now)
        return "\(clock.digits) \(clock.sentence), \(gather.scoreLine)"
    }
}

/// The answer to a change that worked.
struct ChangeAnswer {
    /// The gather, all text fit for a terminal.
    let gather: GatherSnapshot
    /// What it did.
    let outcome: Outcome
    /// How what takes it back is named.
    let next: NextSteps
    /// When it is told.
    let now: ClockReading

    /// The clock of the match.
    var clock: ClockViewModel { ClockViewModel(gather, at: now) }

    /// What the clock showed when it began to do what it does.
    var since: String { TimeWords.clock(outcome.since) }

    /// Both sides: `Reds - Blues`.
    var names: String { "\(gather.teamA.name) - \(gather.teamB.name)" }
}

extension Context {
    /// Makes a call that changes something, and takes a refusal for an answer.
    ///
    /// - Parameters:
    ///   - object: What may or may not have counted where no answer comes.
    ///   - patience: For an answer that a server has to give, once; nil to try again.
    func change(
        _ call: Call, _ object: String, once patience: Duration? = nil
    ) throws(Failure) -> Reply {
        do {
            guard let patience else { return try session.call(call) }
            return try session.call(call, once: patience)
        } catch {
            throw failure(
                error,
                lost: "cannot confirm \(object): it may or may not have counted; "
                    + "send it again with --request-id \(requestID)")
        }
    }
}

import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// What a call gets.
enum Answer: Sendable {
    /// One reply.
    case reply(Reply)
    /// The present state, then every change; with ticks every second as well.
    case subscription(first: JSONObject, ticks: Bool)
    /// One reply, of work on the match's queue.
    case change(MatchWork)
    /// One reply, of what is on disk.
    case reading(ReadingJob)
}

/// Decodes and validates calls, has them carried out, and encodes what came of it.
///
/// It is called on the server's queue.
struct GatherService: Sendable {
    private let display: MatchDisplay
    private let interactor: GatherInteractor
    private let account: AccountService
    private let players: PlayersService
    private let standard = StandardService(
        vendor: "gatherd", product: "gatherd", version: Version.current,
        url: "https://varlink.org/", interfaces: Interfaces.all)

    /// Makes the service of a match.
    init(display: MatchDisplay, interactor: GatherInteractor, account: AccountInteractor) {
        self.display = display
        self.interactor = interactor
        self.account = AccountService(interactor: account, gathers: interactor)
        players = PlayersService(interactor: interactor)
    }

    /// Answers a call.
    ///
    /// Total: whatever a peer sends gets a reply.
    func answer(_ call: Call, from peer: Peer) -> Answer {
        do {
            return try route(call, from: peer)
        } catch {
            return .reply(error.reply)
        }
    }

    private func route(_ call: Call, from peer: Peer) throws(CallError) -> Answer {
        guard !call.upgrade else { throw .protocolError(.methodNotImplemented(call.method)) }
        if let method = GatherMethod(fullName: call.method) {
            return try gather(method, call, from: peer)
        }
        if let method = HistoryMethod(fullName: call.method) {
            switch method {
            case .list: return try list(call)
            case .show: return try show(call)
            }
        }
        if let method = AccountMethod(fullName: call.method) {
            guard peer.mayControl else { throw .protocolError(.permissionDenied) }
            return try account.answer(method, call)
        }
        if let method = PlayersMethod(fullName: call.method) {
            return try players.answer(method, call, from: peer)
        }
        do {
            return .reply(try standard.reply(to: call))
        } catch {
            throw .protocolError(error)
        }
    }

    private func gather(
        _ method: GatherMethod, _ call: Call, from peer: Peer
    ) throws(CallError) -> Answer {
        do {
            switch method {
            case .get:
                _ = try GatherMethod.Get(call)
                bringTriesForward(for: peer)
                return .reply(Reply(peer.sees(display.assumeIsolated { $0.snapshot() })))
            case .subscribe:
                let wantsTicks = try GatherMethod.Subscribe(call).ticks ?? false
                guard call.more else { throw VarlinkError.expectedMore }
                bringTriesForward(for: peer)
                let first = display.assumeIsolated { $0.subscribe(ticks: wantsTicks) }
                return .subscription(first: peer.sees(first), ticks: wantsTicks)
            default: break
            }
            guard peer.mayControl else { throw VarlinkError.permissionDenied }
            let command = try CommandDecoder.command(method, call)
            var gatherName: String?
            if method == .reopen {
                gatherName = try CommandDecoder.gatherName(GatherMethod.Reopen(call).id)
            }
            let requestID = try CommandDecoder.requestID(of: call)
            let request = CommandRequest(
                command: command, gatherName: gatherName,
                fingerprint: CommandDecoder.fingerprint(call),
                requestID: requestID, uid: peer.uid)
            return perform(request)
        } catch let error as VarlinkError {
            throw .protocolError(error)
        } catch let error as CommandFailure {
            throw .commandFailure(error)
        } catch {
            throw .protocolError(.methodNotFound(call.method))
        }
    }

    /// What has failed on its way to a server is tried again when somebody looks who may control
    /// the match.
    private func bringTriesForward(for peer: Peer) {
        guard peer.mayControl, display.assumeIsolated({ $0.isHurryDue() }) else { return }
        let interactor = interactor
        interactor.executor.queue.async { interactor.assumeIsolated { $0.retryForLook() } }
    }

    private func perform(_ request: CommandRequest) -> Answer {
        let interactor = interactor
        let refusal: @Sendable (String) -> Reply = { GatherError.storageFailed(reason: $0).reply }
        return .change(
            MatchWork(requestID: request.requestID, refusal: refusal) { reply in
                reply(
                    interactor.answer { gathers throws(CommandFailure) in
                        Reply(try gathers.perform(request))
                    } failure: {
                        CallError.commandFailure($0).reply
                    })
            })
    }

    private func list(_ call: Call) throws(CallError) -> Answer {
        let given: HistoryMethod.List
        do { given = try HistoryMethod.List(call) } catch { throw .protocolError(error) }
        let limit = given.limit ?? 100
        guard (1...Limits.historyPage).contains(limit) else {
            throw .protocolError(.invalidParameter("limit"))
        }
        return .reading(ReadingJob(HistoryReading(limit: limit, before: given.before)))
    }

    private func show(_ call: Call) throws(CallError) -> Answer {
        let given: HistoryMethod.Show
        let name: String?
        do {
            given = try HistoryMethod.Show(call)
            name = try given.id.map(CommandDecoder.gatherName)
        } catch {
            throw .protocolError(error)
        }
        let (after, limit) = (given.after ?? 0, given.limit ?? Limits.timelinePage)
        guard after >= 0 else { throw .protocolError(.invalidParameter("after")) }
        guard (1...Limits.timelinePage).contains(limit) else {
            throw .protocolError(.invalidParameter("limit"))
        }
        return .reading(ReadingJob(TimelineReading(of: name, after: after, limit: limit)))
    }
}

/// Every way in which a call is answered with an error.
enum CallError: Error {
    case protocolError(VarlinkError)
    case commandFailure(CommandFailure)
    case account(AccountError)
    case players(PlayersError)

    var reply: Reply {
        switch self {
        case .protocolError(let error): error.reply
        case .commandFailure(.refused(let refusal)): refusal.reply
        case .commandFailure(.requestIDInUse): VarlinkError.invalidParameter("requestId").reply
        case .commandFailure(.noSuchGather): GatherError.noSuchGather.reply
        case .commandFailure(.ambiguousGather): GatherError.ambiguousGather.reply
        case .commandFailure(.storageFailed(let reason)):
            GatherError.storageFailed(reason: reason).reply
        case .account(let error): error.reply
        case .players(let error): error.reply
        }
    }
}

extension GatherInteractor {
    /// Carries out work, and has what it changed shown before it is answered.
    nonisolated func answer<Failure: Error>(
        _ work: @Sendable (isolated GatherInteractor) throws(Failure) -> Reply,
        failure: (Failure) -> Reply
    ) -> Reply {
        let result = assumeIsolated { gathers in
            defer { gathers.refresh() }
            return Result { () throws(Failure) in try work(gathers) }
        }
        switch result {
        case .success(let reply): return reply
        case .failure(let error): return failure(error)
        }
    }
}

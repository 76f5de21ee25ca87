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
    /// One reply, which somebody else is asked for: it is told on the queue when it is there.
    case later(@Sendable (@escaping @Sendable (Reply) -> Void) -> Void)
}

/// Decodes and validates calls, has them carried out, and encodes what came of it.
struct GatherService: Sendable {
    private let interactor: GatherInteractor
    private let account: AccountService
    private let players: PlayersService
    private let standard = StandardService(
        vendor: "gatherd", product: "gatherd", version: Version.current,
        url: "https://varlink.org/", interfaces: Interfaces.all)

    /// Makes the service of a match; it is called on the interactor's queue alone.
    init(interactor: GatherInteractor, account: AccountInteractor) {
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
        var reader = ParameterReader(call.parameters)
        do {
            switch method {
            case .get:
                try reader.finish()
                let state = interactor.assumeIsolated { $0.snapshot() }
                return .reply(Reply(peer.sees(state)))
            case .subscribe:
                let ticks: Bool? = try reader.optional("ticks")
                try reader.finish()
                guard call.more else { throw VarlinkError.expectedMore }
                let wantsTicks = ticks ?? false
                let first = interactor.assumeIsolated { $0.subscribe(ticks: wantsTicks) }
                return .subscription(first: peer.sees(first), ticks: wantsTicks)
            default: break
            }
            guard peer.mayControl else { throw VarlinkError.permissionDenied }
            let command = try CommandDecoder.command(method, from: &reader)
            var gatherName: String?
            if method == .reopen {
                gatherName = try CommandDecoder.gatherName(try reader.required("id"))
            }
            let requestID = try CommandDecoder.requestID(from: &reader)
            try reader.finish()
            let request = CommandRequest(
                command: command, gatherName: gatherName,
                fingerprint: CommandDecoder.fingerprint(call),
                requestID: requestID, uid: peer.uid)
            return try perform(request)
        } catch let error as VarlinkError {
            throw .protocolError(error)
        } catch let error as CommandFailure {
            throw .commandFailure(error)
        } catch {
            throw .protocolError(.methodNotFound(call.method))
        }
    }

    private func perform(_ request: CommandRequest) throws(CommandFailure) -> Answer {
        let result = interactor.assumeIsolated { interactor in
            Result { () throws(CommandFailure) in try interactor.perform(request) }
        }
        return .reply(Reply(try result.get()))
    }

    private func list(_ call: Call) throws(CallError) -> Answer {
        var reader = ParameterReader(call.parameters)
        let limit: Int
        let before: String?
        do {
            limit = try reader.optional("limit") ?? 100
            before = try reader.optional("before")
            try reader.finish()
        } catch {
            throw .protocolError(error)
        }
        guard (1...Limits.historyPage).contains(limit) else {
            throw .protocolError(.invalidParameter("limit"))
        }
        let result = interactor.assumeIsolated { interactor in
            Result { () throws(CommandFailure) in
                try interactor.history(limit: limit, before: before)
            }
        }
        switch result {
        case .failure(let failure): throw .history(HistoryError(failure))
        case .success(nil): throw .history(.noSuchGather)
        case .success(let gathers?):
            return .reply(Reply(["gathers": .array(gathers.map(\.json))]))
        }
    }

    private func show(_ call: Call) throws(CallError) -> Answer {
        var reader = ParameterReader(call.parameters)
        let name: String?
        let (after, limit): (Int, Int)
        do {
            let given: String? = try reader.optional("id")
            name = try given.map(CommandDecoder.gatherName)
            after = try reader.optional("after") ?? 0
            limit = try reader.optional("limit") ?? Limits.timelinePage
            try reader.finish()
        } catch {
            throw .protocolError(error)
        }
        guard after >= 0 else { throw .protocolError(.invalidParameter("after")) }
        guard (1...Limits.timelinePage).contains(limit) else {
            throw .protocolError(.invalidParameter("limit"))
        }
        let result = interactor.assumeIsolated { interactor in
            Result { () throws(CommandFailure) in
                try interactor.timeline(of: name, after: after, limit: limit)
            }
        }
        do {
            let shown = try result.get()
            return .reply(
                Reply([
                    "gather": shown.summary.json, "entries": .array(shown.entries.map(\.json)),
                    "teamA": .array(shown.teamA.map(\.json)),
                    "teamB": .array(shown.teamB.map(\.json)),
                    "bench": .array(shown.bench.map(\.json)),
                ]))
        } catch {
            throw .history(HistoryError(error))
        }
    }
}

/// Every way in which a call is answered with an error.
enum CallError: Error {
    case protocolError(VarlinkError)
    case commandFailure(CommandFailure)
    case history(HistoryError)
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
        case .history(let error): error.reply
        case .account(let error): error.reply
        case .players(let error): error.reply
        }
    }
}

extension HistoryError {
    /// What a client of the history is told of a failure.
    fileprivate init(_ failure: CommandFailure) {
        switch failure {
        case .noSuchGather: self = .noSuchGather
        case .ambiguousGather: self = .ambiguousGather
        case .storageFailed(let reason): self = .storageFailed(reason: reason)
        case .refused, .requestIDInUse: self = .storageFailed(reason: "")
        }
    }
}

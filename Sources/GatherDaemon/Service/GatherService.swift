import GatherAPI
import GatherCore
import Varlink

/// The kind of answer to a call.
enum Answer: Sendable {
    /// One reply.
    case reply(Reply)
    /// An empty reply; later calls on the connection are of this device.
    case device(String)
    /// The present state, then every change; with `ticks`, every second as well.
    case subscription(first: JSONObject, ticks: Bool)
    /// One reply, from work on the match's queue.
    case change(MatchWork)
    /// One reply, or several ones to a call with `more`, from data on disk.
    case reading(ReadingJob)
    /// One reply, from a copy of the database.
    case backup(BackupRequest)
}

/// Decodes and validates calls, and encodes the results.
///
/// It belongs to the server's queue.
final class GatherService {
    private let display: MatchDisplay
    private let players: PlayersService
    private let published: PublishedSquad
    private let formats: FormatFiles
    private let retry: () -> Void
    private let standard = StandardService(
        vendor: "gatherd", product: "gatherd", version: Version.current,
        url: Version.documentation, interfaces: Interfaces.all)

    /// Makes the service of a match.
    ///
    /// - Parameters:
    ///   - published: The copy of the squad for readers.
    ///   - formats: The formats in files.
    ///   - retry: Retries failed submissions.
    init(
        display: MatchDisplay, published: PublishedSquad, formats: FormatFiles,
        retry: @escaping () -> Void
    ) {
        (self.display, self.published, self.retry) = (display, published, retry)
        self.formats = formats
        players = PlayersService(published: published)
    }

    /// Answers a call.
    ///
    /// The function is total: whatever a peer sends gets a reply.
    func answer(_ call: Call, from peer: Peer) -> Answer {
        do { return try route(call, from: peer) } catch { return .reply(Reply(to: error)) }
    }

    private func route(_ call: Call, from peer: Peer) throws -> Answer {
        guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
        if let method = GatherMethod(fullName: call.method) {
            return try gather(method, call, from: peer)
        }
        if let method = HistoryMethod(fullName: call.method) {
            switch method {
            case .list: return try list(HistoryMethod.List(call))
            case .show: return try show(HistoryMethod.Show(call))
            case .showAll: return try showAll(call)
            case .verify: return try verify(HistoryMethod.Verify(call))
            case .verifyPage: return try verifyPage(HistoryMethod.VerifyPage(call))
            case .backup:
                guard peer.mayControl else { throw VarlinkError.permissionDenied }
                return .backup(try BackupRequest(HistoryMethod.Backup(call)))
            }
        }
        if let method = AccountMethod(fullName: call.method) {
            guard peer.mayControl else { throw VarlinkError.permissionDenied }
            return try AccountService.answer(method, call)
        }
        if let method = PlayersMethod(fullName: call.method) {
            return try players.answer(method, call, from: peer)
        }
        return .reply(try standard.reply(to: call))
    }

    private func gather(_ method: GatherMethod, _ call: Call, from peer: Peer) throws -> Answer {
        switch method {
        case .get:
            _ = try GatherMethod.Get(call)
            retryFailed(for: peer)
            return .reply(Reply(peer.sees(display.snapshot())))
        case .subscribe:
            let wantsTicks = try GatherMethod.Subscribe(call).ticks ?? false
            guard call.more else { throw VarlinkError.expectedMore }
            retryFailed(for: peer)
            let first = display.subscribe(ticks: wantsTicks)
            return .subscription(first: peer.sees(first), ticks: wantsTicks)
        case .getDefaults:
            _ = try GatherMethod.GetDefaults(call)
            let defaults = DefaultsFields(published.view.defaults)
            return .reply(GatherMethod.GetDefaults.Reply(defaults: defaults).reply)
        case .getFormats:
            let name = try GatherMethod.GetFormats(call).name
            guard let known = name.flatMap({ MatchFormat(named: $0) }) else {
                return .reading(ReadingJob(FormatReading(name, in: formats)))
            }
            return .reply(GatherMethod.GetFormats.Reply(formats: [FormatFields(known)]).reply)
        case .actFor:
            guard peer.mayNameDevice else { throw VarlinkError.permissionDenied }
            return .device(try CommandDecoder.device(GatherMethod.ActFor(call)))
        default: break
        }
        guard peer.mayControl else { throw VarlinkError.permissionDenied }
        if method == .setDefaults { return try setDefaults(call) }
        let command = try CommandDecoder.command(method, call)
        let gatherName: String? =
            switch method {
            case .reopen: try CommandDecoder.gatherName(GatherMethod.Reopen(call).id)
            case .amendGoal:
                try GatherMethod.AmendGoal(call).id.map(CommandDecoder.gatherName)
            case .amendCard:
                try GatherMethod.AmendCard(call).id.map(CommandDecoder.gatherName)
            case .end: try GatherMethod.End(call).id.map(CommandDecoder.gatherName)
            case .discard: try GatherMethod.Discard(call).id.map(CommandDecoder.gatherName)
            default: nil
            }
        let request = CommandRequest(
            command: command, gatherName: gatherName,
            fingerprint: CommandDecoder.fingerprint(call),
            requestID: try CommandDecoder.requestID(of: call), uid: peer.uid,
            device: peer.device, connection: peer.connection,
            isGuarded: call.parameters["guarded"] == true,
            isForced: call.parameters["force"] == true,
            formatFile: CommandDecoder.formatFile(call.parameters["format"]?.string))
        return .change(
            MatchWork(request.requestID, orElse: Self.refusal) { match in
                Reply(try match.interactor.perform(request))
            })
    }

    private func setDefaults(_ call: Call) throws -> Answer {
        let given = try GatherMethod.SetDefaults(call)
        let (values, fields) = try CommandDecoder.defaults(given)
        let formatFile = CommandDecoder.formatFile(given.defaults.$format)
        let request = try PlayersService.request(of: call)
        return .change(
            MatchWork(request?.id, orElse: Self.refusal) { match in
                let before = try match.defaults.set(
                    values, only: fields, formatFile: formatFile, request: request)
                return GatherMethod.SetDefaults.Reply(
                    before: before, defaults: DefaultsFields(match.defaults.defaults)
                ).reply
            })
    }

    /// Returns the answer to a call that was not begun.
    @Sendable private static func refusal(_ reason: String) -> Reply {
        GatherError.storageFailed(reason: reason).reply
    }

    /// Retries failed submissions when a peer who may control the match is watching.
    private func retryFailed(for peer: Peer) {
        if peer.mayControl, display.isRetryDue() { retry() }
    }

    private func list(_ given: HistoryMethod.List) throws(VarlinkError) -> Answer {
        let limit = try Self.historyPage(given.limit)
        return .reading(ReadingJob(HistoryReading(limit: limit, before: given.before)))
    }

    private static func historyPage(_ limit: Int?) throws(VarlinkError) -> Int {
        let limit = limit ?? 100
        guard (1...Limits.historyPage).contains(limit) else { throw .invalidParameter("limit") }
        return limit
    }

    private func verify(_ given: HistoryMethod.Verify) throws(VarlinkError) -> Answer {
        let name = try given.id.map(CommandDecoder.gatherName)
        var code: String?
        if let text = given.code {
            code = EventChain.code(read: text)
            guard code != nil else { throw .invalidParameter("code") }
        }
        return .reading(ReadingJob(VerificationReading(of: name, code: code)))
    }

    private func verifyPage(_ given: HistoryMethod.VerifyPage) throws(VarlinkError) -> Answer {
        let limit = try Self.historyPage(given.limit)
        return .reading(ReadingJob(PageVerificationReading(limit: limit, before: given.before)))
    }

    private func showAll(_ call: Call) throws(VarlinkError) -> Answer {
        let given = try HistoryMethod.ShowAll(call)
        guard call.more else { throw .expectedMore }
        return .reading(
            ReadingJob(
                AllTimelinesReading(
                    before: given.before, adding: given.record == true ? .record : [])))
    }

    private func show(_ given: HistoryMethod.Show) throws(VarlinkError) -> Answer {
        let name = try given.id.map(CommandDecoder.gatherName)
        let (after, limit) = (given.after ?? 0, given.limit ?? Limits.timelinePage)
        guard after >= 0 else { throw .invalidParameter("after") }
        let revision = given.revision ?? .max
        guard revision >= 1 else { throw .invalidParameter("revision") }
        guard (1...Limits.timelinePage).contains(limit) else { throw .invalidParameter("limit") }
        var additions: EntryAdditions = given.record == true ? .record : []
        if given.translatable == true { additions.insert(.translatable) }
        return .reading(
            ReadingJob(
                TimelineReading(
                    of: name, after: after, revision: revision, limit: limit,
                    adding: additions)))
    }
}

/// An error with which a call can be answered.
protocol CallError: Error {
    var reply: Reply { get }
}

extension VarlinkError: CallError {}
extension Refusal: CallError {}
extension GatherError: CallError {}
extension AccountError: CallError {}
extension PlayersError: CallError {}

extension Reply {
    init(to error: any Error) {
        self = (error as? any CallError)?.reply ?? VarlinkError.methodNotImplemented("").reply
    }
}

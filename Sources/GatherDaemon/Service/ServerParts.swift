import Dispatch
import GatherAPI
import GatherCore
import LinuxIO

/// The parts that belong to the server's queue, which never blocks: plain objects that call each
/// other through this one.
final class ServerParts {
    private let queue: SerialQueue
    private let clock: any MachineClock
    private let log: any Log
    private let manager: any ServiceManager
    private let match: QueueOwner<MatchParts>
    private let access: Access
    private let archive: Archive
    private let gate: ArchiveGate
    private let pulse: StorePulse
    private let published: PublishedSquad
    private let formats: FormatFiles
    private let descriptors: Int
    private let socketFile: SocketFile?
    private let ended: () -> Void
    private var isStopping = false

    /// The display of the match.
    private(set) lazy var display = MatchDisplay(queue: queue, clock: clock, log: log) {
        [unowned self] change in publish(change)
    }

    /// The service that answers calls.
    private(set) lazy var service = GatherService(
        display: display, published: published, formats: formats
    ) { [match] in
        match.async { $0.results.retryForViewer() }
    }

    /// The server for the clients.
    private(set) lazy var server = VarlinkServer(
        queue: queue, log: log, clock: clock.unmoved, descriptors: descriptors,
        parts: .init(
            peer: { [access] socket throws(SystemError) in try access.peer(of: socket) },
            answer: { [unowned self] call, peer in service.answer(call, from: peer) },
            ticksUnsubscribed: { [unowned self] in display.stopTicks() },
            allClosed: { [unowned self] in stop() }, match: match,
            delay: { [pulse] in pulse.delay },
            archive: archive, gate: gate,
            advanceInStore: { [match] job, done in
                match.async { done($0.interactor.advance(job)) }
            }))

    /// Makes the parts.
    ///
    /// - Parameters:
    ///   - queue: The queue of all parts.
    ///   - gate: The access to the store's file for readers.
    ///   - formats: The formats in files.
    ///   - descriptors: The number of descriptors for connections.
    ///   - socketFile: The socket's file, which is removed at the end.
    ///   - ended: Called when everything is closed.
    init(
        queue: SerialQueue, clock: any MachineClock, log: any Log, manager: any ServiceManager,
        match: QueueOwner<MatchParts>, access: Access, gate: ArchiveGate, pulse: StorePulse,
        published: PublishedSquad, formats: FormatFiles, descriptors: Int, socketFile: SocketFile?,
        ended: @escaping () -> Void
    ) {
        (self.queue, self.clock, self.log, self.manager) = (queue, clock, log, manager)
        (self.match, self.access, self.pulse, self.published) = (match, access, pulse, published)
        (self.descriptors, self.socketFile, self.ended) = (descriptors, socketFile, ended)
        self.formats = formats
        self.gate = gate
        archive = Archive(gate: gate, clock: clock.unmoved)
    }

    /// Ends the daemon cleanly; this includes the case that its last connection is gone and it
    /// cannot get another.
    ///
    /// It has ended when everything is closed, or when the disk blocks for too long; all answered
    /// changes are on disk.
    func stop() {
        guard !isStopping else { return }
        isStopping = true
        manager.stopping()
        // From here on a new client finds no socket, instead of one that does not answer.
        socketFile?.remove()
        var isOver = false
        let end = { [ended] in
            guard !isOver else { return }
            isOver = true
            ended()
        }
        let closed = queue.bound(end)
        server.stop { [self] in
            display.stop()
            match.async { [match, queue = queue.dispatch] parts in
                parts.close()
                match.end()
                queue.async(execute: closed)
            }
            queue.later(after: Limits.closingTimeout) { [log, pulse] in
                guard !isOver else { return }
                log.write(.error, "\(pulse.delay); what was answered is on the disk")
                end()
            }
        }
    }

    private func publish(_ change: Change) {
        if let status = change.status { manager.status(status) }
        server.publish(
            change.snapshot(), reason: change.reason.rawValue, isTick: change.reason == .tick,
            mustArrive: change.reason == .historyChanged)
        // The match has to know that its clock is at rest, but nothing waits for that.
        if change.reason == .timeUp { match.async { $0.interactor.wake() } }
    }
}

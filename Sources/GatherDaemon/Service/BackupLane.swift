import Dispatch
import GatherAPI
import GatherCore
import LinuxIO
import Varlink

/// A call for a copy of the database, or for a piece of one.
enum BackupRequest {
    case new
    case piece(id: String, offset: Int)

    /// Reads a call.
    init(_ given: HistoryMethod.Backup) throws(VarlinkError) {
        guard let id = given.id else {
            guard given.offset == nil else { throw .invalidParameter("offset") }
            self = .new
            return
        }
        let offset = given.offset ?? 0
        guard offset >= 0 else { throw .invalidParameter("offset") }
        self = .piece(id: id, offset: offset)
    }
}

/// Makes copies of the database, and hands them out piece by piece.
///
/// It belongs to the server's queue. The files are made and read on a queue of their own, one call
/// at a time, so that neither changes nor readings wait for them.
final class BackupLane {
    /// A complete copy.
    private struct Copy {
        let connection: Int
        let file: Descriptor
        let size: Int
        var lastCall: Duration
    }

    /// A piece of a copy.
    private struct Piece: Sendable {
        let id: String
        let file: Descriptor
        let size: Int
        let offset: Int

        /// Reads the piece from the disk.
        var reply: HistoryMethod.Backup.Reply {
            get throws(SystemError) {
                let bytes = try file.read(Limits.backupPieceBytes, at: offset)
                return .init(id: id, size: size, data: Base64.text(of: bytes))
            }
        }

        /// True if nothing is left behind it.
        var isLast: Bool { size - offset <= Limits.backupPieceBytes }
    }

    /// The first piece of a copy, or nil if none could be made, and the answer to the call.
    private struct Made: Sendable {
        let piece: Piece?
        let message: [UInt8]
    }

    private let queue: SerialQueue
    private let gate: ArchiveGate
    private let clock: any MachineClock
    private let end: (Int, [UInt8]) -> Void
    private let worker = DispatchQueue(label: "gatherd.backup")
    private var copies: [String: Copy] = [:]
    /// The flags that stop the copies that are being made, by the numbers of their connections.
    private var making: [Int: StopFlag] = [:]
    private var isStopping = false
    private var alarm: (any Alarm)?

    /// Makes a lane without copies.
    ///
    /// - Parameters:
    ///   - queue: The server's queue.
    ///   - end: Called with the message that answers the call of a connection.
    init(
        queue: SerialQueue, gate: ArchiveGate, clock: any MachineClock,
        end: @escaping (Int, [UInt8]) -> Void
    ) {
        (self.queue, self.gate, self.clock, self.end) = (queue, gate, clock, end)
        alarm = clock.makeAlarm(
            on: queue.dispatch, handler: queue.bound { [weak self] in self?.giveUpOld() })
    }

    /// Carries out a call.
    ///
    /// - Parameter number: The connection's number; it has no other call here.
    func add(_ request: BackupRequest, number: Int) {
        switch request {
        case .new: make(for: number)
        case .piece(let id, let offset): read(id, from: offset, for: number)
        }
    }

    /// Gives up the copies of a connection, because its client is gone.
    func remove(_ number: Int) {
        making.removeValue(forKey: number)?.set()
        copies = copies.filter { $0.value.connection != number }
    }

    /// Gives up the copies that are being made, and makes no other.
    func stop() {
        isStopping = true
        for flag in making.values { flag.set() }
    }

    // MARK: - Copies

    private func make(for number: Int) {
        guard !isStopping, copies.count + making.count < Limits.backups else {
            return end(number, HistoryError.tooManyBackups.reply.message)
        }
        let flag = StopFlag()
        making[number] = flag
        let id = RandomID.uuid()
        let finish = queue.bound { [weak self] made in
            self?.finish(made, for: number, flag) ?? ()
        }
        worker.async { [gate, server = queue.dispatch] in
            let made = Self.make(id, through: gate, until: flag)
            server.async { finish(made) }
        }
    }

    private static func make(
        _ id: String, through gate: ArchiveGate, until flag: StopFlag
    ) -> Made {
        do {
            let file = try gate.copy(until: flag)
            let piece = Piece(id: id, file: file, size: try file.size().bytes, offset: 0)
            return Made(piece: piece, message: try piece.reply.reply.message)
        } catch {
            return Made(piece: nil, message: failure(error).message)
        }
    }

    private func finish(_ made: Made, for number: Int, _ flag: StopFlag) {
        guard making[number] === flag else { return }
        making[number] = nil
        if let piece = made.piece, !piece.isLast {
            copies[piece.id] = Copy(
                connection: number, file: piece.file, size: piece.size,
                lastCall: clock.now().boottime)
            setAlarm()
        }
        end(number, made.message)
    }

    // MARK: - Pieces

    private func read(_ id: String, from offset: Int, for number: Int) {
        guard var copy = copies[id], copy.connection == number else {
            return end(number, HistoryError.noSuchBackup.reply.message)
        }
        guard offset < copy.size else {
            return end(number, VarlinkError.invalidParameter("offset").reply.message)
        }
        copy.lastCall = clock.now().boottime
        copies[id] = copy
        let piece = Piece(id: id, file: copy.file, size: copy.size, offset: offset)
        if piece.isLast { copies[id] = nil }
        let answer = queue.bound { [weak self] message in self?.end(number, message) ?? () }
        worker.async { [server = queue.dispatch] in
            let message: [UInt8]
            do { message = try piece.reply.reply.message } catch {
                message = Self.failure(error).message
            }
            server.async { answer(message) }
        }
    }

    private static func failure(_ error: any Error) -> Reply {
        let reason = (error as? StoreError)?.reason ?? "\(error)"
        return HistoryError.storageFailed(reason: reason).reply
    }

    private func giveUpOld() {
        let now = clock.now().boottime
        copies = copies.filter { now - $0.value.lastCall < Limits.backupTimeout }
        setAlarm()
    }

    private func setAlarm() {
        guard let oldest = copies.values.map(\.lastCall).min() else { return }
        alarm?.set(at: oldest + Limits.backupTimeout)
    }
}

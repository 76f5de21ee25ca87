import LinuxIO

/// Serves its clients and carries out their steps, until there is nothing left to do.
///
/// One thread does everything: it waits in libcurl for the next event of a client or a server, and
/// then checks everything once. Nothing here ever blocks anywhere else.
final class Submitter {
    private let transfers: TransferSet
    private let service = SubmitterService()
    private let idle: Duration
    private var listeners: [Descriptor]
    private var clients: [Client]
    /// The clients whose step waits for its turn, in the order of their calls.
    private var line: [Client] = []
    private var buffer = [UInt8](repeating: 0, count: Limits.readBytes)
    private var lastActivity = ClockReading.current.boottime
    private var isEnding = false

    /// Makes a submitter from sockets that were passed: listeners and connections.
    ///
    /// - Parameter idle: The time after which it ends if it has nothing to do.
    init(_ sockets: [Descriptor], transfers: TransferSet, idle: Duration) throws(SystemError) {
        for socket in sockets { try UnixSocket.makeNonBlocking(socket) }
        self.transfers = transfers
        self.idle = idle
        listeners = sockets.filter(UnixSocket.isListener)
        clients = sockets.filter { !UnixSocket.isListener($0) }.map(Client.init)
    }

    /// Serves until the last connection is closed and no other can come, or until it was idle for
    /// too long.
    func run() throws(SystemError) {
        while true {
            try accept()
            serve()
            if listeners.isEmpty, clients.isEmpty { return }
            start()
            let hasFinished = finish()
            if forward() || hasFinished { continue }
            let left = lastActivity + idle - ClockReading.current.boottime
            if isBusy || left > .zero {
                wait(isBusy ? idle : left)
            } else if isEnding {
                return
            } else {
                end()
            }
        }
    }

    private var isBusy: Bool { transfers.count > 0 || !line.isEmpty }

    private var hasRoom: Bool { clients.count < Limits.clients }

    private func accept() throws(SystemError) {
        for listener in listeners {
            while hasRoom, let socket = try UnixSocket.accept(from: listener) {
                clients.append(Client(socket))
                lastActivity = ClockReading.current.boottime
            }
        }
    }

    /// Processes received calls, and removes clients that are gone, with their steps.
    private func serve() {
        for client in clients {
            if client.serve(into: &buffer, service) {
                lastActivity = ClockReading.current.boottime
                if client.pending != nil { line.append(client) }
            }
            if client.isOver, let transfer = client.pending?.transfer { transfers.cancel(transfer) }
        }
        clients.removeAll(where: \.isOver)
        line.removeAll(where: \.isOver)
        if !hasRoom { makeRoom() }
    }

    /// Dismisses the client that has been idle for longest, so that there is a place for one with
    /// work: gatherd keeps connections that it does not need, and makes them anew.
    private func makeRoom() {
        let idle = clients.compactMap { client in
            client.idleSince.map { (client: client, since: $0) }
        }
        idle.min { $0.since < $1.since }?.client.dismiss()
    }

    /// Starts the first waiting steps.
    private func start() {
        while transfers.count < Limits.steps, !line.isEmpty {
            let client = line.removeFirst()
            guard let step = client.pending?.step else { continue }
            if let transfer = transfers.start(step.request) {
                client.begin(transfer: transfer)
            } else {
                client.finish(.failure(.notSent("there is no memory for the request")))
            }
        }
    }

    /// Sends the replies of steps that have ended.
    ///
    /// - Returns: True if there were any, so that there may be more to do.
    private func finish() -> Bool {
        let finished = transfers.perform()
        for (transfer, outcome) in finished {
            lastActivity = ClockReading.current.boottime
            clients.first { $0.pending?.transfer == transfer }?.finish(outcome)
        }
        return !finished.isEmpty
    }

    /// Sends the pages of lists that have made progress.
    ///
    /// - Returns: True if there were any, so that there may be more to do.
    private func forward() -> Bool {
        var hasForwarded = false
        for client in clients {
            guard let transfer = client.transferToForward,
                let part = transfers.takePart(of: transfer)
            else { continue }
            hasForwarded = true
            if !client.forward(part) { transfers.cancel(transfer) }
        }
        return hasForwarded
    }

    private func wait(_ timeout: Duration) {
        var sockets = clients.map { (socket: $0.socket, interest: $0.interest) }
        if hasRoom { sockets += listeners.map { ($0, .readable) } }
        transfers.wait(for: sockets, timeout: timeout)
    }

    /// Accepts no more connections and calls.
    private func end() {
        isEnding = true
        listeners = []
        for client in clients { client.dismiss() }
        lastActivity = ClockReading.current.boottime
    }
}

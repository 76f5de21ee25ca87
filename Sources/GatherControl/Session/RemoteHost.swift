import GatherAPI
import Glibc
import LinuxIO

/// The daemon of another machine, reached as systemctl(1) does with `--host`: over the standard
/// streams of a program that ssh starts there, so that no new listener is needed.
final class RemoteHost {
    /// The reason why the last connection failed.
    private(set) var failure: String?

    /// The time, by the clock of that machine.
    let time: RemoteTimekeeper
    private let command: RemoteCommand
    private let errors: Output
    private let isAttended: Bool
    private var connectors: [BridgeConnector] = []
    private var lastStart: Duration?
    private var pause = shortestPause
    private var nextPause = shortestPause

    /// The time between two attempts, as a machine may block a client that connects too often; it
    /// doubles after each failure.
    private static let shortestPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(15)

    /// The time that the program may take if it cannot ask the user anything.
    private static let timeout = Duration.seconds(15)

    /// Makes a host that is not connected.
    ///
    /// - Parameters:
    ///   - errors: The output for the messages of ssh.
    ///   - isAttended: True if a user is there to answer the questions of ssh.
    init(_ command: RemoteCommand, time: any Timekeeper, errors: Output, isAttended: Bool) {
        self.command = command
        self.time = RemoteTimekeeper(time)
        self.errors = errors
        self.isAttended = isAttended
    }

    /// Returns the connector of a session, whose caller waits for its answer.
    func connectorOfSession() -> (String) throws(SystemError) -> Descriptor {
        { [self] (_: String) throws(SystemError) -> Descriptor in try connect() }
    }

    /// Connects, and waits for ssh as long as it takes.
    private func connect() throws(SystemError) -> Descriptor {
        let connector = try start(isAttended: isAttended)
        do {
            try connector.waitForGreeting(time)
        } catch {
            explain(connector, error, isFirst: true)
            throw error
        }
        recordSuccess()
        return connector.socket
    }

    /// Returns the connector of a watcher: it waits for the first connection, and for no later one,
    /// as the digits go on meanwhile.
    ///
    /// While a connection is under way it throws `EINPROGRESS`; the caller retries.
    ///
    /// - Parameter waitsAtFirst: True if the first connection is waited for.
    func connectorOfWatcher(
        waitsAtFirst: Bool = true
    ) -> (String) throws(SystemError) -> Descriptor {
        var isFirst = waitsAtFirst
        var pending: BridgeConnector?
        return { [self] (_) throws(SystemError) in
            if isFirst {
                let socket = try connect()
                isFirst = false
                return socket
            }
            return try reconnect(&pending)
        }
    }

    private func reconnect(_ pending: inout BridgeConnector?) throws(SystemError) -> Descriptor {
        guard let connector = pending else {
            // A connection under way is neither done nor failed.
            if let lastStart, time.ownBoottime - lastStart < pause {
                throw SystemError(EINPROGRESS)
            }
            pending = try start(isAttended: false)
            throw SystemError(EINPROGRESS)
        }
        let hasGreeted: Bool
        do { hasGreeted = try connector.hasGreeting(time) } catch {
            explain(connector, error, isFirst: false)
            pending = nil
            throw error
        }
        guard hasGreeted else { throw SystemError(EINPROGRESS) }
        pending = nil
        recordSuccess()
        return connector.socket
    }

    /// Records a connection that works: the bridge greets once the daemon has accepted it.
    private func recordSuccess() {
        failure = nil
        (pause, nextPause) = (Self.shortestPause, Self.shortestPause)
    }

    private func lengthenPause() {
        pause = nextPause
        nextPause = min(nextPause * 2, Self.longestPause)
    }

    private func start(isAttended: Bool) throws(SystemError) -> BridgeConnector {
        endUnused()
        let isFirst = lastStart == nil
        let now = time.ownBoottime
        lastStart = now
        do {
            let connector = try BridgeConnector(
                command.arguments(isAttended: isAttended, isFirst: isFirst),
                deadline: isAttended ? nil : now + Self.timeout)
            connectors.append(connector)
            return connector
        } catch {
            failure =
                error.code == ENOENT
                ? tr(
                    "cannot run %1$@: %2$@ (Debian has it in openssh-client)", command.program,
                    error)
                : tr("cannot run %1$@: %2$@", command.program, error)
            lengthenPause()
            throw error
        }
    }

    /// Ends the programs of connections that are no longer held: on a dead network, ssh would stay
    /// for a long time.
    private func endUnused() {
        connectors.removeAll { connector in
            connector.isUnused && connector.end()
        }
    }

    private func text(_ end: SpawnedProcess.End) -> String {
        switch end {
        case .exited(let status):
            tr("%1$@ ended with status %2$@, without a message", command.program, status)
        case .killed(let signal):
            tr("%1$@ was ended by signal %2$@, without a message", command.program, signal)
        }
    }

    /// Records one line of what ssh has written as the reason: that of the remote program, or the
    /// last.
    ///
    /// The others are reported once.
    private func explain(_ connector: BridgeConnector, _ error: SystemError, isFirst: Bool) {
        lengthenPause()
        let (end, lines) = connector.stop()
        connectors.removeAll { $0 === connector }
        let own = "gatherctl: "
        let why = lines.lastIndex { $0.hasPrefix(own) } ?? lines.indices.last
        failure =
            why.map { index in
                let line = lines[index]
                guard line.hasPrefix(own) else { return line }
                return tr("gatherctl there: %1$@", line.dropFirst(own.count))
            } ?? text(end)
        if error.code == ETIMEDOUT {
            let seconds = Self.timeout.components.seconds
            failure = tr("%1$@ has not connected within %2$@ s", command.program, seconds)
        }
        if error.code == EPROTO { failure = tr("the program there is not gatherctl") }
        guard isFirst else { return }
        for index in lines.indices where index != why {
            try? errors.write("\(lines[index].shown)\n")
        }
    }
}

import Glibc

/// Messages of a service to the manager that started it, sd_notify(3): datagrams to the socket in
/// `$NOTIFY_SOCKET`, for programs that do not link libsystemd just for this.
public struct ServiceNotification: Sendable {
    /// The interval at which the manager wants to know that the service is alive; nil for never,
    /// sd_watchdog_enabled(3).
    public let watchdog: Duration?

    private let path: String?

    /// Reads the variables.
    ///
    /// - Parameter processID: The process for which the watchdog must be meant.
    public init(_ environment: Environment, processID: Int32) {
        path = environment["NOTIFY_SOCKET"]
        let isMeant = environment["WATCHDOG_PID"].map { $0 == "\(processID)" } ?? true
        let interval = environment["WATCHDOG_USEC"].flatMap(Int64.init)
        watchdog = isMeant ? interval.flatMap { $0 > 0 ? .microseconds($0) : nil } : nil
    }

    /// Reports that the service is ready.
    public func ready(status: String) { send("READY=1\n\(Self.line(status))") }

    /// Reports its status, in one line.
    public func status(_ text: String) { send(Self.line(text)) }

    /// Reports that it is alive.
    public func alive() { send("WATCHDOG=1") }

    /// Reports that it has begun to stop.
    public func stopping() { send("STOPPING=1") }

    /// Returns a text as a status, without line breaks, which would begin another field.
    private static func line(_ text: String) -> String {
        "STATUS=" + String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ state: String) {
        guard let path else { return }
        // A manager that cannot be reached is no problem of those who look at a match, and it is
        // not waited for.
        try? UnixSocket.sendDatagram(Array(state.utf8), to: path)
    }
}

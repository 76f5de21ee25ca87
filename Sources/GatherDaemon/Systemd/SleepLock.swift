import CSystemd
import Dispatch
import Glibc
import LinuxIO

/// Keeps the machine awake while a countdown runs.
protocol SleepLock: Sendable {
    /// Sets whether the machine is to stay awake from now on.
    func hold(_ isWanted: Bool)
}

/// The locks of logind against sleep and idleness, org.freedesktop.login1(5).
///
/// Each is taken separately: for both in one, logind 252 asks polkit for an unrelated right.
///
/// The bus may be slow, and the match does not wait for it: it is called on a separate queue. If it
/// refuses, or there is none, that is logged once, and it is not called again.
final class SystemdSleepLock: SleepLock {
    /// The time to wait for an answer of logind, in microseconds.
    private static let timeout: UInt64 = 5_000_000

    private struct State {
        var isWanted = false
        var isRefused = false
        var hasComplained = false
        var locks: [Descriptor] = []
    }

    private let log: any Log
    private let queue = DispatchQueue(label: "gatherd.sleep")
    private let state = Lock(State())

    /// Makes a lock that is not held.
    init(log: any Log) {
        self.log = log
    }

    func hold(_ isWanted: Bool) {
        let isNew = state.withLock { state in
            defer { state.isWanted = isWanted }
            return state.isWanted != isWanted
        }
        if isNew { queue.async { [self] in follow() } }
    }

    /// Acquires or releases the lock, according to the present wish.
    private func follow() {
        let isMissing = state.withLock { state in
            if !state.isWanted { state.locks = [] }
            return state.isWanted && state.locks.isEmpty && !state.isRefused
        }
        guard isMissing else { return }
        do {
            let locks = try ["sleep", "idle"].map(Self.take)
            state.withLock { $0.locks = $0.isWanted ? locks : [] }
        } catch {
            // A timeout is no refusal: the next countdown tries again.
            let isFirst = state.withLock { state in
                if !error.isTimeout { state.isRefused = true }
                defer { state.hasComplained = true }
                return !state.hasComplained
            }
            guard isFirst else { return }
            log.write(.notice, "cannot keep the machine awake during a match: \(error)")
        }
    }

    /// Takes a lock, which is held while its descriptor is open.
    private static func take(_ what: String) throws(Refusal) -> Descriptor {
        var bus: OpaquePointer?
        try checked("there is no system bus", sd_bus_open_system(&bus))
        defer { sd_bus_flush_close_unref(bus) }
        var call: OpaquePointer?
        try checked(
            "no call",
            sd_bus_message_new_method_call(
                bus, &call, "org.freedesktop.login1", "/org/freedesktop/login1",
                "org.freedesktop.login1.Manager", "Inhibit"))
        defer { sd_bus_message_unref(call) }
        for argument in [what, "gatherd", "A match is being timed", "block"] {
            let string = CChar(bitPattern: UInt8(ascii: "s"))
            try checked("no call", sd_bus_message_append_basic(call, string, argument))
        }
        var failure = sd_bus_error()
        defer { sd_bus_error_free(&failure) }
        var reply: OpaquePointer?
        let result = sd_bus_call(bus, call, timeout, &failure, &reply)
        defer { sd_bus_message_unref(reply) }
        guard result >= 0 else {
            let text = failure.message.map { String(cString: $0) }
            throw Refusal(
                description: "logind: \(text ?? SystemError(-result).description)",
                isTimeout: result == -ETIMEDOUT)
        }
        var number: Int32 = -1
        let descriptor = CChar(bitPattern: UInt8(ascii: "h"))
        try checked("logind gave no lock", sd_bus_message_read_basic(reply, descriptor, &number))
        // The reply's descriptor is closed with the reply, so it is duplicated.
        number = fcntl(number, F_DUPFD_CLOEXEC, 3)
        guard number >= 0 else { throw Refusal(description: SystemError(errno).description) }
        return Descriptor(owning: number)
    }

    private static func checked(_ what: String, _ result: Int32) throws(Refusal) {
        guard result < 0 else { return }
        throw Refusal(description: "\(what): \(SystemError(-result))")
    }

    private struct Refusal: Error, CustomStringConvertible {
        let description: String
        var isTimeout = false
    }
}

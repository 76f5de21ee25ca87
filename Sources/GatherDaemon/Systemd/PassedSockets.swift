import CSystemd
import Glibc
import LinuxIO

/// The sockets passed to the process at its start, sd_listen_fds(3).
enum PassedSockets {
    /// The name of our sockets, FileDescriptorName= of systemd.socket(5).
    private static let ownName = "varlink"

    /// Takes the sockets passed as `varlink`: listeners and connections.
    ///
    /// Descriptors with other names are a configuration mistake, and are ignored.
    ///
    /// - Throws: A ``StartFailure`` if one cannot be used.
    static func take(log: any Log) throws(StartFailure) -> [Descriptor] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        guard count >= 0 else {
            throw StartFailure(
                description: "cannot use the sockets that were passed: \(SystemError(-count))")
        }
        defer { release(names, count: Int(count)) }
        var sockets: [Descriptor] = []
        for index in 0..<Int(count) {
            let number = SD_LISTEN_FDS_START + Int32(index)
            let name = names?[index].map { String(cString: $0) } ?? ""
            guard name == ownName else {
                log.write(
                    .warning,
                    "descriptor \(number) was passed as '\(name)' and not as '\(ownName)' "
                        + "(FileDescriptorName=), ignoring")
                continue
            }
            sockets.append(try socket(number))
        }
        return sockets
    }

    private static func socket(_ number: Int32) throws(StartFailure) -> Descriptor {
        let socket = Descriptor(owning: number)
        let reason: String
        if sd_is_socket_unix(number, Int32(SOCK_STREAM.rawValue), -1, nil, 0) <= 0 {
            reason = "it is no stream socket of the Unix domain"
        } else if UnixSocket.isListener(socket) || UnixSocket.hasPeer(socket) {
            return socket
        } else {
            reason = "it neither listens nor is connected"
        }
        throw StartFailure(
            description:
                "cannot use descriptor \(number), which was passed as '\(ownName)': \(reason)")
    }

    private static func release(
        _ names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, count: Int
    ) {
        for index in 0..<count { free(names?[index]) }
        free(names)
    }
}

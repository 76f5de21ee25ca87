import Dispatch
import Glibc
import LinuxIO

/// Standard input as it moves the clock of a match that is played again; the daemon ends with it.
///
/// A line such as `stand 1234` has the clock show 1234 microseconds since the boot and stand there,
/// and `run 1234` has it run on from there, or from later if it is later already. Each is answered
/// by a line, as the start is.
final class ClockInput: Sendable {
    private let clock: MovedClock
    private let daemon: Daemon
    private let input: Descriptor
    private let output: Descriptor

    private static let longestLine = 64

    /// Makes the input of a daemon.
    init(_ clock: MovedClock, of daemon: Daemon) throws(SystemError) {
        (self.clock, self.daemon) = (clock, daemon)
        input = try Descriptor(duplicating: STDIN_FILENO)
        output = try Descriptor(duplicating: STDOUT_FILENO)
    }

    /// Checks that no match of people can get such a clock.
    ///
    /// - Throws: A ``StartFailure`` if there is a match already, or a socket for everybody.
    static func check(_ options: Options) throws(StartFailure) {
        let isKept = Files.exists("\(options.stateDirectory)/gather.db")
        guard !isKept, getenv("LISTEN_FDS") == nil else {
            throw StartFailure(
                description: "cannot move the clock: "
                    + (isKept
                        ? "\(options.stateDirectory) has matches" : "a service has a socket"),
                status: ExitStatus.usage)
        }
    }

    /// Follows the lines on another thread.
    func start() {
        DispatchQueue(label: "gatherd.clock").async { [self] in
            answer()
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: Self.longestLine)
            while let count = try? input.read(into: &buffer), count > 0 {
                bytes += buffer[..<count]
                while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                    follow(String(decoding: bytes[..<end], as: UTF8.self))
                    bytes.removeSubrange(...end)
                    answer()
                }
                guard bytes.count < Self.longestLine else { break }
            }
            // Whoever moved the clock has ended.
            kill(getpid(), SIGTERM)
        }
    }

    private func follow(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 2, let microseconds = Int(words[1]) else { return }
        let stands = words[0] == "stand"
        clock.move(to: .microseconds(microseconds), standing: stands)
        // What is done while it stands is shown as it is done.
        if !stands { daemon.server.sync { $0.display.clockMoved() } }
    }

    private func answer() { _ = try? output.write([UInt8(ascii: "\n")]) }
}

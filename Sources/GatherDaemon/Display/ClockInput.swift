import Dispatch
import Glibc
import LinuxIO

/// The control of the clock of a match that is played again, by lines on standard input.
///
/// `stand 1234` sets the clock to 1,234 microseconds since the boot and stops it there; `run 1234`
/// makes it run on from there. The clock never goes back: an earlier time counts as the present
/// one. The daemon writes an empty line at its start and after each line that it has read, and it
/// ends when standard input ends.
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
        // While the clock stands, each command publishes its own effect.
        if !stands { daemon.server.sync { $0.display.clockMoved() } }
    }

    private func answer() { _ = try? output.write([UInt8(ascii: "\n")]) }
}

import LinuxIO
import Varlink

/// The parameters of each message, an object a line.
struct JSONView: WatchView {
    /// Where the objects go.
    let output: Output
    /// Where it is said that the daemon is lost.
    let errors: Output
    /// The socket of the daemon.
    let path: String

    /// The daemon has not told them.
    func wantsSeconds(_ state: WatchState) -> Bool { false }

    /// Writes what the daemon said, and elsewhere that it says nothing any more.
    func show(
        _ event: WatchEvent, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        switch event {
        case .message(let message):
            let json = JSONValue.object(message.parameters).printableText(isPretty: false)
            try output.write(json + "\n")
        case .loss:
            try errors.write("gatherctl: STALE: lost gatherd at \(path.shown)\n")
        case .second: break
        }
    }
}

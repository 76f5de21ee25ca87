import GatherAPI
import LinuxIO

/// The bell of a terminal, which is rung when time is up.
struct Bell {
    private let terminal: Output

    init(_ streams: Streams) throws(Failure) {
        guard let terminal = [streams.output, streams.errors].first(where: { $0.isTerminal }) else {
            throw Failure(
                .usage, "cannot ring the bell: there is no terminal on standard output or error",
                hint: "'gatherctl on timeUp -- COMMAND' runs what makes a sound")
        }
        self.terminal = terminal
    }

    /// Rings if time is up just now.
    func ring(_ events: [MatchEvent]) throws(Failure) {
        // Where the output is stopped it would come late, and have all else wait for it.
        guard events.contains(where: { $0.kind == .timeUp && !$0.isLate }), terminal.hasRoom else {
            return
        }
        try terminal.write([0x07])
    }
}

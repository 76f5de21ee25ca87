/// The bell of a terminal, which rings when time is up.
struct Bell {
    private let terminal: Output

    init(_ streams: Streams) throws(Failure) {
        guard let terminal = [streams.output, streams.errors].first(where: { $0.isTerminal }) else {
            throw Failure(
                .usage,
                tr("cannot ring the bell: there is no terminal on standard output or error"),
                hint: tr("'gatherctl on timeUp -- COMMAND' runs a command that makes a sound"))
        }
        self.terminal = terminal
    }

    /// Rings if time is up at this moment.
    func ring(_ events: [MatchEvent]) throws(Failure) {
        // On a blocked output it would ring late, and delay everything else.
        guard events.contains(where: { $0.kind == .timeUp && !$0.isLate }), terminal.hasRoom else {
            return
        }
        try terminal.write([0x07])
    }
}

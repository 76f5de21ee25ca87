import LinuxIO

/// Files for other displays, such as OBS or an LED wall.
struct FileView: WatchView {
    private let files: ScoreFiles
    private let errors: Output
    private let isLasting: Bool
    private var problem: ScoreFiles.Problem?

    /// Makes a view that writes into a directory.
    ///
    /// - Parameters:
    ///   - isLasting: True if it continues after a problem, and retries.
    ///   - isTold: True if it reports what it does.
    init(in directory: String, errors: Output, isLasting: Bool, isTold: Bool) throws(Failure) {
        self.errors = errors
        self.isLasting = isLasting
        files = ScoreFiles(in: directory, names: ScorePresenter.names)
        do { try files.open() } catch {
            var failure = Self.failure(error)
            if !Files.exists(directory) { failure.hint = "make it with 'mkdir -p \(directory)'" }
            throw failure
        }
        guard isLasting, isTold, errors.isTerminal else { return }
        let names = ScorePresenter.names.joined(separator: ", ")
        try errors.write("writing to \(directory.shown), until ^C: \(names)\n")
    }

    var retryDelay: Duration? { problem == nil ? nil : .seconds(1) }

    var isOutput: Bool { false }

    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        // The files of an earlier writer are closer to the truth than nothing.
        guard state.hasHeard else { return }
        do {
            try files.write(ScorePresenter.files(state, at: now))
            if problem != nil { say("gatherctl: the files are written again\n") }
            problem = nil
        } catch {
            guard isLasting else { throw Self.failure(error) }
            if error.cause != problem?.cause {
                say("gatherctl: \(Self.text(error)); trying again\n")
            }
            problem = error
        }
    }

    private func say(_ text: String) {
        // Standard error may have no reader.
        try? errors.write(text)
    }

    private static func text(_ problem: ScoreFiles.Problem) -> String {
        "cannot write '\(problem.path.shown)': \(problem.cause)"
    }

    private static func failure(_ problem: ScoreFiles.Problem) -> Failure {
        Failure(.refused, text(problem))
    }
}

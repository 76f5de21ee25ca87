import GatherAPI
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
    ///   - isVerbose: True if it reports what it does.
    init(in directory: String, errors: Output, isLasting: Bool, isVerbose: Bool) throws(Failure) {
        self.errors = errors
        self.isLasting = isLasting
        files = ScoreFiles(in: directory, names: ScorePresenter.names)
        do { try files.open() } catch {
            var failure = Self.failure(error)
            if !Files.exists(directory) {
                failure.hint = tr("make it with 'mkdir -p %1$@'", directory)
            }
            throw failure
        }
        guard isLasting, isVerbose, errors.isTerminal else { return }
        let names = ScorePresenter.names.joined(separator: ", ")
        try errors.write(tr("writing to %1$@, until ^C: %2$@", directory.shown, names) + "\n")
    }

    var retryDelay: Duration? { problem == nil ? nil : .seconds(1) }

    var isOutput: Bool { false }

    func needsEvents(of gather: GatherSnapshot) -> Bool { gather.latestGoal != nil }

    mutating func show(
        _ event: Subscription.Event, _ state: WatchState, at now: ClockReading
    ) throws(Failure) {
        // The files of an earlier writer are closer to the truth than nothing.
        guard state.isKnown else { return }
        do {
            try files.write(ScorePresenter.files(state, at: now))
            if problem != nil { report(tr("the files are written again")) }
            problem = nil
        } catch {
            guard isLasting else { throw Self.failure(error) }
            if error.cause != problem?.cause {
                report(tr("cannot write '%1$@': %2$@; retrying", error.path.shown, error.cause))
            }
            problem = error
        }
    }

    private func report(_ text: String) { errors.offer("gatherctl: \(text)\n") }

    private static func failure(_ problem: ScoreFiles.Problem) -> Failure {
        Failure(.refused, tr("cannot write '%1$@': %2$@", problem.path.shown, problem.cause))
    }
}

import GatherAPI

/// The part of `end --wait` after the end: requests that the result is sent, and waits for the
/// outcome.
struct OutcomeCommand {
    /// The context in which it runs.
    let context: Context

    private let failure = tr("cannot wait for the result: %1$@")

    /// Waits until the server has the result, or the user has to act.
    ///
    /// - Throws: A ``Failure`` if the result cannot be sent without the user.
    func run() throws(Failure) {
        let reply = try context.query(GatherMethod.Get().call, failure: failure)
        guard let gather = try context.state(reply).gather else { return }
        let call = AccountMethod.Submit(ids: [gather.id])
        _ = try context.query(call.call, failure: tr("cannot send the result: %1$@"))
        try wait(for: gather.id)
    }

    private func wait(for id: String) throws(Failure) {
        let watch = Subscription(context, failure: failure, ticks: false)
        var isWaiting = false
        while true {
            let turn = try watch.wait(orLossOf: context.streams.output.descriptor)
            if turn.isOutputLost { throw .outputClosed }
            for (event, state) in turn.updates {
                guard case .message = event, let gather = state.gather else { continue }
                guard gather.id == id else {
                    // Messages report only the newest gather, so nothing more comes about this one.
                    throw Failure(
                        .refused, failure,
                        cause: tr(
                            """
                            another match was opened; 'gatherctl submissions' lists the results \
                            that are not sent yet
                            """))
                }
                let now = context.time.now()
                let line =
                    SubmissionPresenter.line(gather.submission, at: now) ?? tr("nothing is sent")
                switch gather.submission?.state {
                case .sent: return try context.say([line])
                case .held, .sending: break
                case .waiting:
                    let hasFailed = gather.submission?.lastError != nil
                    if hasFailed, !isWaiting { try context.note(line) }
                    isWaiting = isWaiting || hasFailed
                case .signInNeeded, .refused, .needsDecision, .withdrawn, .dropped, nil:
                    throw Failure(.refused, tr("cannot send the result: %1$@", line))
                }
            }
        }
    }
}

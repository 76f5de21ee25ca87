import LinuxIO

/// The parts that belong to the match's queue, which waits for the disk: plain objects that call
/// each other.
///
/// Work enters the queue from clients through ``ChangeLane`` and ``ReadingLane``, from the display
/// when time is up, from the alarms of ``GatherInteractor`` and ``SubmissionInteractor``, and from
/// the answers of servers to ``AccountInteractor``.
final class MatchParts {
    let interactor: GatherInteractor
    let results: SubmissionInteractor
    let settlement: SettlementInteractor
    let squad: SquadInteractor
    let defaults: DefaultsInteractor
    let sync: SyncInteractor
    let links: LinkInteractor
    let forgetting: ForgetInteractor
    let account: AccountInteractor
    let publisher: MatchPublisher

    /// Restores the match from a store.
    ///
    /// - Parameters:
    ///   - queue: The queue of all parts.
    ///   - account: The account for which results are sent.
    ///   - grace: The delay before a result is sent.
    ///   - published: The copy of the squad for readers.
    ///   - formats: The formats in files.
    ///   - show: Sends a state to the display.
    init(
        queue: SerialQueue, clock: any MachineClock, store: EventStore,
        account: AccountInteractor, submitAfter grace: Duration, sleepLock: any SleepLock,
        log: any Log, published: PublishedSquad, formats: FormatFiles,
        show: @escaping (MatchUpdate) -> Void
    ) throws(StoreError) {
        let match = try CurrentMatch(store: store, queue: queue, clock: clock, log: log)
        let roster = try SquadRoster(store: store)
        let submissions = SubmissionQueue(store: store, roster: roster, grace: grace, log: log)
        self.account = account
        defaults = try DefaultsInteractor(
            clock: clock, match: match, roster: roster, formats: formats, log: log)
        publisher = MatchPublisher(
            match: match, submissions: submissions, roster: roster, defaults: defaults,
            account: account, clock: clock, published: published, show: show)
        results = SubmissionInteractor(
            queue: queue, clock: clock, match: match, submissions: submissions, roster: roster,
            account: account, publisher: publisher, log: log)
        settlement = SettlementInteractor(
            clock: clock, match: match, submissions: submissions, roster: roster, account: account,
            results: results)
        squad = SquadInteractor(
            clock: clock, match: match, account: account, log: log, roster: roster)
        sync = SyncInteractor(
            squad: squad, match: match, submissions: submissions, account: account,
            results: results)
        links = LinkInteractor(
            squad: squad, sync: sync, submissions: submissions, account: account,
            results: results)
        forgetting = ForgetInteractor(
            squad: squad, match: match, defaults: defaults, submissions: submissions,
            results: results, publisher: publisher, log: log)
        interactor = GatherInteractor(
            queue: queue, clock: clock, match: match, submissions: submissions, roster: roster,
            defaults: defaults, account: account, results: results, publisher: publisher,
            formats: formats, sleepLock: sleepLock, log: log)
    }

    /// Closes all parts; nothing more is sent, received or stored.
    func close() {
        results.close()
        account.close()
        interactor.close()
    }
}

import GatherAPI
import GatherCore
import LinuxIO

/// What belongs to the match's queue, which waits for the disk: plain objects that call each other.
///
/// The queue is entered by ``ChangeLane`` and ``ReadingLane`` with the work of clients, by the
/// display when time is up, by the alarms of ``GatherInteractor`` and ``SubmissionInteractor``, and
/// by the answers of servers to ``AccountInteractor``.
final class MatchParts {
    let interactor: GatherInteractor
    let results: SubmissionInteractor
    let settlement: SettlementInteractor
    let squad: SquadInteractor
    let sync: SyncInteractor
    let links: LinkInteractor
    let account: AccountInteractor
    let publisher: MatchPublisher

    /// Restores the match that a store has.
    ///
    /// - Parameters:
    ///   - queue: The queue of all parts.
    ///   - account: The account that results are sent for.
    ///   - grace: How long a result waits before it is sent.
    ///   - shelf: Where the squad is for those who only look.
    ///   - show: Hands a state to the display.
    init(
        queue: SerialQueue, clock: any MachineClock, store: EventStore,
        account: AccountInteractor, submitAfter grace: Duration, sleepLock: any SleepLock,
        log: any Log, shelf: SquadShelf, show: @escaping (MatchUpdate) -> Void
    ) throws(StoreError) {
        let match = try CurrentMatch(store: store, queue: queue, clock: clock, log: log)
        let book = try SquadBook(store: store)
        let submissions = SubmissionQueue(store: store, book: book, grace: grace, log: log)
        self.account = account
        publisher = MatchPublisher(
            match: match, submissions: submissions, book: book, account: account, clock: clock,
            shelf: shelf, show: show)
        results = SubmissionInteractor(
            queue: queue, clock: clock, match: match, submissions: submissions, book: book,
            account: account, publisher: publisher, log: log)
        settlement = SettlementInteractor(
            clock: clock, match: match, submissions: submissions, book: book, account: account,
            results: results)
        squad = SquadInteractor(clock: clock, match: match, account: account, log: log, book: book)
        sync = SyncInteractor(
            squad: squad, match: match, submissions: submissions, account: account,
            results: results)
        links = LinkInteractor(
            squad: squad, sync: sync, submissions: submissions, account: account,
            results: results)
        interactor = GatherInteractor(
            queue: queue, clock: clock, match: match, submissions: submissions, book: book,
            account: account, results: results, publisher: publisher, sleepLock: sleepLock,
            log: log)
    }

    /// Ends it: nothing is asked, taken in or stored any more.
    func close() {
        results.close()
        account.close()
        interactor.close()
    }
}

import LinuxIO

extension Assembly {
    /// Makes the service of a club, at its sockets.
    static func club(
        _ setup: Setup, _ environment: Environment, queue: SerialQueue, _ log: ServiceLog
    ) throws -> ClubService {
        let file = try RecordFile<ClubRecord>(
            in: try setup.stateDirectory(), named: "club", role: "reads the club", log: log)
        let club = Club(
            ClubTopics(prefix: setup.topics.prefix), setup.broker, order: setup.tableOrder,
            file: file, queue: queue, clock: try SystemClock(), log: log)
        let (sockets, socketFile) = try PassedDescriptors.listening(
            at: setup.clubSocket, environment, program: "gather-club", option: "--serve")
        let service = ClubService(club, ClubAccess(), socketFile: socketFile, queue: queue)
        for socket in sockets { try service.serve(socket) }
        return service
    }
}

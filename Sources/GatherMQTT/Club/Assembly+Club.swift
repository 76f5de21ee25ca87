import Glibc
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
        let (sockets, socketFile) = try clubSocket(setup, environment)
        let service = ClubService(club, ClubAccess(), socketFile: socketFile, queue: queue)
        for socket in sockets { try service.serve(socket) }
        return service
    }

    /// Returns the sockets that were passed, or one at a path.
    private static func clubSocket(
        _ setup: Setup, _ environment: Environment
    ) throws -> (sockets: [Descriptor], file: SocketFile?) {
        let passed = PassedDescriptors.numbers(named: "varlink", environment, processID: getpid())
        if !passed.isEmpty { return (passed.map(Descriptor.init(owning:)), nil) }
        guard let path = setup.clubSocket else {
            throw OptionError(message: "no home directory is known: say --serve PATH")
        }
        var file = SocketFile(path: path, program: "gather-club")
        return ([try file.listen()], file)
    }
}

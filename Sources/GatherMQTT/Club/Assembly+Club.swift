import Glibc
import LinuxIO

extension Assembly {
    /// Reads a club and serves it until the program is stopped.
    static func serveClub(
        _ setup: Setup, _ environment: Environment, _ log: ServiceLog
    ) throws -> Never {
        let ends = try ServiceProgram.endSignals(of: "gather-mqtt")
        let notification = ServiceNotification(environment, processID: getpid())
        let file = try RecordFile<ClubRecord>(
            in: try setup.stateDirectory(), named: "club", role: "reads the club", log: log)
        let clock = try SystemClock()
        let owner = QueueOwner<Parts>(label: "gather-mqtt")
        try owner.begin {
            let club = Club(
                ClubTopics(prefix: setup.topics.prefix), setup.broker, order: setup.tableOrder,
                file: file, queue: owner.queue, clock: clock, log: log)
            let service = ClubService(club, ClubAccess(), queue: owner.queue)
            let control = try clubSocket(setup, environment)
            for socket in control.sockets { try service.serve(socket) }
            club.begin()
            let report = ServiceReport(notification, queue: owner.queue) { club.status }
            return Parts(club: club, service: service, report: report, socketFile: control.file)
        }
        ends.wait()
        notification.stopping()
        owner.sync {
            $0.club.end()
            $0.socketFile?.remove()
        }
        exit(0)
    }

    /// The objects of the queue.
    private struct Parts {
        let club: Club
        let service: ClubService
        let report: ServiceReport
        let socketFile: SocketFile?
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

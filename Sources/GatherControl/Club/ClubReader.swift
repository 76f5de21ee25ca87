import GatherAPI
import LinuxIO
import Varlink

extension OtherService {
    /// Makes the service of gather-mqtt at the socket at which it serves a club.
    static func club(
        _ context: Context, _ path: String?, _ failure: String
    ) throws(Failure) -> OtherService {
        // Not translated: an option.
        let serving = path.map { " --serve \(ShellWord.of($0, plain: .letters))" } ?? ""

        return try OtherService(
            context, failure, program: "gather-mqtt", path: path,
            own: StandardPaths.clubSocket(context.program.environment),
            system: StandardPaths.systemClubSocket,
            // Not translated: a command.
            starts: ("gather-club", "gather-mqtt --club\(serving) --broker HOST")
        ) { reply in
            switch ClubError(reply) {
            case .noSuchFixture?: tr("there is no such fixture")
            case .noSuchGroup?: tr("there is no such group")
            case .listTooLong?: tr("there are too many fixtures, or their names are too long")
            case .invalidFixture(let index, let field, let problem)?:
                tr("fixture %1$@: %2$@", index + 1, FixturePresenter.text(problem, of: field))
            case .storageFailed(let reason)?: tr("it could not be written: %1$@", reason)
            case nil: nil
            }
        }
    }
}

extension Option {
    /// The socket at which a club is served.
    static let club = Option(
        "club", tr("the socket of gather-mqtt --club"), takes: "PATH", completes: .files)
}

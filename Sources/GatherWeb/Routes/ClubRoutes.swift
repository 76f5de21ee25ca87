import GatherAPI
import LinuxIO
import Varlink

/// The endpoints about the club that gather-mqtt serves on this machine.
final class ClubRoutes {
    private typealias Table = ClubMethod.GetTable.Reply
    private typealias Pitches = ClubMethod.GetPitches.Reply

    private let queue: SerialQueue
    private let standings: SharedReply<Table>
    private let state: SharedReply<Pitches>

    init(_ socket: ClubSocket, queue: SerialQueue, clock: any MachineClock) {
        self.queue = queue
        standings = SharedReply(ClubMethod.GetTable().call, socket, clock: clock)
        state = SharedReply(ClubMethod.GetPitches().call, socket, clock: clock)
    }

    /// Answers with the tables of all groups, or of one.
    func table(_ request: HTTPRequest, _ answer: @escaping (HTTPResponse) -> Void) {
        let group = request.arguments["group"] ?? ""
        standings.get { outcome in
            guard !group.isEmpty, case .success(var table) = outcome.result else {
                return answer(Self.answer(outcome))
            }
            table.groups = table.groups.filter { $0.$group == group }
            guard !table.groups.isEmpty else {
                return answer(APIAnswer.error(404, "NoSuchGroup", tr("there is no such group")))
            }
            answer(APIAnswer.json(table.fields))
        }
    }

    /// Answers with all pitches of the club.
    func pitches(_ answer: @escaping (HTTPResponse) -> Void) {
        state.get { answer(Self.answer($0)) }
    }

    /// Gives the title of the page with the table.
    func title(in language: PageLanguage, _ completion: @escaping (PageTitle?) -> Void) {
        let first = FirstOf(completion)
        queue.later(after: Limits.titleWait) { first.complete(nil) }
        standings.get { outcome in
            let table = try? outcome.result.get()
            first.complete(table.map { PageTitle($0.groups, in: language) })
        }
    }

    private static func answer<Value>(_ outcome: SharedReply<Value>.Outcome) -> HTTPResponse {
        switch outcome.result {
        case .success:
            let headers = [("Content-Type", "application/json"), ("Cache-Control", "no-store")]
            return HTTPResponse(200, headers: headers, body: .kept(outcome.body))
        case .failure(.none):
            return APIAnswer.error(
                503, "NoClub",
                tr("no club is served on this machine: gather-mqtt --club does that"))
        case .failure(.unreachable):
            return APIAnswer.error(
                503, "Unreachable",
                tr("the club does not answer: gather-mqtt --club is not running"))
        case .failure(.refused(let error)):
            return APIAnswer.error(502, error, tr("the club refuses this"))
        case .failure(.nonsense):
            return APIAnswer.error(502, "Nonsense", tr("the answer of the club makes no sense"))
        }
    }
}

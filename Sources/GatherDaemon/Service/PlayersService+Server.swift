import GatherAPI
import GatherCore
import Varlink

/// The calls that are about the players of a server.
extension PlayersService {
    /// Answers `Sync`.
    func sync(_ given: PlayersMethod.Sync) throws -> Answer {
        let (isDry, decisions) = (given.dryRun, given.decisions ?? [])
        guard decisions.count <= 2 * Limits.squad else {
            throw VarlinkError.invalidParameter("decisions")
        }
        return later { gathers, done throws(PlayersError) in
            try gathers.sync(isDry: isDry, decisions, done: done)
        } reply: { steps in
            PlayersMethod.Sync.Reply(steps: steps).reply
        }
    }

    /// Answers `Link`.
    func link(_ call: Call) throws -> Answer {
        let given = try PlayersMethod.Link(call)
        let request = try Self.request(of: call)
        return later(request?.id) { gathers, done throws(PlayersError) in
            try gathers.link(given.id, with: given.remoteID, request: request, done: done)
        } reply: { change in
            change.map(Self.reply) ?? VarlinkError.invalidParameter("requestId").reply
        }
    }

    /// Answers `Unlink`.
    func unlink(_ call: Call) throws -> Answer {
        let id = try PlayersMethod.Unlink(call).id
        let request = try Self.request(of: call)
        return change(request) { gathers throws(PlayersError) in
            try gathers.unlink(id, request: request)
        }
    }

    /// An answer that takes a server.
    private func later<Value: Sendable>(
        _ requestID: String? = nil,
        _ begin:
            @escaping @Sendable (
                isolated GatherInteractor, @escaping @Sendable (Result<Value, PlayersError>) -> Void
            ) throws(PlayersError) -> Void,
        reply present: @escaping @Sendable (Value) -> Reply
    ) -> Answer {
        let interactor = interactor
        return .change(
            MatchWork(requestID: requestID, refusal: Self.refusal) { reply in
                let done: @Sendable (Result<Value, PlayersError>) -> Void = { result in
                    reply(
                        interactor.answer { _ throws(PlayersError) in
                            present(try result.get())
                        } failure: {
                            $0.reply
                        })
                }
                let begun = interactor.assumeIsolated { interactor in
                    Result { () throws(PlayersError) in try begin(interactor, done) }
                }
                if case .failure(let error) = begun { reply(error.reply) }
            })
    }
}

import GatherAPI
import Varlink

/// Asks the daemon for the history, page by page.
struct HistoryReader {
    let context: Context

    /// What it is for, such as `list the gathers`.
    let task: String

    /// The most that the daemon gives at once, of gathers as of events.
    static let longestPage = InterfaceLimits.historyPage

    /// So many events of a gather are read at most.
    var mostEvents = PageTrail.most

    /// Gives page after page of the gathers, newest first, at least one, for as long as that is
    /// wanted.
    ///
    /// - Parameters:
    ///   - limit: How many gathers to ask for, by how many there were so far.
    ///   - body: Takes a page, and says whether more is wanted.
    func eachPage(
        limit: (_ count: Int) -> Int, _ body: (GatherPage) throws(Failure) -> Bool
    ) throws(Failure) {
        var pages = PageTrail()
        while true {
            let most = limit(pages.count)
            let page = try gathers(before: pages.last, limit: most)
            guard page.gathers.count <= most, pages.add(page.gathers.map(\.id)) else {
                throw endless
            }
            guard try body(page), !page.isLast else { return }
        }
    }

    /// Some of the gathers, newest first.
    ///
    /// - Parameter id: Only those opened before the gather with this ID.
    private func gathers(before id: String?, limit: Int) throws(Failure) -> GatherPage {
        let call = HistoryMethod.List(limit: limit, before: id).call
        let reply = try context.query(call, task: task)
        let gathers = try context.read(reply, HistoryMethod.List.self).gathers
        return GatherPage(reply: reply.parameters, gathers: gathers, isLast: gathers.count < limit)
    }

    /// Gives every page of what happened in a gather from after an event on, at least one.
    func eachPage(
        of name: GatherName, after number: Int = 0,
        _ body: (TimelinePage) throws(Failure) -> Void
    ) throws(Failure) {
        var (name, number, count) = (name, number, 0)
        var id: String?
        while true {
            let page = try page(of: name, after: number)
            let numbers = [number] + page.entries.map(\.number)
            count += page.entries.count
            guard zip(numbers, numbers.dropFirst()).allSatisfy(<),
                page.entries.count <= Self.longestPage, count <= mostEvents,
                id == nil || id == page.gather.id
            else { throw endless }
            try body(page)
            guard !page.isLast, let last = page.entries.last else { return }
            // Another gather may be the newest by now.
            (name, number, id) = (.id(page.gather.id), last.number, page.gather.id)
        }
    }

    /// What is said of pages that would never end.
    private var endless: Failure {
        Failure(
            .refused,
            "cannot \(task): the answers of gatherd at \(context.socket.path) do not go on from "
                + "each other, or never end")
    }

    private func page(of name: GatherName, after number: Int) throws(Failure) -> TimelinePage {
        var parameters: JSONObject = ["limit": .int(Self.longestPage)]
        if case .id(let id) = name { parameters["id"] = .string(id) }
        if number > 0 { parameters["after"] = .int(number) }
        let reply = try context.answer(Call(HistoryMethod.show.fullName, parameters), task: task)
        if name == .last, HistoryError(reply) == .noSuchGather {
            throw Failure(.refused, RefusalPresenter(task: task).nothingYet)
        }
        guard reply.error == nil else {
            throw Failure(.refused, RefusalPresenter(task: task).text(reply))
        }
        let shown = try context.read(reply, HistoryMethod.Show.self)
        return TimelinePage(
            reply: reply.parameters, gather: shown.gather, entries: shown.entries,
            teamA: shown.teamA, teamB: shown.teamB, bench: shown.bench,
            isLast: shown.entries.count < Self.longestPage)
    }
}

/// Some of the gathers of the history.
struct GatherPage {
    var reply: JSONObject
    var gathers: [GatherSummary]
    /// Whether there are no older ones.
    var isLast: Bool
}

/// Some of what happened in a gather.
struct TimelinePage {
    var reply: JSONObject
    var gather: GatherSummary
    /// What happened, oldest first.
    var entries: [TimelineEntry]
    /// Who plays, or has played, on the first side.
    var teamA: [PlayerFields]
    /// Who plays, or has played, on the second side.
    var teamB: [PlayerFields]
    /// Who was on neither.
    var bench: [PlayerFields]
    /// Whether nothing happened after it.
    var isLast: Bool
}

extension TimelinePage {
    /// Who is on which side.
    var sides: Sides {
        Sides(
            teamAName: gather.teamAName, teamBName: gather.teamBName, teamA: teamA, teamB: teamB,
            bench: bench
        )
    }
}

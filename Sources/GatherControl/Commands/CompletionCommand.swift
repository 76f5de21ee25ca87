import GatherAPI
import LinuxIO
import Varlink

/// `__complete`: prints the values that fit at a place of the command line, for shells.
///
/// A line has a value and, after a tab, its description. A line that begins with `@` makes the
/// shell complete by itself: `@files`, `@directories` or `@programs`. Any error results in no
/// values and no message, as the user is in the middle of a command line.
struct CompletionCommand {
    /// A value with its description.
    struct Offer: Equatable {
        let value: String
        var summary = ""
    }

    /// The place.
    var place: CompletionPlace
    /// The variables and the user.
    let environment: Environment
    /// Makes a context for querying the daemon that the options of the line select.
    let makeContext: (Options) throws(Failure) -> Context

    /// Returns the lines for the shell.
    func lines() -> [String] {
        switch place.wanted {
        case .options(let options):
            matching(options.map { Offer(value: "--\($0.name)", summary: $0.summary) })
        case .values(let wanted): values(wanted)
        }
    }

    private func values(_ wanted: Completion) -> [String] {
        switch wanted {
        case .none, .forms: return []
        case .choices(let values): return matching(values.map { Offer(value: $0) })
        case .files: return ["@files"]
        case .directories: return ["@directories"]
        case .programs: return ["@programs"]
        case .verbs:
            return matching(
                Verb.all.flatMap { verb in
                    verb.names.map { Offer(value: $0, summary: verb.summary) }
                })
        case .pitches: return matching(pitches.map { Offer(value: $0) })
        case .hosts: return matching(hosts.map { Offer(value: $0) })
        case .sides: return sides
        case .scorers: return teamPlayers ?? []
        case .substitutes: return teamPlayers ?? players
        case .players: return players
        case .listedPlayers:
            var last = self
            last.place = place.ofLastElement
            return last.players
        case .gathers: return matching([Offer(value: GatherName.wordOfLast)] + gathers)
        case .records:
            let gathers = values(.gathers)
            return gathers.isEmpty ? ["@files"] : gathers
        case .results: return matching([Offer(value: GatherName.wordOfLast)] + results)
        case .events: return matching(events)
        case .goals: return matching(goals(withCards: false))
        case .goalsAndCards: return matching(goals(withCards: true))
        case .formats: return matching(formats { _ in true })
        case .builtInFormats: return matching(formats { $0.$path == nil })
        }
    }

    private func matching(_ offers: [Offer]) -> [String] {
        offers.filter { $0.value.hasPrefix(place.typed) }.map(line)
    }

    private func line(_ offer: Offer) -> String {
        let value = place.lead + PrintableText.line(offer.value)
        return offer.summary.isEmpty ? value : "\(value)\t\(PrintableText.line(offer.summary))"
    }

    // MARK: - This machine

    private var pitches: [String] {
        let sockets = [StandardPaths.systemSocket, environment["GATHERD_SOCKET"]]
        let runtime = environment["XDG_RUNTIME_DIR"].map { "\($0)/gatherd" }
        let directories = Set(
            sockets.compactMap { $0 }.map(Files.directory) + [runtime].compactMap { $0 })
        let names = directories.flatMap { (try? Files.names(in: $0)) ?? [] }
        let pitches = names.filter { $0.hasSuffix(".sock") }.map { String($0.dropLast(5)) }
        return Set(pitches).subtracting(["gatherd"]).sorted()
    }

    /// The names in ssh_config(5) that stand for a single host, without patterns.
    private var hosts: [String] {
        guard let home = environment["HOME"],
            let file = try? Files.open("\(home)/.ssh/config"),
            let bytes = try? file.read(Self.mostConfiguration, at: 0)
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").flatMap { line in
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "=" }
            guard words.first?.lowercased() == "host" else { return [String]() }
            return words.dropFirst().map(String.init).filter { name in
                !name.contains { "*?!".contains($0) }
            }
        }
    }

    /// In bytes.
    private static let mostConfiguration = 65_536

    // MARK: - The daemon

    private var players: [String] {
        guard let context, let players = try? Squad(context: context, failure: "").players()
        else { return [] }
        return named(players.map { Offer(value: $0.$name, summary: "\($0.id)") })
    }

    private var sides: [String] {
        let gather = context.flatMap { try? $0.newestGather(failure: "") }
        let sides = Side.allCases.flatMap { side -> [Offer] in
            guard let team = gather?.team(side) else { return [Offer(value: side.letter)] }
            let players = team.players.map { Offer(value: $0.$name, summary: team.name) }
            return [Offer(value: side.letter, summary: team.name), Offer(value: team.$name)]
                + players
        }
        return named(sides)
    }

    /// Returns the players of the side that the word after the verb means, or with the option for
    /// own goals of the other one; nil if it means none.
    private var teamPlayers: [String]? {
        let gather = context.flatMap { try? $0.newestGather(failure: "") }
        guard let word = place.operands.dropFirst().first, let side = side(word, in: gather) else {
            return nil
        }
        let team = gather?.team(place.options.has(.ownGoal) ? side.other : side)
        return named((team?.players ?? []).map { Offer(value: $0.$name, summary: "\($0.id)") })
    }

    private func side(_ word: String, in gather: GatherSnapshot?) -> Side? {
        switch TypedSide(word) {
        case .side(let side): return side
        case .name(let name):
            guard let gather, gather.phase == .open else { return nil }
            let search = SideSearch(gather, includesPlayers: false)
            return try? search.side(name) { cause, _ in UsageError(cause) }.side
        }
    }

    /// Returns the lines for the values with a name that contains the typed text.
    private func named(_ values: [Offer]) -> [String] {
        let offers = values.map { (offer: $0, name: FoldedName($0.value)) }
        let wanted = FoldedName(place.typed)
        // Names that begin with the text take precedence over those that contain it elsewhere.
        let first = offers.filter { $0.name.letters.starts(with: wanted.letters) }
        let found = first.isEmpty ? offers.filter { $0.name.contains(wanted) } : first
        return found.map { line($0.offer) }
    }

    private var gathers: [Offer] {
        guard let context else { return [] }
        var found: [Offer] = []
        try? HistoryReader(context: context, failure: "").eachPage(limit: { _ in Self.most }) {
            (page) throws(Failure) in
            found = page.gathers.map {
                Offer(value: $0.shortID, summary: "\($0.$teamAName) \($0.score) \($0.$teamBName)")
            }
            return false
        }
        return found
    }

    private var results: [Offer] {
        let call = AccountMethod.ListResults().call
        guard let context, let reply = try? context.query(call, failure: "") else { return [] }
        return ((try? Submissions.results(reply, context)) ?? []).map {
            Offer(
                value: String($0.gatherID.prefix(8)),
                summary: "\($0.$teamAName) \($0.score) \($0.$teamBName)")
        }
    }

    private func formats(where isOffered: (FormatFields) -> Bool) -> [Offer] {
        let reply = context.flatMap { try? $0.query(GatherMethod.GetFormats().call, failure: "") }
        let found = reply.flatMap { try? GatherMethod.GetFormats.Reply($0.parameters) }
        return [Offer(value: Format.plain)]
            + (found?.formats ?? []).filter(isOffered).map { Offer(value: $0.$name) }
    }

    /// The events of the newest gather that a user caused and that were not undone, newest first.
    private var events: [Offer] {
        guard let context, let gather = try? context.newestGather(failure: "") else { return [] }
        var entries: [TimelineEntry] = []
        let first = max(gather.revision, Self.mostEvents) - Self.mostEvents
        let reader = HistoryReader(context: context, failure: "")
        try? reader.eachPage(of: .id(gather.id), after: first) {
            (page) throws(Failure) in entries += page.entries
        }
        let taken = ["undone", "redone"]
        let open = entries.filter {
            $0.undoneBy == nil && $0.operatorUID != nil && !taken.contains($0.kind)
        }
        return open.suffix(Self.most).reversed().map {
            Offer(value: "\($0.number)", summary: $0.$text)
        }
    }

    /// Returns the goals of a gather that count, and the cards that stand, newest first.
    private func goals(withCards: Bool) -> [Offer] {
        guard let context else { return [] }
        let name = place.options[.of].map(GatherName.init) ?? .last
        guard let name else { return [] }
        var entries: [TimelineEntry] = []
        try? HistoryReader(context: context, failure: "").eachPage(of: name) {
            (page) throws(Failure) in entries += page.entries
        }
        let counting = entries.filter {
            $0.goals == 1 && $0.correction == false && $0.lowered == false
                || withCards && $0.card != nil && $0.undoneBy == nil
        }
        return counting.suffix(Self.most).reversed().map { goal in
            guard goal.card == nil else {
                return Offer(value: "\(goal.number)", summary: goal.$text)
            }
            let scorer = goal.$scorer.map { ", \($0)" } ?? ""
            return Offer(
                value: "\(goal.number)", summary: (goal.standingScore ?? goal.score) + scorer)
        }
    }

    private static let most = 20

    /// The number of events among which those are looked for.
    private static let mostEvents = 60

    private var context: Context? {
        guard let options = try? Options(place.options) else { return nil }
        return try? makeContext(options)
    }
}

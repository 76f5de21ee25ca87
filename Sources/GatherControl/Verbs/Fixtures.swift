import GatherAPI
import GatherClub
import Varlink

/// `fixtures`: lists the fixtures of a club, or replaces them by those of a file.
struct Fixtures: Command {
    static let verb = Verb(
        name: "fixtures", arguments: "[import FILE|-]",
        summary: tr("list the fixtures of the club, or import them"),
        failure: tr("cannot list the fixtures: %1$@"), topic: .match, options: [.club],
        forms: [list, ImportFixtures.form], isLook: true,
        manual: """
            List the fixtures of the club, those of today first, with the pitch, the group, the ID
            and the sides. *fixtures import* replaces all of them, at every pitch, by those of a
            file, or of standard input if it is '-'. The file is a table whose first line names the
            columns, in any order: 'id', 'home' and 'away', and if you need them 'time', 'pitch',
            'group', 'length' and 'format'. A time is 2026-11-28 10:30 or 10:30 by the local clocks,
            or a moment in RFC 3339. A length is in minutes or with a unit. A format is as for
            *format*. The values are separated by commas (RFC 4180), semicolons or tabs. If there
            are errors, all are listed by line and column, and nothing is imported. gather-mqtt(8)
            with --club has to run. If the broker does not have the fixtures, because it is away or
            does not allow it, both forms say so: the fixtures are only on this machine, and are
            published once the broker takes them.
            """
    ) { arguments in Fixtures(club: arguments.text(.club)) }

    private static let list = Verb(
        name: "", summary: tr("list them"), failure: tr("cannot list the fixtures: %1$@"),
        options: [.club], isLook: true
    ) { arguments in Fixtures(club: arguments.text(.club)) }

    /// The socket; nil for the usual one.
    var club: String?

    func run(_ context: Context) throws(Failure) {
        let service = try OtherService.club(context, club, Self.verb.failure)
        let reply = try service.send(ClubMethod.GetFixtures().call, on: try service.open())
        let answer = try context.read(reply, ClubMethod.GetFixtures.self)
        let fixtures = answer.fixtures
        try context.show(reply) {
            guard !fixtures.isEmpty else {
                return tr("there are no fixtures; 'gatherctl fixtures import FILE' brings them")
                    + "\n"
            }
            let lines = FixturePresenter.lines(fixtures, at: context.time.now())
            return (lines + (answer.unpublished.map(FixturePresenter.lines) ?? [])).text
        }
    }
}

/// `fixtures import`: replaces the fixtures by those of a file.
struct ImportFixtures: Command {
    static let form = Verb(
        name: "import", arguments: "FILE|-", summary: tr("replace all fixtures by those of a file"),
        failure: tr("cannot import the fixtures: %1$@"), options: [.club], operands: [.files]
    ) { (arguments) throws(UsageError) in
        ImportFixtures(
            path: try arguments.required(tr("the file, or - for standard input, is missing")),
            club: arguments.text(.club))
    }

    /// The path of the file; `-` is standard input.
    let path: String
    /// The socket; nil for the usual one.
    var club: String?

    private var failure: String { Self.form.failure }
    private var file: ImportedFile { ImportedFile(path: path, failure: failure) }

    func run(_ context: Context) throws(Failure) {
        let service = try OtherService.club(context, club, failure)
        let text: SpreadsheetText
        let bytes = try file.contents(context, limit: FixtureList.mostBytes)
        do { text = try SpreadsheetText(bytes) } catch { throw file.wrong([error], in: bytes) }
        let content: FixtureTable.Content
        do { content = try FixtureTable.content(text.bytes) } catch {
            throw file.wrong(error.errors, in: text.bytes)
        }
        try checkCount(content.fixtures.count)
        let call = ClubMethod.ImportFixtures(fixtures: content.fixtures).call
        let reply = try service.answer(call, on: try service.open())
        if case .invalidFixture(let index, let field, let problem) = ClubError(reply) {
            // A service of another version may have other rules.
            let error = PlayerFileError(
                content.offset(field, ofFixture: index), field: field.rawValue,
                FixturePresenter.text(problem, of: field))
            throw file.wrong([error], in: text.bytes)
        }
        let taken = try service.accepted(reply)
        let outcome = try context.read(taken, ClubMethod.ImportFixtures.self)
        try context.showChange(taken) {
            let count = content.fixtures.count
            let first = tr("imported %1$@ fixture", "imported %1$@ fixtures", count: count)
            let unpublished =
                outcome.published
                ? [] : FixturePresenter.lines(outcome.unpublished ?? .unanswered)
            return ([first] + notes(content, text) + unpublished).text
        }
    }

    private func notes(_ content: FixtureTable.Content, _ text: SpreadsheetText) -> [String] {
        let names = content.leftOut.map { "'\($0.shownName)'" }
        return [
            names.isEmpty
                ? nil : tr("left out, as no fixture has it: %1$@", ImportedFile.listed(names)),
            text.warning,
        ].compactMap(\.self)
    }

    private func checkCount(_ count: Int) throws(Failure) {
        guard count > 0 else {
            throw Failure(.refused, failure, cause: tr("%1$@ has no fixtures", file.name))
        }
        guard count <= FixtureList.most else {
            throw Failure(
                .refused, failure,
                cause: tr(
                    "%1$@ has %2$@ fixtures; at most %3$@ can be imported at once", file.name,
                    count, FixtureList.most))
        }
    }
}

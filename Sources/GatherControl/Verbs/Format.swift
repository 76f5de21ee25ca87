import GatherAPI
import Varlink

/// `format`: lists, shows and chooses the periods of a match.
struct Format: Command {
    static let verb = Verb(
        name: "format", arguments: "[list|show NAME|choose NAME [--force]]",
        summary: tr("list the formats, or choose the one of the match"),
        failure: tr("cannot choose the format: %1$@"), topic: .match, options: [.inMatch],
        isLook: true,
        operands: [.choices([list, show, choose]), .formats],
        manual: """
            A format gives a match periods, breaks and a clock as in football. *list* lists the
            formats that are built in and those in files. *show* shows the periods of one. *choose*
            makes one the format of the open match; *new* --format does so when it opens a match.
            _2x25-5_ is two periods of 25 minutes with a break of 5; _2x12:30_ has no break.
            _gather_ is a plain countdown. Once the match has been started, --force is needed, and
            the period goes on in the new format.

            A format of your own is a file _formats/NAME.json_. It is in the configuration directory
            of the daemon, which is _~/.config/gatherd_, or _/etc/gatherd_ for the machine's own
            daemon; or in its state directory. It needs *periods*. Each period has an *id* and a
            *length*, such as _25_ minutes or _"12:30"_, and can have *kind* (_play_ or _break_),
            *shows* (_down_ or _up_), *from*, *atZero* (_stop_ or _run_) and *begins* (_byHand_ or
            _atOnce_). The file can also have *stopsAt* (a list of _goal_ and _card_), *timeOuts*
            with *perPeriod* and *length*, *foulLimit*, *extraTime* with *periods*, *length*,
            *break* and *halfTime*, and *name*, which has to be the name of the file. A match keeps
            the format that it got, even if the file changes later.
            """
    ) { (arguments) throws(UsageError) in
        let word = arguments.optional() ?? list
        switch word {
        case list: arguments.begin(failure: cannotList)
        case show: arguments.begin(failure: cannotShow)
        case choose: break
        default:
            let nearest = Suggestion.nearest(to: word, in: [list, show, choose])
            throw arguments.cannot(
                Suggestion.text(tr("'%1$@' is not one of list, show and choose", word), nearest))
        }
        guard word == choose || !arguments.has(.inMatch) else {
            throw arguments.cannot(tr("'--force' is for 'format choose'"))
        }
        guard word != list else { return Format(action: .list) }
        let name = try arguments.required(tr("the name of the format is missing"))
        return Format(
            action: word == show ? .show(name) : .choose(name, isForced: arguments.has(.inMatch)))
    }

    private static let (list, show, choose) = ("list", "show", "choose")

    private static var cannotList: String { tr("cannot list the formats: %1$@") }
    private static var cannotShow: String { tr("cannot show the format: %1$@") }

    /// The name of the plain countdown.
    static let plain = "gather"

    private enum Action: Hashable {
        case list
        case show(String)
        case choose(String, isForced: Bool)
    }

    private let action: Action

    func run(_ context: Context) throws(Failure) {
        switch action {
        case .list:
            try context.show(GatherMethod.GetFormats(), failure: Self.cannotList) {
                [tr("%1$@: a plain countdown", Self.plain)]
                    + $0.formats.map { tr("%1$@: %2$@", $0.name, Self.periods($0)) }
                    + ($0.faults ?? []).map(FormatFaultPresenter.text)
            }
        case .show(Self.plain) where context.options.json == .off:
            try context.say([tr("%1$@: a plain countdown", Self.plain)])
        case .show(let name):
            let method = GatherMethod.GetFormats(name: name)
            let reply = try context.query(method.call, failure: Self.cannotShow)
            let format = try context.read(reply, GatherMethod.GetFormats.self).formats.first
            guard format != nil || name == Self.plain else {
                throw Failure(.refused, tr("there is no format '%1$@'", name))
            }
            try context.show(reply) { format.map(Self.lines)?.text ?? "" }
        case .choose(let name, let isForced):
            try Change.chooseFormat(name, isForced: isForced).run(context)
        }
    }

    /// Returns the periods in a few words, such as `2 x 45:00, breaks of 15:00, clock up`.
    private static func periods(_ format: FormatFields) -> String {
        let plays = format.periods.filter { $0.kind == .play }
        let breaks = Set(format.periods.filter { $0.kind == .break }.map(\.seconds)).sorted()
        let lengths = plays.map { TimeText.clock(.seconds($0.seconds)) }
        var parts: [String?] = [
            Set(lengths).count == 1
                ? lengths.first.map { "\(plays.count) x \($0)" } : lengths.joined(separator: ", ")
        ]
        if !breaks.isEmpty {
            let lengths = breaks.map { TimeText.clock(.seconds($0)) }.joined(separator: ", ")
            parts.append(tr("breaks of %1$@", lengths))
        }
        parts.append(plays.first.map(clock))
        return parts.compactMap(\.self).joinedBySemicolons()
    }

    private static func lines(_ format: FormatFields) -> [String] {
        [format.name + (format.$path.map { ", \(PrintableText.line($0))" } ?? "")]
            + format.periods.map { period in
                let length = TimeText.clock(.seconds(period.seconds))
                let name = PeriodName.shown(period.id)
                guard period.kind == .play else { return "  \(length)  \(name)" }
                let facts = [
                    clock(period), period.begins == .atOnce ? tr("it begins by itself") : nil,
                ]
                let text = facts.compactMap(\.self).joinedBySemicolons()
                return "  \(length)  " + tr("%1$@: %2$@", name, text)
            } + [extraTime(format)].compactMap(\.self) + rules(format)
    }

    /// Returns a line for each rule besides the periods.
    private static func rules(_ format: FormatFields) -> [String] {
        var rules: [String] = []
        if let stops = format.stopsAt {
            let names = stops.map { $0 == .goal ? tr("a goal") : tr("a card") }
            rules.append(tr("the clock is stopped by hand at %1$@", names.joined(separator: ", ")))
        }
        if let count = format.timeOutsPerPeriod, let seconds = format.timeOutSeconds {
            let length = TimeText.clock(.seconds(seconds))
            rules.append(tr("time-outs of a side in a period: %1$@ of %2$@", count, length))
        }
        if let limit = format.foulLimit {
            rules.append(tr("fouls of a side in a period before a direct free kick: %1$@", limit))
        }
        return rules.map { "  \($0)" }
    }

    /// Returns the extra time in a few words, such as `extra time: 2 x 15:00, after 05:00`.
    private static func extraTime(_ format: FormatFields) -> String? {
        format.extraTime.map { extra in
            tr(
                "  extra time, if wanted at a draw: %1$@ x %2$@, after a break of %3$@",
                extra.periods, TimeText.clock(.seconds(extra.seconds)),
                TimeText.clock(.seconds(extra.breakSeconds)))
        }
    }

    private static func clock(_ period: PeriodFields) -> String {
        switch (period.shows, period.atZero) {
        case (.up, .run): tr("the clock counts up, and runs on")
        case (.up, .stop): tr("the clock counts up, and stops at the end")
        case (.down, .run): tr("the clock counts down, and runs on")
        case (.down, .stop): tr("the clock counts down, and stops at 00:00")
        }
    }
}

extension Option {
    fileprivate static let inMatch = Option(
        "force", tr("also after the match has started"), isEffect: true)
    /// The format of a match that is opened.
    static let matchFormat = matchFormat(.formats)

    /// Makes the option that names the format of a match.
    static func matchFormat(_ completion: Completion) -> Option {
        Option(
            "format", tr("the periods of the match, such as halves or 2x25-5"), takes: "NAME",
            completes: completion)
    }
}

extension Change {
    /// Chooses the format of the open match.
    static func chooseFormat(_ name: String, isForced: Bool) -> Change {
        let method = GatherMethod.ChooseFormat(format: name, force: isForced ? true : nil)
        return Change(method, Format.verb.failure) { answer in
            let chosen = answer.gather.course?.format ?? Format.plain
            let text = tr("%1$@: %2$@", chosen, "\(answer.clock.digits) \(answer.clock.sentence)")
            return answer.outcome.changed ? text : tr("no change: %1$@", text)
        }
    }
}

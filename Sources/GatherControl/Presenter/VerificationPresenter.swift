import GatherAPI

/// Presents what was found out about the record of one match.
struct VerificationPresenter {
    let found: VerificationFields
    /// The code that was given; nil if none was.
    var code: RecordCode?

    private var name: String { String(found.id.prefix(8)) }

    /// The problem of the record, or else of the code that was given; nil if there is none.
    var objection: String? {
        if let problem = text(of: found.problem) {
            return tr("record %1$@ is not whole: %2$@", name, problem)
        }
        guard let code, found.codeEvent == nil else { return nil }
        return tr("record %1$@ has never had the code %2$@", name, code.text)
    }

    /// Returns the objection to a match in which an event was lost with a damaged file.
    static func loss(of event: Int, in gather: GatherSummary) -> String? {
        VerificationPresenter(
            found: VerificationFields(
                id: gather.id, events: event, hashedFrom: nil, problem: .lost, event: event,
                code: nil, codeEvent: nil)
        ).objection
    }

    /// Returns what is wrong with the first event that is not as it was recorded.
    private func text(of problem: VerificationFields.Problem?) -> String? {
        guard let problem else { return nil }
        let event = found.event ?? 0
        return switch problem {
        // The hash of the first event also says that those before it have none.
        case .changed where event == found.hashedFrom && event > 1:
            tr("event %1$@, or one before it, was changed", event)
        case .changed: tr("event %1$@ was changed", event)
        case .gone: tr("event %1$@ is gone", event)
        case .lost:
            tr(
                """
                event %1$@ was lost with a damaged file, and what follows cannot be joined to what \
                was before
                """, event)
        }
    }

    /// The lines about a record without an objection.
    var lines: [String] {
        let events = Self.events(found.events)
        guard let first = found.hashedFrom, let present = found.code else {
            return [tr("record %1$@ cannot be checked: %2$@ of an earlier version", name, events)]
        }
        let whole = tr("record %1$@ is whole: %2$@, code %3$@", name, events, present)
        return [whole, first > 1 ? Self.earlier(first - 1) : nil, age].compactMap(\.self)
    }

    /// The lines about the code of a record that is not whole.
    var details: [String] {
        guard let code else { return [] }
        guard let event = found.codeEvent else {
            return [tr("it has never had the code %1$@", code.text)]
        }
        guard event < found.event ?? 0 else {
            return [tr("the code is that of its state after event %1$@", event)]
        }
        return [
            tr("the code is that of its state after event %1$@, up to which it is whole", event)
        ]
    }

    /// The events since the record had the code that was given, in words.
    private var age: String? {
        guard let event = found.codeEvent else { return nil }
        let later = found.events.subtractingReportingOverflow(event).partialValue
        guard later > 0 else { return tr("nothing has happened since it had this code") }
        return tr(
            "it had this code after event %2$@; %1$@ event came since",
            "it had this code after event %2$@; %1$@ events came since", count: later, event)
    }

    private static func earlier(_ count: Int) -> String {
        tr(
            "event %1$@ is of an earlier version and cannot be checked",
            "events 1 to %1$@ are of an earlier version and cannot be checked", count: count)
    }

    private static func events(_ count: Int) -> String {
        tr("%1$@ event", "%1$@ events", count: count)
    }

    /// Returns what was checked, such as `12 matches, 340 events`.
    static func counts(matches: Int, events: Int) -> String {
        "\(tr("%1$@ match", "%1$@ matches", count: matches)), \(Self.events(events))"
    }

    /// Returns the number of records that are not whole; nil if all are.
    static func objection(problems: Int) -> String? {
        guard problems > 0 else { return nil }
        return tr(
            "the record of %1$@ match is not whole", "the records of %1$@ matches are not whole",
            count: problems)
    }
}

/// The result of a check of the records of several matches.
struct VerificationTotals: Hashable {
    private(set) var matches = 0
    private(set) var events = 0
    /// The number of matches without any hash.
    private(set) var withoutHashes = 0
    /// The number of matches that are not whole.
    private(set) var problems = 0

    /// Adds a page.
    mutating func add(_ page: HistoryMethod.VerifyPage.Reply) {
        add(
            matches: page.matches, events: page.events, withoutHashes: page.withoutHashes,
            problems: page.problems.count)
    }

    /// Adds a match.
    mutating func add(_ found: VerificationFields) {
        add(
            matches: 1, events: found.events, withoutHashes: found.hashedFrom == nil ? 1 : 0,
            problems: found.problem == nil ? 0 : 1)
    }

    private mutating func add(matches: Int, events: Int, withoutHashes: Int, problems: Int) {
        // Nothing that a program answers ends this one.
        self.matches &+= matches
        self.events &+= events
        self.withoutHashes &+= withoutHashes
        self.problems &+= problems
    }

    /// The number of records that are not whole; nil if all are.
    var objection: String? { VerificationPresenter.objection(problems: problems) }

    /// The lines about all others.
    var lines: [String] {
        let whole = matches &- withoutHashes &- problems
        let counts = VerificationPresenter.counts(matches: matches, events: events)
        if whole == matches { return [tr("all are whole: %1$@", counts)] }
        return [
            tr("checked: %1$@", counts),
            whole == 0 ? nil : tr("%1$@ match is whole", "%1$@ matches are whole", count: whole),
            withoutHashes == 0
                ? nil
                : tr(
                    "%1$@ match is of an earlier version and cannot be checked",
                    "%1$@ matches are of an earlier version and cannot be checked",
                    count: withoutHashes),
        ].compactMap(\.self)
    }
}

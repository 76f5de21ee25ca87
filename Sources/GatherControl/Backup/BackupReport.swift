import GatherAPI
import Varlink

/// The result of a check of a backup.
struct BackupReport {
    let matches: Int
    let events: Int
    /// The number of matches whose record is not whole.
    let problems: Int
    /// The first of them.
    let problem: VerificationFields?

    /// Reads the answer of gatherd; nil if it is none.
    init?(_ object: JSONObject) {
        guard let matches = object["matches"]?.int, let events = object["events"]?.int,
            object["withoutHashes"]?.int != nil, let problems = object["problems"]?.int
        else { return nil }
        (self.matches, self.events, self.problems) = (matches, events, problems)
        problem = object["problem"].flatMap {
            try? VerificationFields(json: $0, name: "problem")
        }
    }

    /// The content, such as `12 matches, 340 events`.
    var counts: String { VerificationPresenter.counts(matches: matches, events: events) }

    /// The line about the records that are not whole; nil if all are.
    var problemText: String? {
        guard let text = VerificationPresenter.objection(problems: problems) else { return nil }
        guard let problem, let event = problem.event else { return text }
        let first = tr("the first is '%1$@', from its event %2$@ on", problem.id, event)
        return [text, first].joinedBySemicolons()
    }
}

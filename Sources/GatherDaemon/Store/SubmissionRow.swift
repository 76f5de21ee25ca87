import GatherCore
import Varlink

/// A row of the table `submissions`.
struct SubmissionRow: StoredRow, Equatable {
    static let table = "submissions"
    static let columns = "gather, pending, state"

    static func name(of row: borrowing SQLiteRow) -> String {
        "the submission of gather \(row.integer(0)) is"
    }

    /// The number of the gather.
    let gather: Int
    /// Whether there is something to be done, by itself or by a person.
    let isPending: Bool
    /// A JSON object.
    let state: JSONObject

    /// Makes the row of a submission.
    init(_ submission: Submission, of gather: Int) {
        self.gather = gather
        isPending = submission.isOpen
        state = submission.record.json
    }

    init?(_ values: [SQLiteValue]) {
        guard values.count == 3, let gather = values[0].integer, gather > 0,
            let pending = values[1].integer, (0...1).contains(pending),
            let state = values[2].text.flatMap(JSONObject.init(text:)),
            SubmissionRecord(json: state) != nil
        else { return nil }
        (self.gather, isPending, self.state) = (gather, pending == 1, state)
    }

    var values: [SQLiteValue] {
        [.integer(gather), .integer(isPending ? 1 : 0), .text(state.text)]
    }

    /// The submission, taken up at a moment.
    func submission(at now: Moment) -> Submission? {
        SubmissionRecord(json: state).map { Submission($0, at: now) }
    }
}

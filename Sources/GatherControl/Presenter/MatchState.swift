import GatherAPI
import Varlink

/// What the daemon tells of the match, in answer to `Get` and in each message of a subscription.
struct MatchState: Hashable {
    /// The newest gather; nil before the first one.
    var gather: GatherSnapshot?

    /// What was saved of a damaged database, if it was just now.
    var salvaged: SalvageFields?

    /// The same, all its text fit for a terminal.
    var printable: MatchState {
        MatchState(gather: gather?.printable, salvaged: salvaged?.printable)
    }
}

extension MatchState {
    /// Reads what an answer tells.
    init(_ reader: inout ParameterReader) throws(VarlinkError) {
        gather = try reader.optional("gather")
        salvaged = try reader.optional("salvaged")
    }
}

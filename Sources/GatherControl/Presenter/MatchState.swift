import GatherAPI
import Varlink

/// What the daemon tells of the match, in answer to `Get` and in each message of a subscription.
typealias MatchState = GatherMethod.Get.Reply

extension MatchState {
    /// The same, all its text fit for a terminal.
    var printable: MatchState {
        MatchState(gather: gather?.printable, salvaged: salvaged?.printable)
    }
}

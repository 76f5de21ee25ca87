import GatherAPI
import Varlink

/// What the daemon tells of the match, in answer to `Get` and in each message of a subscription.
typealias MatchState = GatherMethod.Get.Reply

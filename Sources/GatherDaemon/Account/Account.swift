import GatherAPI
import GatherCore
import Varlink

/// A text that must not be seen: it has no words for a log or an error.
struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text itself, for the one who needs it.
    let text: String

    var description: String { "(secret)" }
    var debugDescription: String { "(secret)" }
}

/// Where results go, and for whom.
struct Account: Equatable, Sendable {
    var server: ServerFields
    /// The name to sign in with next time; nil if it is not to be remembered.
    var userName: String?
    /// What tells the account from another: the server's own ID of the user, where it has told.
    var userID: String?
    /// Whether somebody has signed out: then a credential does not count either.
    var isSignedOut = false
    /// What a server takes for the user; nil when nobody is signed in.
    var token: Secret?
    /// What the server has answered last; nil where none is known.
    var lastAnswer: AnswerFields?
    /// Whether the server has answered to the token that it does not take it.
    var isRefused = false

    /// What tells this account from any other.
    var key: String { "\(server.url) \(userID ?? userName ?? "")" }

    /// The account at its address, to be followed by what is kept of it; nil where the server has
    /// not given an ID of the user.
    var move: AccountMove? { userID.map { AccountMove(to: key, userID: $0) } }

    /// The user, as a result remembers whom it was ended for.
    var owner: ResultOwner { ResultOwner(server: server.url, userID: userID, name: userName) }

    /// The account as everybody who asks sees it.
    var fields: AccountFields {
        AccountFields(
            server: server.url, allowInsecureHTTP: server.allowInsecureHTTP, userName: userName,
            signedIn: token != nil, signInRefused: token != nil && isRefused,
            lastAnswer: lastAnswer)
    }
}

import GatherAPI
import GatherCore

/// A secret text, whose descriptions never show it in a log or an error.
struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The text itself, for the code that has to send or store it.
    let text: String

    var description: String { "(secret)" }
    var debugDescription: String { "(secret)" }
}

/// The server and the user for which results are sent.
struct Account: Equatable, Sendable {
    var server: ServerFields
    /// The user name to suggest at the next sign-in; nil if it is not to be remembered.
    var userName: String?
    /// The server's own ID of the user, which identifies the account; nil if the server has not
    /// sent it.
    var userID: String?
    /// True if somebody has signed out; a credential of the unit does not count then.
    var isSignedOut = false
    /// The token that authorises requests; nil if nobody is signed in.
    var token: Secret?
    /// The server's last answer; nil if none is known.
    var lastAnswer: AnswerFields?
    /// True if the server has rejected the token.
    var isRefused = false

    /// The key that identifies this account.
    var key: String { "\(server.url) \(userID ?? userName ?? "")" }

    /// The move of stored records to this account's address; nil if the server has not sent an ID
    /// of the user.
    var move: AccountMove? { userID.map { AccountMove(to: key, userID: $0) } }

    /// The user, as a result records the one for whom it was ended.
    var owner: ResultOwner { ResultOwner(server: server.url, userID: userID, name: userName) }

    /// The account as any client may see it.
    var fields: AccountFields {
        AccountFields(
            server: server.url, allowInsecureHTTP: server.allowInsecureHTTP, userName: userName,
            signedIn: token != nil, signInRefused: token != nil && isRefused,
            lastAnswer: lastAnswer)
    }
}

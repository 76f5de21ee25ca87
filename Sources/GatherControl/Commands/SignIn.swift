/// What somebody signs in with, as it was typed.
struct SignIn: Hashable, Sendable {
    /// Whether the account is to be made first.
    let isNew: Bool
    /// The user name; the one that is remembered if it is nil.
    let userName: String?
    /// The server; the one that is remembered if it is nil.
    let server: String?
    /// Whether plain http may go to another machine.
    let isInsecure: Bool
    /// The file with the password; asked for if it is nil.
    let passwordFile: String?
    /// Whether the user name is to be there next time.
    let isRemembered: Bool
}

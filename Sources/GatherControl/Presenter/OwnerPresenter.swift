import GatherAPI

/// Tells of the user whom a result waits for, where another one is signed in.
enum OwnerPresenter {
    /// What is waited for, and what ends that.
    ///
    /// - Parameters:
    ///   - id: The gather that a command names; nil where it means all that wait.
    ///   - isDeleting: Whether what was sent before is to be deleted.
    static func line(_ owner: OwnerFields, of id: String?, isDeleting: Bool) -> String {
        if isDeleting {
            return "What was sent before is deleted when \(who(owner)) signs in: \(logIn(owner))"
        }
        let takeOver = takeOver(id)
        return "Result waits for \(who(owner)) to sign in: \(logIn(owner)), or \(takeOver)"
    }

    /// What is said below a result that is held up by something else as well.
    static func hint(_ owner: OwnerFields, _ id: String) -> String {
        "  ended for \(who(owner)), who is not signed in; send it for who is: \(takeOver(id))"
    }

    private static func who(_ owner: OwnerFields) -> String {
        let name = owner.userName ?? "another user"
        return owner.server.map { "\(name) at \($0)" } ?? name
    }

    private static func logIn(_ owner: OwnerFields) -> String {
        let name = owner.$userName.map { ShellWord.of($0.shown) }
        let server = owner.server.map { "--server \(ShellWord.of($0))" }
        let words = ["gatherctl login", name, server].compactMap(\.self)
        return "'\(words.joined(separator: " "))'"
    }

    private static func takeOver(_ id: String?) -> String {
        "'\(["gatherctl submit --take-over", id].compactMap(\.self).joined(separator: " "))'"
    }
}

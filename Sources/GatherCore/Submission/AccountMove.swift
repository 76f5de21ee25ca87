/// An account that is now reached under another server address.
///
/// The server's own ID of the user shows that it is the same account. The stored records follow the
/// address; otherwise they would count as another user's forever.
public struct AccountMove: Hashable, Sendable {
    /// The present key of the account.
    public let account: String

    private let suffix: String

    /// Makes a move to an address.
    ///
    /// - Parameter userID: The server's ID of the user; the key of an account ends with it.
    public init(to account: String, userID: String) {
        self.account = account
        suffix = " \(userID)"
    }

    /// Returns the present key of an account, or nil if it has not changed or is another user's.
    public func moved(_ key: String) -> String? {
        key != account && key.hasSuffix(suffix) ? account : nil
    }
}

extension Submission {
    /// Records that the account has another address.
    ///
    /// The gather may not be there, so it is first looked for in the list.
    ///
    /// - Returns: True if something has changed.
    public mutating func follow(_ move: AccountMove) -> Bool {
        let before = state
        switch state.progress {
        case .nothing: break
        case .creating(let account, let known):
            guard let account = move.moved(account) else { break }
            state.progress = .creating(account: account, before: known)
        case .created(let remote):
            guard let account = move.moved(remote.account) else { break }
            state.progress = .created(remote.moved(to: account))
            mayBeGone = true
        }
        state.former = state.former.map { former in
            move.moved(former.account).map(former.moved) ?? former
        }
        state.leftovers = state.leftovers.map { leftover in
            move.moved(leftover.account).map(leftover.moved) ?? leftover
        }
        if let doubt = state.doubt, let account = move.moved(doubt.account) {
            state.doubt?.account = account
        }
        return state != before
    }
}

extension Squad {
    /// Returns the changed members after their links follow an account to another address.
    public func members(following move: AccountMove) -> [Member] {
        everybody.compactMap { member in
            var member = member
            switch member.link {
            case .unlinked: return nil
            case .creating(let account, let name, let before):
                guard let account = move.moved(account) else { return nil }
                member.link = .creating(account: account, name: name, before: before)
            case .linked(let linked):
                guard let account = move.moved(linked.account) else { return nil }
                member.link = .linked(
                    LinkedPlayer(
                        account: account, id: linked.id, agreed: linked.agreed,
                        confirmedName: linked.confirmedName))
            }
            return member
        }
    }
}

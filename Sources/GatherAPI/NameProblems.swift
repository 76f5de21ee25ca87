/// The rules for names, repeated so that a client can check them before it makes a call. A test
/// compares both.
extension PlayersError.Problem {
    /// Finds the problem in the name of a side or a player, or of a player's team; nil if it is
    /// valid.
    public init?(ofName text: String) {
        guard text.utf8.count <= InterfaceLimits.nameBytes else {
            self = .tooLong
            return
        }
        let trimmed = text.trimmed
        let scalars = trimmed.unicodeScalars
        if scalars.allSatisfy(\.isInvisible) {
            self = .empty
        } else if scalars.contains(where: { $0.isHarmfulToShow || $0.properties.isBidiControl }) {
            self = .unprintable
        } else if trimmed.count > InterfaceLimits.nameCharacters {
            self = .tooLong
        } else {
            return nil
        }
    }
}

extension AccountError.UserNameProblem {
    /// Finds the problem in the name of a user at a server; nil if it is valid.
    public init?(ofName text: String) {
        let trimmed = text.utf8.count <= InterfaceLimits.nameBytes ? text.trimmed : text
        if text.isEmpty {
            self = .empty
        } else if text.utf8.count > InterfaceLimits.nameBytes {
            self = .tooLong
        } else if trimmed.isEmpty {
            self = .blank
        } else if trimmed.count > InterfaceLimits.accountNameCharacters {
            self = .tooLong
        } else if trimmed.utf8.contains(UInt8(ascii: ":")) {
            self = .colon
        } else {
            return nil
        }
    }
}

extension StringProtocol {
    /// The text without the blanks around it.
    public var trimmed: String {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}

extension Unicode.Scalar {
    /// True if it only joins or directs other characters, and is invisible by itself.
    fileprivate var isInvisible: Bool {
        properties.isDefaultIgnorableCodePoint || properties.isWhitespace
    }
}

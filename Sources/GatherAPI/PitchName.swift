/// The rule for the name of a pitch, which is that of its units, its socket and its directory.
public enum PitchName {
    /// The number of ASCII characters that a name can have.
    ///
    /// With them the path of a socket has at most the 107 bytes of unix(7), in
    /// `/run/user/UID/gatherd` as well.
    public static let limit = 64

    /// The name of the socket that is no pitch's.
    public static let ofNoPitch = "gatherd"

    /// Returns true if a name has the length and the characters of a pitch's.
    public static func isWellFormed(_ name: String) -> Bool {
        (1...limit).contains(name.utf8.count) && name.utf8.allSatisfy(BrokerName.isPlain)
    }
}

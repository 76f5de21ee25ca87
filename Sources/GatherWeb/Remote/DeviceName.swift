import GatherAPI

/// The rule for the name of a device, which people read in the record of a match.
enum DeviceName {
    /// Returns the name without blanks around it; nil if it cannot be one.
    ///
    /// gatherd has the rule of players' names for it: a device with another one could do nothing.
    static func cleaned(_ text: String) -> String? {
        guard PlayersError.Problem(ofName: text) == nil else { return nil }
        var name = text.unicodeScalars.drop { $0.properties.isWhitespace }
        while name.last?.properties.isWhitespace == true { name.removeLast() }
        let clean = String(String.UnicodeScalarView(name))
        guard !clean.isEmpty, clean.utf8.count <= Limits.deviceNameBytes,
            clean.count <= Limits.deviceNameCharacters
        else { return nil }
        return clean
    }
}

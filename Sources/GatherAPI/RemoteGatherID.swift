/// The server's ID of a gather, as a call gives it.
public struct RemoteGatherID: Hashable, Sendable {
    /// The ID as it was given.
    public let text: String

    /// Takes a UUID, in upper or lower case; nil for any other text.
    public init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.map(\.count) == [8, 4, 4, 4, 12], parts.joined().allSatisfy(Self.isHexDigit)
        else { return nil }
        self.text = text
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }
}

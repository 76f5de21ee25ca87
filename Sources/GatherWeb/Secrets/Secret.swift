import CGnuTLS
import LinuxIO

/// The secret of a paired device, of which the server keeps a hash alone.
///
/// GnuTLS makes and hashes it: libmicrohttpd brings it anyway.
struct Secret: Equatable {
    /// The secret as it is sent, 32 hexadecimal digits for 128 random bits.
    let text: String

    private static let bytes = 16

    /// Makes a random one.
    init() {
        text = Self.random(Self.bytes).hexadecimal
    }

    /// Takes one that was sent; nil if it cannot be one.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == Self.bytes * 2,
            text.utf8.allSatisfy("0123456789abcdef".utf8.contains)
        else { return nil }
        self.text = String(text)
    }

    /// The SHA-256 of the text, in hexadecimal digits.
    var hash: String {
        var digest = [UInt8](repeating: 0, count: 32)
        var text = text
        let status = text.withUTF8 {
            gnutls_hash_fast(GNUTLS_DIG_SHA256, $0.baseAddress, $0.count, &digest)
        }
        precondition(status == 0, "GnuTLS has SHA-256")
        return digest.hexadecimal
    }

    /// Returns true if two texts of the same length are equal, after a time that does not depend on
    /// their content.
    static func areEqual(_ one: String, _ other: String) -> Bool {
        let (one, other) = (Array(one.utf8), Array(other.utf8))
        return one.count == other.count && gnutls_memcmp(one, other, one.count) == 0
    }

    /// Returns a random number of six digits.
    static func number() -> String {
        let text = String(UInt32.random(in: 0..<1_000_000))
        return String(repeating: "0", count: 6 - text.count) + text
    }

    /// Returns a random name for a device, which is no secret.
    static func identifier() -> String { random(4).hexadecimal }

    private static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let status = gnutls_rnd(GNUTLS_RND_KEY, &bytes, count)
        precondition(status == 0, "the kernel has no random bytes")
        return bytes
    }
}

import CCrypto
import LinuxIO

/// Encodings for an account, computed by libcrypto.
enum Encoding {
    /// Returns the form in which a server receives a password: its SHA-256 in lower-case hex.
    static func hash(ofPassword password: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        _ = SHA256(password, password.count, &digest)
        return digest.hexadecimal
    }

    /// Returns a text in base64, RFC 4648, in one line.
    static func base64(_ text: String) -> String {
        let bytes = Array(text.utf8)
        // The result has four characters for three bytes, and a NUL, EVP_EncodeBlock(3).
        var encoded = [UInt8](repeating: 0, count: (bytes.count + 2) / 3 * 4 + 1)
        _ = EVP_EncodeBlock(&encoded, bytes, Int32(bytes.count))
        return String(decoding: encoded.dropLast(), as: UTF8.self)
    }
}

import Testing

@testable import GatherSubmit

struct EncodingTests {
    @Test(
        "a password is told as its SHA-256 in lower-case hex",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            ("password", "5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8"),
            ("pässwörd ⚽", "5fa84e565e07703aad97edf40504720bc616c688805e33e69bce69c41f787703"),
        ])
    func hash(password: String, hash: String) {
        #expect(Encoding.hash(ofPassword: Array(password.utf8)) == hash)
    }

    @Test(
        "base64 is that of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"), ("\u{3FF}\u{7F}~", "z79/fg=="),
        ])
    func base64(text: String, encoded: String) {
        #expect(Encoding.base64(text) == encoded)
    }

    @Test("base64 of a long text is one line")
    func longLine() {
        let encoded = Encoding.base64(String(repeating: "x", count: 300))
        #expect(encoded == String(repeating: "eHh4", count: 100))
    }
}

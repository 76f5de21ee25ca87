import Testing
import Varlink

@Suite("Base64")
struct Base64Tests {
    @Test(
        "the examples of RFC 4648, section 10",
        arguments: zip(
            ["", "f", "fo", "foo", "foob", "fooba", "foobar"],
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]))
    func examples(bytes: String, text: String) {
        #expect(Base64.text(of: Array(bytes.utf8)) == text)
        #expect(Base64.bytes(of: text) == Array(bytes.utf8))
    }

    @Test("all bytes come back, in any number")
    func roundTrip() {
        let all = (0..<256).map { UInt8($0) }
        for count in 0...all.count {
            let text = Base64.text(of: Array(all.suffix(count)))
            #expect(text.utf8.count == (count + 2) / 3 * 4)
            #expect(Base64.bytes(of: text) == Array(all.suffix(count)))
        }
        #expect(Base64.text(of: [0xFB, 0xFF, 0xBF]) == "+/+/")
    }

    @Test(
        "no other text is taken for it",
        arguments: [
            "Z", "Zg", "Zg=", "Zg===", "=", "====", "Z===", "Zg==Zg==", "Zm9v\n", "Zm9-", "Zm9_",
            "Zh==", "Zm9=", "Zmé=", "Z=g=",
        ])
    func wrong(text: String) { #expect(Base64.bytes(of: text) == nil) }
}

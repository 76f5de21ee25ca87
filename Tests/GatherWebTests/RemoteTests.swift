import GatherAPI
import LinuxIO
import Testing
import Varlink

@testable import GatherWeb

struct PairingTests {
    private let start = Duration.seconds(1_000)

    @Test("a number pairs one device, and is used up")
    func once() {
        var pairing = Pairing()
        #expect(pairing.redeem("123456", at: start) == .none)
        _ = pairing.begin("123456", at: start)
        #expect(pairing.redeem("123456", at: start + .seconds(59)) == .right)
        #expect(pairing.redeem("123456", at: start + .seconds(59)) == .none)
    }

    @Test("it is valid for 60 s")
    func timeout() {
        var pairing = Pairing()
        let offer = pairing.begin("123456", at: start)
        #expect(offer.deadline == start + .seconds(60))
        #expect(pairing.redeem("123456", at: start + .seconds(60)) == .none)
    }

    @Test("after five wrong numbers the sixth try is refused, though it is right")
    func tries() {
        var pairing = Pairing()
        _ = pairing.begin("123456", at: start)
        for left in [4, 3, 2, 1] {
            #expect(pairing.redeem("000000", at: start) == .wrong(left: left))
        }
        #expect(pairing.redeem("12345", at: start) == .exhausted)
        #expect(pairing.redeem("123456", at: start) == .exhausted)
        #expect(pairing.redeem("123456", at: start + .seconds(60)) == .none)
        _ = pairing.begin("222222", at: start)
        #expect(pairing.redeem("222222", at: start) == .right)
    }

    @Test("a new number replaces the former, which a late end does not touch")
    func replaced() {
        var pairing = Pairing()
        _ = pairing.begin("111111", at: start)
        _ = pairing.begin("222222", at: start)
        pairing.cancel("111111")
        #expect(pairing.redeem("111111", at: start) == .wrong(left: 4))
        #expect(pairing.redeem("222222", at: start) == .right)
    }
}

struct SecretTests {
    @Test("a secret is 128 random bits, and its hash is SHA-256")
    func secret() {
        let secrets = (0..<100).map { _ in Secret().text }
        #expect(Set(secrets).count == 100)
        #expect(secrets.allSatisfy { Secret($0)?.text == $0 && $0.count == 32 })
        for wrong in [
            "", "0", String(repeating: "G", count: 32), String(repeating: "a", count: 33),
        ] { #expect(Secret(wrong) == nil) }
        // printf '%s' 00000000000000000000000000000000 | sha256sum
        let known = Secret(String(repeating: "0", count: 32))
        #expect(
            known?.hash == "84e0c0eafaa95a34c293f278ac52e45ce537bab5e752a00e6959a13ae103b65a")
    }

    @Test("a number has six digits")
    func number() {
        let numbers = (0..<200).map { _ in Secret.number() }
        #expect(numbers.allSatisfy { $0.utf8.count == 6 && Int($0) != nil })
        #expect(Set(numbers).count > 100)
    }
}

struct DeviceStoreTests {
    /// A file in memory, whose disk can be full.
    private final class Memory: DeviceFiles {
        struct Full: Error {}
        let path = "devices.json"
        var bytes: [UInt8]?
        var isFull = false
        init(_ text: String?) { bytes = text.map { Array($0.utf8) } }
        func read() -> [UInt8]? { bytes }
        func write(_ bytes: [UInt8]) throws {
            if isFull { throw Full() }
            self.bytes = bytes
        }
    }

    private static func device(_ secret: Secret, id: String = "0011aabb") -> Device {
        Device(id: id, name: "Anna's phone", hash: secret.hash, pairedAt: "2026-11-26T10:00:00Z")
    }

    @Test("a device is found by its ID with its secret, also after a restart, and no other way")
    func found() throws {
        let memory = Memory(nil)
        let secret = Secret()
        let device = Self.device(secret)
        try DeviceStore(memory).add(device)
        let store = try DeviceStore(memory)
        #expect(store.device(with: "\(device.id).\(secret.text)") == device)
        let wrong = [
            "", ".", device.id, secret.text, "\(device.id).\(Secret().text)",
            "00000000.\(secret.text)", "\(device.id).\(secret.text).",
            "\(device.id).\(device.hash)",
        ]
        for credential in wrong { #expect(store.device(with: credential) == nil) }
        // The secret itself is not on disk.
        #expect(!String(decoding: memory.bytes ?? [], as: UTF8.self).contains(secret.text))
    }

    @Test("a revoked device is not found any more")
    func revoked() throws {
        let memory = Memory(nil)
        let secret = Secret()
        let store = try DeviceStore(memory)
        try store.add(Self.device(secret))
        #expect(try store.remove("ffffffff") == nil)
        #expect(try store.remove("0011aabb")?.name == "Anna's phone")
        #expect(store.device(with: "0011aabb.\(secret.text)") == nil)
        #expect(try DeviceStore(memory).devices.isEmpty)
    }

    @Test("what cannot be written changes nothing")
    func full() throws {
        let memory = Memory(nil)
        let store = try DeviceStore(memory)
        try store.add(Self.device(Secret()))
        memory.isFull = true
        #expect(throws: Memory.Full.self) { try store.add(Self.device(Secret(), id: "22222222")) }
        #expect(throws: Memory.Full.self) { try store.remove("0011aabb") }
        #expect(store.devices.map(\.id) == ["0011aabb"])
    }

    @Test(
        "a damaged file is refused, since an empty list would lock everybody out",
        arguments: ["", "{", "[]", "{\"devices\":1}", "{\"devices\":[{\"id\":\"x\"}]}"])
    func damaged(_ text: String) {
        #expect(throws: ServiceFailure.self) { try DeviceStore(Memory(text)) }
    }
}

struct RemoteRefusalTests {
    private let german = PageLanguage(asked: "de", preferred: nil)

    @Test("a refusal has the text of its error, in the language of the phone")
    func refusal() {
        let text = RemoteRefusal.text(GatherError.invalidScore(minimum: 0, maximum: 999).reply)
        #expect(text.text(in: .english) == "the goals of a side are from 0 to 999")
        #expect(text.text(in: german).contains("999"))
        #expect(text.text(in: german) != text.text(in: .english))
        let next = RemoteRefusal.text(GatherError.notInPlay(next: "half-time", minute: nil).reply)
        #expect(next.text(in: .english) == "nobody plays now; next: half-time")
        #expect(next.text(in: german).hasSuffix(": Halbzeitpause"))
        let named = RemoteRefusal.text(GatherError.periodNotBegun(period: "Drittel 100%%").reply)
        #expect(named.text(in: german).contains("Drittel 100%%"))
    }

    @Test("an error of a newer gatherd has a text, and one of the protocol")
    func others() {
        let newer = RemoteRefusal.text(Reply(error: "io.gatherd.Gather.Rained"))
        #expect(newer.text(in: .english) == "gatherd refuses it")
        let invalid = RemoteRefusal.text(VarlinkError.invalidParameter("delta").reply)
        #expect(invalid.text(in: .english) == "the value 'delta' is not valid")
    }
}

struct DeviceNameTests {
    @Test("the name of a device is a line of text of 1 to 64 characters")
    func names() {
        #expect(DeviceName.cleaned("  Anna's phone \n") == "Anna's phone")
        #expect(DeviceName.cleaned(String(repeating: "é", count: 64)) != nil)
        let wrong = [
            "", " ", "a\nb", "a\u{202E}b", "\u{1B}[2J", String(repeating: "a", count: 65),
            String(repeating: "\u{301}", count: 300),
        ]
        for name in wrong { #expect(DeviceName.cleaned(name) == nil) }
    }
}

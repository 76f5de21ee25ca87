import CSystemd

/// A source of unique IDs.
enum RandomID {
    /// Returns a random UUID (version 4) in lower case, sd_id128_randomize(3).
    static func uuid() -> String {
        var id = sd_id128_t()
        // getrandom(2) returns this few bytes without fail once the machine has booted.
        precondition(sd_id128_randomize(&id) >= 0, "the kernel has no random bytes")
        var text = [CChar](repeating: 0, count: 37)
        _ = sd_id128_to_uuid_string(id, &text)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

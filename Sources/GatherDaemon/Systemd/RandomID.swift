import CSystemd

/// IDs that nobody else will make.
enum RandomID {
    /// A random UUID (version 4) in lower case, sd_id128_randomize(3).
    static func uuid() -> String {
        var id = sd_id128_t()
        // getrandom(2) gives so few bytes without fail once the machine has booted.
        precondition(sd_id128_randomize(&id) >= 0, "the kernel has no random bytes")
        var text = [CChar](repeating: 0, count: 37)
        _ = sd_id128_to_uuid_string(id, &text)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

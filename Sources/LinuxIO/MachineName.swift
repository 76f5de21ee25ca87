import Glibc

/// The name of this machine.
public enum MachineName {
    /// The name as it is set now, gethostname(2); nil if there is none.
    public static var current: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let name = String(
            decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? nil : name
    }
}

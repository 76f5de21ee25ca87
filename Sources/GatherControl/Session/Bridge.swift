import Glibc
import LinuxIO

/// The greeting on a bridge before the daemon's own messages: `gatherctl-bridge`, and the boot time
/// of its machine in microseconds; then that time once more for each empty line.
enum Bridge {
    /// The beginning of each line that a bridge sends before the daemon's messages.
    static let sign = "gatherctl-bridge "
    static let question = UInt8(ascii: "\n")

    static func line(at boottime: Duration) -> [UInt8] {
        Array("\(sign)\(boottime.wholeMicroseconds)\n".utf8)
    }
}

/// Reads what a bridge sends before the daemon's messages.
struct Greeting {
    private var line: [UInt8] = []
    private var skipped = 0

    /// The bytes of other output that are skipped, such as a shell's before it starts the program.
    private static let limit = 16_384

    /// Reads the bytes that have arrived.
    ///
    /// - Returns: The boot time in them, if there is one.
    /// - Throws: A ``SystemError`` if this is no bridge.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Duration? {
        var stamp: Duration?
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            stamp = Self.stamp(line) ?? stamp
            skipped += line.count
            line.removeAll(keepingCapacity: true)
        }
        guard skipped + line.count <= Self.limit else { throw SystemError(EPROTO) }
        return stamp
    }

    /// Returns the boot time at the end of a line; a shell may have begun the line, for example
    /// with the title of the terminal.
    private static func stamp(_ line: [UInt8]) -> Duration? {
        let text = String(decoding: line, as: UTF8.self)
        guard let blank = text.lastIndex(of: " "), text[...blank].hasSuffix(Bridge.sign) else {
            return nil
        }
        return Int(digits: text[blank...].dropFirst()).map { .microseconds($0) }
    }
}

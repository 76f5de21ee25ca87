import Glibc
import LinuxIO

/// Standard input, on which questions are answered.
final class Input {
    let isTerminal: Bool
    let descriptor: Descriptor

    /// The longest answer in bytes; an answer is a word.
    private static let longestLine = 4_096

    init(_ descriptor: Descriptor, isTerminal: Bool) {
        self.descriptor = descriptor
        self.isTerminal = isTerminal
    }

    /// Reads a line without showing it, without its line end; nil at the end of the input.
    ///
    /// The question is asked once the answer would not be shown.
    func secretLine(prompt: () -> Void) throws(SystemError) -> String? {
        let line = try SecretInput.line(from: descriptor, limit: Self.longestLine, prompt: prompt)
        return line.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Reads until the end of the input.
    ///
    /// - Parameter limit: The most bytes; more are an error.
    /// - Throws: A ``SystemError``; `EFBIG` if there are more bytes.
    func contents(limit: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            _ = try descriptor.waitUntilReadable(timeout: nil)
            guard let count = try descriptor.read(into: &buffer) else { continue }
            if count == 0 { return bytes }
            bytes += buffer[..<count]
            guard bytes.count <= limit else { throw SystemError(EFBIG) }
        }
    }

    /// Reads a line, without its line end; nil at the end of the input.
    func line() -> String? {
        var line: [UInt8] = []
        var byte: [UInt8] = [0]
        while line.count < Self.longestLine {
            _ = try? descriptor.waitUntilReadable(timeout: nil)
            guard let count = try? descriptor.read(into: &byte), count > 0 else {
                return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
            }
            if byte[0] == UInt8(ascii: "\n") { break }
            line.append(byte[0])
        }
        return String(decoding: line, as: UTF8.self)
    }
}

import FoundationEssentials
import Glibc

/// A directory that is removed, with all that is in it, when nobody holds it any more.
final class TemporaryDirectory: Sendable {
    /// Where it is; short enough for sockets.
    let path: String

    /// Makes an empty directory.
    init() throws {
        var template = Array("/tmp/gatherd.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CocoaError(.fileWriteUnknown) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of a file in it.
    func file(_ name: String) -> String { "\(path)/\(name)" }
}

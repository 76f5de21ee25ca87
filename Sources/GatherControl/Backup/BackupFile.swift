import Glibc
import LinuxIO

/// A file that a backup is written to: it has its name only when it is complete.
struct BackupFile {
    /// Its path when it is complete.
    let path: String
    /// True if it may replace another file.
    let replaces: Bool

    /// The path until then.
    var building: String { Files.hidden(beside: path) }

    /// Makes the file in a directory, with a name of its own, or at a path.
    ///
    /// - Parameters:
    ///   - place: The directory or the path.
    ///   - pitch: The pitch that it is of; nil for none.
    ///   - wall: The time by the wall clock.
    init(at place: String, pitch: String?, wall: Duration) {
        guard place.hasSuffix("/") || Files.isDirectory(place) else {
            (path, replaces) = (place, true)
            return
        }
        let directory = place.hasSuffix("/") && place != "/" ? String(place.dropLast()) : place
        let stem = "\(directory)/\(Self.prefix(pitch))\(UniversalTime(wall).compact)"
        var path = stem + Self.suffix
        var number = 2
        while Files.exists(path) {
            path = "\(stem)-\(number)\(Self.suffix)"
            number += 1
        }
        (self.path, replaces) = (path, false)
    }

    /// The beginning of the names of backups in a directory.
    private static func prefix(_ pitch: String?) -> String {
        pitch.map { "gatherd@\($0)-" } ?? "gatherd-"
    }

    private static let suffix = ".db"

    /// Makes the file without its name, in the place of one that was interrupted.
    ///
    /// - Returns: The file, and the lock by which others see that it is being written.
    func make() throws(SystemError) -> (file: Descriptor, lock: Descriptor?) {
        if !replaces { removeInterrupted() }
        if Files.exists(building) {
            guard try Files.lockFile(building) != nil else { throw SystemError(EBUSY) }
            try Files.remove(building)
        }
        let file = try Files.make(building)
        return (file, try? Files.lockFile(building))
    }

    /// Removes what interrupted backups have left in the directory.
    private func removeInterrupted() {
        let directory = Files.directory(of: path)
        for name in (try? Files.names(in: directory)) ?? [] {
            let hidden = "\(directory)/\(name)"
            guard name.hasPrefix(".gatherd"), name.hasSuffix(Self.suffix + ".gatherctl"),
                (try? Files.kind(at: hidden)) == .file, (try? Files.lockFile(hidden)) != nil
            else { continue }
            try? Files.remove(hidden)
        }
    }

    /// Gives the complete file its name.
    func finish() throws(SystemError) {
        // Another one may have come meanwhile.
        if !replaces, Files.exists(path) { throw SystemError(EEXIST) }
        try Files.rename(building, to: path)
        try Files.synchronizeDirectory(Files.directory(of: path))
    }

    /// Removes the oldest backups of a directory, those of the same pitch.
    ///
    /// - Parameter count: The number of those that stay.
    /// - Returns: The number of those that were removed.
    static func removeOld(
        in directory: String, pitch: String?, keeping count: Int
    ) throws(SystemError) -> Int {
        let prefix = prefix(pitch)
        let names = try Files.names(in: directory).filter { isName($0, after: prefix) }.sorted()
        let old = names.dropLast(count)
        for name in old { try Files.remove("\(directory)/\(name)") }
        return old.count
    }

    /// Returns true for `20261121T154210Z.db` or `20261121T154210Z-2.db` after a prefix.
    private static func isName(_ name: String, after prefix: String) -> Bool {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return false }
        let stamp = Array(name.dropFirst(prefix.count).dropLast(suffix.count).utf8)
        guard stamp.count >= 16, stamp[8] == UInt8(ascii: "T"), stamp[15] == UInt8(ascii: "Z")
        else { return false }
        let digits = stamp[..<8] + stamp[9..<15]
        let isStamp = digits.allSatisfy { (0x30...0x39).contains($0) }
        return isStamp
            && (stamp.count == 16
                || stamp[16] == UInt8(ascii: "-")
                    && Int(String(decoding: stamp[17...], as: UTF8.self)) != nil)
    }
}

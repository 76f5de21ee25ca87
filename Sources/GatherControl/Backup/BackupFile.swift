import GatherAPI
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
        // Also that of one which is being written, by somebody who asked in the same second.
        while Files.exists(path) || Files.exists(Files.hidden(beside: path)) {
            path = "\(stem)-\(number)\(Self.suffix)"
            number += 1
        }
        (self.path, replaces) = (path, false)
    }

    /// Returns the beginning of the names of backups in a directory.
    private static func prefix(_ pitch: String?) -> String {
        pitch.map { "gatherd@\($0)-" } ?? "gatherd-"
    }

    private static let suffix = ".db"

    /// Returns the reason why it may not replace what is there; nil for nothing, for an empty file,
    /// and for a database of gatherd, such as an earlier backup.
    func objection() throws(SystemError) -> String? {
        guard let kind = try Files.kind(at: path) else { return nil }
        if let objection = FilePresenter.objection(to: kind) { return objection }
        let header = try Files.open(path).read(DatabaseFile.headerSize, at: 0)
        return header.isEmpty || DatabaseFile.isHeader(header)
            ? nil : tr("it is not a database of gatherd, and is not replaced")
    }

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

    /// Removes the oldest backups in the directory of this one, those of the same pitch.
    ///
    /// This one stays, also if the clock was set back. One with a later time was made by a clock
    /// that was wrong, and would stay for as long as that time has not come: it goes first.
    ///
    /// - Parameter count: The number of those that stay, this one among them.
    func removeOld(pitch: String?, keeping count: Int) throws(SystemError) {
        let (directory, prefix) = (Files.directory(of: path), Self.prefix(pitch))
        let own = Self.order(String(path.dropFirst(directory.utf8.count + 1)), after: prefix)
        let others = try Files.names(in: directory).filter { "\(directory)/\($0)" != path }
            .compactMap { name in Self.order(name, after: prefix).map { (name: name, order: $0) } }
            .sorted { one, other in
                let isPast = (one.order.0 <= (own?.0 ?? ""), other.order.0 <= (own?.0 ?? ""))
                return isPast.0 == isPast.1 ? one.order < other.order : isPast.1
            }
        for other in others.dropLast(count - 1) { try Files.remove("\(directory)/\(other.name)") }
    }

    /// Returns the stamp and the number of `20261121T154210Z.db` or `20261121T154210Z-2.db` after a
    /// prefix; nil for another name.
    private static func order(_ name: String, after prefix: String) -> (String, Int)? {
        guard name.hasPrefix(prefix), name.hasSuffix(suffix) else { return nil }
        let stamp = Array(name.dropFirst(prefix.count).dropLast(suffix.count).utf8)
        guard stamp.count >= 16, stamp[8] == UInt8(ascii: "T"), stamp[15] == UInt8(ascii: "Z")
        else { return nil }
        let digits = stamp[..<8] + stamp[9..<15]
        guard digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let text = String(decoding: stamp[..<16], as: UTF8.self)
        if stamp.count == 16 { return (text, 1) }
        guard stamp[16] == UInt8(ascii: "-") else { return nil }
        return Int(String(decoding: stamp[17...], as: UTF8.self)).map { (text, $0) }
    }

    /// True if the file would be among those of a daemon's state.
    var isInState: Bool {
        Files.exists("\(Files.directory(of: path))/\(StandardPaths.lockName)")
    }
}

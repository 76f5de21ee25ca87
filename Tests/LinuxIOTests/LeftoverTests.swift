import Glibc
import LinuxIO
import Testing

/// Temporary directories that a process has left which was killed.
struct LeftoverTests {
    private static let prefix = "gatherd-left-"
    private let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func remove(isNeeded: (String) -> Bool = { _ in false }) {
        LinuxIO.TemporaryDirectory.removeLeftovers(
            in: place.path, named: Self.prefix, isNeeded: isNeeded)
    }

    /// Makes a directory with a file in it, and returns its path.
    private func make(_ name: String) throws -> String {
        let path = place.file(name)
        try Files.makeDirectory("\(path)/state")
        try Files.put([1], at: "\(path)/state/a", by: "\(path)/b")
        return path
    }

    @Test("what was left is removed, and what is needed or something else stays")
    func leftovers() throws {
        let held = try LinuxIO.TemporaryDirectory(in: place.path, named: Self.prefix)
        let left = try make(Self.prefix + "AAAAAA")
        let needed = try make(Self.prefix + "BBBBBB")
        let others = try [make(Self.prefix + "short"), make("other")]
        let (link, file) = (place.file(Self.prefix + "CCCCCC"), place.file(Self.prefix + "DDDDDD"))
        #expect(symlink(others[1], link) == 0)
        try Files.put([1], at: file, by: place.file("a"))
        remove { $0 == needed }
        #expect(!Files.exists(left))
        for path in [held.path, needed, link, file] + others { #expect(Files.exists(path)) }
        #expect(Files.exists("\(others[1])/state/a"))
        withExtendedLifetime(held) {}
    }

    @Test("where others may put something in its place nothing is removed")
    func untrusted() throws {
        let left = try make(Self.prefix + "AAAAAA")
        #expect(chmod(place.path, 0o777) == 0)
        remove()
        #expect(Files.exists(left))
        #expect(chmod(place.path, 0o1777) == 0)
        remove()
        #expect(!Files.exists(left))
    }
}

import Glibc
import LinuxIO
import Testing

struct FilesTests {
    private static func permissions(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    @Test("a directory is made for its owner alone, and those above it as well")
    func makeDirectory() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a/b//c/")
        try Files.makeDirectory(directory.file("a"))
        #expect(
            try Files.makeDirectory(path) == [directory.file("a/b"), directory.file("a/b/c")])
        #expect(try Files.makeDirectory(path) == [])
        for name in ["a", "a/b", "a/b/c"] {
            #expect(Self.permissions(of: directory.file(name)) == 0o700)
        }
        #expect(Files.isDirectory(path))
    }

    @Test("a directory that is there stays as it is")
    func existing() throws {
        let directory = try TemporaryDirectory()
        #expect(chmod(directory.path, 0o755) == 0)
        try Files.makeDirectory(directory.path)
        try Files.makeDirectory("/")
        #expect(Self.permissions(of: directory.path) == 0o755)
    }

    @Test("a file in the way is an error")
    func inTheWay() throws {
        let directory = try TemporaryDirectory()
        _ = try UnixSocket.listen(at: directory.file("s"))
        #expect(throws: SystemError(ENOTDIR)) { try Files.makeDirectory(directory.file("s")) }
        #expect(throws: SystemError.self) { try Files.makeDirectory(directory.file("s/x")) }
    }

    @Test("a link in the way that leads to nothing, or to itself, is told from a file")
    func linkInTheWay() throws {
        let directory = try TemporaryDirectory()
        let (nowhere, loop) = (directory.file("nowhere"), directory.file("loop"))
        try #require(symlink("not-mounted/a", nowhere) == 0 && symlink("loop", loop) == 0)
        for below in ["", "/b"] {
            #expect(throws: SystemError(ENOENT)) { try Files.makeDirectory(nowhere + below) }
            #expect(throws: SystemError(ELOOP)) { try Files.makeDirectory(loop + below) }
        }
        try Files.makeDirectory(directory.file("not-mounted/a"))
        #expect(try Files.makeDirectory(nowhere) == [])
    }

    @Test("it tells directories, sockets and nothing apart, and removes files")
    func kinds() throws {
        let directory = try TemporaryDirectory()
        let socket = directory.file("s")
        #expect(Files.isDirectory(directory.path))
        #expect(!Files.isSocket(directory.path))
        #expect(!Files.exists(socket))
        _ = try UnixSocket.listen(at: socket)
        #expect(Files.isSocket(socket))
        #expect(!Files.isDirectory(socket))
        #expect(Files.exists(socket))
        try Files.remove(socket)
        #expect(!Files.exists(socket))
        #expect(throws: SystemError(ENOENT)) { try Files.remove(socket) }
    }

    @Test("a file is known by what it is, whose it is, and who may use it")
    func status() throws {
        let directory = try TemporaryDirectory()
        let (file, link) = (directory.file("a"), directory.file("b"))
        try Files.put([1], at: file, by: directory.file("c"))
        #expect(symlink(file, link) == 0)
        try Files.permit(0o640, to: file)
        try Files.setGroup(of: file, to: getegid())
        let status = try #require(try Files.status(of: link))
        #expect(status.kind == .file)
        #expect(status.permissions == 0o640)
        #expect(status.owner == geteuid())
        #expect(status.group == getegid())
        #expect(try Files.status(of: link, followingLink: false)?.kind == .link)
        #expect(try Files.status(of: directory.file("none")) == nil)
        #expect(throws: SystemError(ENOTDIR)) { try Files.status(of: directory.file("a/b")) }
    }

    @Test("a pipe that nobody writes to is not waited for, unless it is to be")
    func pipe() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(try Files.contents(of: path, limit: 8, waiting: false) == [])
        let writer = Descriptor(owning: Glibc.open(path, O_RDWR | O_CLOEXEC))
        #expect(try Files.contents(of: path, limit: 8, waiting: false) == [])
        withExtendedLifetime(writer) {}
    }

    @Test("a locked file is locked against everybody else until the lock is let go")
    func lockFile() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("lock")
        var lock = try Files.lockFile(path)
        #expect(lock != nil)
        #expect(Self.permissions(of: path) == 0o600)
        #expect(try Files.lockFile(path) == nil)
        #expect(try Files.lockFile(path) == nil, "an attempt does not take it away")
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(try Files.lockFile(path) != nil)
        #expect(throws: SystemError(ENOENT)) { try Files.lockFile(directory.file("none/lock")) }
    }

    @Test("a locked directory is locked against everybody else until the lock is let go")
    func lockDirectory() throws {
        let directory = try TemporaryDirectory()
        var lock: Descriptor? = try Files.lockDirectory(directory.path)
        let other = Descriptor(owning: open(directory.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        #expect(flock(other.number, LOCK_EX | LOCK_NB) == -1)
        withExtendedLifetime(lock) {}
        lock = nil
        #expect(flock(other.number, LOCK_EX | LOCK_NB) == 0)
        #expect(throws: SystemError(ENOENT)) { try Files.lockDirectory(directory.file("none")) }
    }

    @Test("a directory is synchronised, and one that is not there is an error")
    func synchronize() throws {
        let directory = try TemporaryDirectory()
        try Files.synchronizeDirectory(directory.path)
        #expect(throws: SystemError(ENOENT)) {
            try Files.synchronizeDirectory(directory.file("none"))
        }
    }

    @Test("the limit of descriptors is raised at most, never lowered")
    func descriptorLimit() {
        func limit() -> rlim_t {
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            return limit.rlim_cur
        }
        let before = limit()
        Files.raiseDescriptorLimit(to: 1)
        #expect(limit() == before)
        Files.raiseDescriptorLimit(to: Int(before) + 1)
        #expect(limit() >= before && limit() <= before + 1)
    }

    @Test("a file is put in the place of another, and a link that is in the way is not followed")
    func put() throws {
        let directory = try TemporaryDirectory()
        let (path, building) = (directory.file("a"), directory.file("b"))
        try Files.put([1], at: path, by: building)
        try Files.put([2, 3], at: directory.file("other"), by: building)
        #expect(symlink(directory.file("other"), building) == 0)
        try Files.put([4], at: path, by: building)
        #expect(try Files.contents(of: path, limit: 8) == [4])
        #expect(try Files.contents(of: directory.file("other"), limit: 8) == [2, 3])
        #expect(Set(try Files.names(in: directory.path)) == ["a", "other"])
        #expect(throws: SystemError(ENOENT)) {
            try Files.put([5], at: directory.file("no/a"), by: directory.file("no/b"))
        }
        #expect(mkdir(directory.file("d"), 0o700) == 0)
        #expect(throws: SystemError(EISDIR)) {
            try Files.put([5], at: directory.file("d"), by: building)
        }
        #expect(!Files.exists(building))
    }
}

import Glibc
import LinuxIO
import Testing

struct UnfinishedFileTests {
    @Test("a signal removes the file, and then does what it does otherwise")
    func signals() throws {
        let directory = try TemporaryDirectory()
        let path = directory.file("a")
        try Files.put([1], at: path, by: directory.file("b"))
        // Otherwise it would be this process's end.
        let before = signal(SIGHUP) { _ in }
        defer { signal(SIGHUP, before) }
        var file = UnfinishedFile(path)
        // A backup in another test may have one.
        while !file.isGuarded {
            sched_yield()
            file = UnfinishedFile(path)
        }
        #expect(!UnfinishedFile(directory.file("b")).isGuarded)
        Self.unblocked(SIGHUP) { pthread_kill(pthread_self(), SIGHUP) }
        #expect(!Files.exists(path))
        withExtendedLifetime(file) {}
    }

    /// Does something while this thread takes a signal: those of Dispatch take none.
    private static func unblocked(_ number: Int32, _ body: () -> Void) {
        var (wanted, before) = (sigset_t(), sigset_t())
        sigemptyset(&wanted)
        sigaddset(&wanted, number)
        pthread_sigmask(SIG_UNBLOCK, &wanted, &before)
        body()
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}

import Glibc
import LinuxIO
import Testing

struct EndSignalsTests {
    // Without an alarm, which would be this process's end.
    @Test("a signal wakes who waits for it, whether it has come before or not")
    func wait() throws {
        let ends = try EndSignals([SIGUSR2], timeout: .zero, message: "")
        kill(getpid(), SIGUSR2)
        ends.wait()
        for _ in 0..<3 {
            pthread_kill(pthread_self(), SIGUSR2)
            ends.wait()
        }
        signal(SIGUSR2, SIG_DFL)
        signal(SIGALRM, SIG_DFL)
    }
}

struct CapacityTests {
    @Test("as many descriptors and threads are found as are asked for, and none is kept")
    func capacity() {
        for _ in 0..<100 {
            #expect(Capacity.threads(upTo: 16) == 16)
            #expect(Capacity.descriptors(upTo: 32) == 32)
        }
        #expect(Capacity.descriptors(upTo: 0) == 0)
    }
}

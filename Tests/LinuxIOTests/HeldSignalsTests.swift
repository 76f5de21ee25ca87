import Glibc
import LinuxIO
import Testing

@Suite(.serialized) struct HeldSignalsTests {
    @Test("a signal that has come is read, and does nothing else meanwhile")
    func read() throws {
        let held = try HeldSignals([SIGWINCH])
        #expect(held.next() == nil)
        pthread_kill(pthread_self(), SIGWINCH)
        #expect(held.next() == SIGWINCH)
        #expect(held.next() == nil)
    }

    @Test("a signal that is ignored stays so")
    func ignored() throws {
        let before = signal(SIGWINCH, SIG_IGN)
        defer { signal(SIGWINCH, before) }
        let held = try HeldSignals([SIGWINCH])
        pthread_kill(pthread_self(), SIGWINCH)
        #expect(held.next() == nil)
    }

    @Test("one that is forgotten has not come")
    func forgotten() throws {
        let held = try HeldSignals([SIGWINCH, SIGURG])
        HeldSignals.forget(SIGWINCH)
        for number in [SIGWINCH, SIGURG] { pthread_kill(pthread_self(), number) }
        HeldSignals.forget(SIGWINCH)
        #expect(held.next() == SIGURG)
        #expect(held.next() == nil)
    }
}

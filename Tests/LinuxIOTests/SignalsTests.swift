import Dispatch
import Glibc
import LinuxIO
import Testing

struct SignalsTests {
    @Test("every signal calls its handler on the queue instead of ending the process")
    func handle() async {
        let queue = DispatchQueue(label: "SignalsTests")
        let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
        let sources = Signals.handle([SIGUSR2, SIGWINCH], on: queue) {
            dispatchPrecondition(condition: .onQueue(queue))
            continuation.yield()
        }
        var iterator = calls.makeAsyncIterator()
        for number in [SIGUSR2, SIGWINCH, SIGUSR2] {
            kill(getpid(), number)
            #expect(await iterator.next() != nil)
        }
        for source in sources { source.cancel() }
    }
}

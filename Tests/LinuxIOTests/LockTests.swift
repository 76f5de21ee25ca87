import Dispatch
import LinuxIO
import Testing

struct LockTests {
    @Test("threads that meet at a lock wait for each other")
    func meeting() {
        let counts = Lock([0, 0])
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<10_000 {
                counts.withLock { counts in
                    counts[0] += 1
                    counts[1] = counts[0]
                }
            }
        }
        #expect(counts.withLock { $0 } == [80_000, 80_000])
    }

    @Test("a body that throws gives the lock back")
    func throwing() {
        let names = Lock(["Reds"])
        #expect(throws: CancellationError.self) {
            try names.withLock { names in
                names.append("Blues")
                throw CancellationError()
            }
        }
        #expect(names.withLock { $0 } == ["Reds", "Blues"])
    }
}

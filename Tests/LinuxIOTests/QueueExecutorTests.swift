import Dispatch
import LinuxIO
import Testing

struct QueueExecutorTests {
    /// An actor on a queue that sources can share.
    private actor Recorder {
        private let executor: QueueExecutor
        private(set) var numbers: [Int] = []

        init(executor: QueueExecutor) {
            self.executor = executor
        }

        nonisolated var unownedExecutor: UnownedSerialExecutor {
            executor.asUnownedSerialExecutor()
        }

        func append(_ number: Int) {
            dispatchPrecondition(condition: .onQueue(executor.queue))
            numbers.append(number)
        }
    }

    @Test("callbacks that enter an actor by assumeIsolated keep their order")
    func order() async {
        let executor = QueueExecutor(label: "QueueExecutorTests")
        let recorder = Recorder(executor: executor)
        for number in 0..<2_000 {
            executor.queue.async { recorder.assumeIsolated { $0.append(number) } }
        }
        let isInOrder = await recorder.numbers == Array(0..<2_000)
        #expect(isInOrder)
    }

    @Test("what is awaited runs on the queue as well, between the callbacks")
    func awaited() async {
        let executor = QueueExecutor(label: "QueueExecutorTests")
        let recorder = Recorder(executor: executor)
        for number in 0..<100 {
            executor.queue.async { recorder.assumeIsolated { $0.append(2 * number) } }
            await recorder.append(2 * number + 1)
        }
        #expect(await recorder.numbers == Array(0..<200))
    }
}

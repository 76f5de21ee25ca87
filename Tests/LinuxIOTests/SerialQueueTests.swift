import Dispatch
import LinuxIO
import Testing

struct SerialQueueTests {
    /// Plain objects of a queue.
    private final class Recorder {
        private let queue: SerialQueue
        private(set) var numbers: [Int] = []

        init(queue: SerialQueue) { self.queue = queue }

        func append(_ number: Int) {
            dispatchPrecondition(condition: .onQueue(queue.dispatch))
            numbers.append(number)
        }

        /// Has somebody else call back.
        func append(by caller: DispatchQueue) {
            let append = queue.bound { [weak self] number in self?.append(number) }
            let queue = queue.dispatch
            for number in 0..<1_000 { caller.sync { queue.async { append(number) } } }
        }

        func appendLater(_ number: Int) {
            queue.later { [self] in append(number) }
        }
    }

    private let owner = QueueOwner<Recorder>(label: "SerialQueueTests")

    init() { owner.begin { Recorder(queue: owner.queue) } }

    private var numbers: [Int]? { owner.sync { $0.numbers } }

    @Test("what enters a queue keeps its order")
    func order() {
        for number in 0..<2_000 { owner.async { $0.append(number) } }
        #expect(numbers == Array(0..<2_000))
    }

    @Test("a bound closure is called back on its queue, in order")
    func bound() {
        owner.sync { $0.append(by: DispatchQueue(label: "caller")) }
        #expect(numbers == Array(0..<1_000))
    }

    @Test("what is to run later runs after the turn")
    func later() {
        owner.sync { recorder in
            recorder.appendLater(2)
            recorder.append(1)
        }
        #expect(numbers == [1, 2])
    }

    @Test("what enters after the end finds nobody, and the objects are gone")
    func end() throws {
        let held = try #require(owner.sync { QueueOwner<Recorder>.Weak($0) })
        let owner = owner
        owner.queue.dispatch.sync { owner.end() }
        #expect(numbers == nil)
        #expect(owner.queue.dispatch.sync { held.isGone })
    }
}

extension QueueOwner where Objects: AnyObject {
    /// Tells whether an object is gone.
    fileprivate final class Weak: @unchecked Sendable {
        private weak var object: Objects?

        init(_ object: Objects) { self.object = object }

        var isGone: Bool { object == nil }
    }
}

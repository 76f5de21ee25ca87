import Dispatch
import FoundationEssentials
import GatherCore
import LinuxIO
import Testing

@testable import GatherDaemon

@Suite("Readings beside the store")
struct ArchiveGateTests {
    private static func addition(_ number: Int) -> EventStore.Addition {
        let moment = Moment(boottime: .seconds(number), wall: TestStore.wall, boot: "b")
        let event: Event =
            if number == 1 {
                .opened(id: "one", time: .standard, teamAName: "Reds", teamBName: "Blues")
            } else {
                .scoreAdded(.teamA, delta: number % 2 == 0 ? 1 : -1)
            }
        let recorded = RecordedEvent(
            number: number, step: number, moment: moment, operatorUID: nil, event: event)
        return .init(events: [recorded], gather: number == 1 ? nil : 1, id: "one", moment: moment)
    }

    @Test("the write-ahead log is begun anew, though somebody always reads")
    func log() throws {
        let directory = try Scratch.directory()
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let store = try TestStore.open(directory)
        _ = try store.append(Self.addition(1))
        let isOver = Lock(false)
        let readers = DispatchGroup()
        let gate = store.gate
        DispatchQueue(label: "readers").async(group: readers) {
            while !isOver.withLock({ $0 }) {
                // Long enough for a commit to come before the end.
                _ = gate.read { tables throws(StoreError) in
                    for _ in 1...100 { _ = try tables.newestGather() }
                }
            }
        }
        var sizes: [Int] = []
        for number in 2...(8 * Limits.additionsPerCheckpoint) {
            _ = try store.append(Self.addition(number))
            guard store.isCheckpointDue else { continue }
            try store.checkpoint(shrinking: false)
            sizes.append(try Carver.contents("\(directory)/gather.db-wal").count)
        }
        isOver.withLock { $0 = true }
        readers.wait()
        let (first, last) = (try #require(sizes.first), try #require(sizes.last))
        #expect(last < 2 * first, "\(sizes)")
        try store.close()
    }
}

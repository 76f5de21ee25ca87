import Testing

@testable import GatherDaemon

@Suite("Turns by user")
struct TurnQueueTests {
    private let operators = [1, 2].map { Peer(uid: $0, mayControl: true) }
    private let others = [71, 72].map { Peer(uid: $0, mayControl: false) }

    private func drain(_ queue: inout TurnQueue<String>) -> [String] {
        var taken: [String] = []
        while let next = queue.next() { taken.append(next.element) }
        return taken
    }

    @Test("those who may control come before others, whenever they came")
    func operatorsFirst() {
        var queue = TurnQueue<String>()
        queue.add("other", number: 1, of: others[0])
        queue.add("operator", number: 2, of: operators[0])
        #expect(drain(&queue) == ["operator", "other"])
    }

    @Test("users take turns, and within one it goes by the order of coming")
    func turns() {
        var queue = TurnQueue<String>()
        for number in 1...4 { queue.add("a\(number)", number: number, of: others[0]) }
        queue.add("b1", number: 5, of: others[1])
        queue.add("b2", number: 6, of: others[1])
        #expect(drain(&queue) == ["a1", "b1", "a2", "b2", "a3", "a4"])
    }

    @Test("what goes on comes before all else of its user, and not before another's")
    func goesOn() {
        var queue = TurnQueue<String>()
        queue.add("a1", number: 1, of: others[0])
        queue.add("a2", number: 2, of: others[0])
        queue.add("b1", number: 3, of: others[1])
        #expect(queue.next()?.element == "a1")
        queue.add("a1 goes on", number: 1, of: others[0], first: true)
        #expect(drain(&queue) == ["b1", "a1 goes on", "a2"])
    }

    @Test("what is removed has no turn, and leaves nothing behind")
    func removed() {
        var queue = TurnQueue<String>()
        queue.add("stays", number: 0, of: others[0])
        for number in 1...100_000 {
            queue.add("goes", number: number, of: others[number % 2])
            queue.remove(number)
        }
        queue.remove(-7)
        #expect(queue.count == 1)
        #expect(queue.placeholders < 100)
        #expect(drain(&queue) == ["stays"])
        #expect(queue.next() == nil)
    }

    @Test("elements of a kind can be taken out of turn")
    func removeAll() {
        var queue = TurnQueue<String>()
        for (number, element) in ["a", "bb", "c", "dd"].enumerated() {
            queue.add(element, number: number, of: operators[number % 2])
        }
        let taken = queue.removeAll { $0.count == 2 }
        #expect(taken.map(\.element).sorted() == ["bb", "dd"])
        #expect(drain(&queue) == ["a", "c"])
    }

    @Test("everything that is added is taken once, in any order of doing so")
    func random() {
        var numbers = SystemRandomNumberGenerator()
        var queue = TurnQueue<Int>()
        var (waiting, taken): (Set<Int>, Set<Int>) = ([], [])
        for number in 0..<5_000 {
            let peer = (operators + others)[Int.random(in: 0...3, using: &numbers)]
            queue.add(number, number: number, of: peer, first: number % 5 == 0)
            waiting.insert(number)
            for _ in 0..<Int.random(in: 0...2, using: &numbers) {
                guard let next = queue.next() else { break }
                #expect(waiting.remove(next.element) != nil)
                taken.insert(next.element)
            }
            if number % 7 == 0, let one = waiting.randomElement(using: &numbers) {
                waiting.remove(one)
                queue.remove(one)
            }
            #expect(queue.count == waiting.count)
        }
        while let next = queue.next() { #expect(waiting.remove(next.element) != nil) }
        #expect(waiting.isEmpty)
    }
}

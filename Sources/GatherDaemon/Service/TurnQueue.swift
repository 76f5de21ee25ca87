/// What waits for its turn, by user: those who may control the match come before those who may
/// look, and within either the users take turns, however much each of them wants.
///
/// As sshd's `MaxStartups` and dbus-daemon do, it counts users and not connections.
struct TurnQueue<Element> {
    /// One class of users, and what waits for each of them in the order it came.
    private struct Users {
        var order = Line<UInt32>()
        var waiting: [UInt32: Line<Int>] = [:]
    }

    private var elements: [Int: (element: Element, peer: Peer)] = [:]
    private var operators = Users()
    private var others = Users()

    /// The number of elements that wait.
    var count: Int { elements.count }

    /// How many places in lines there are, those of elements that were removed included.
    var placeholders: Int {
        [operators, others].reduce(0) { $0 + $1.waiting.values.reduce(0) { $0 + $1.count } }
    }

    /// Whether an element waits under a number.
    func contains(_ number: Int) -> Bool { elements[number] != nil }

    /// Adds an element under a number that no other has.
    ///
    /// - Parameter first: Whether it comes before all else of its user, as what has begun does.
    mutating func add(_ element: Element, number: Int, of peer: Peer, first: Bool = false) {
        elements[number] = (element, peer)
        if peer.mayControl {
            Self.add(number, peer.uid, first, to: &operators)
        } else {
            Self.add(number, peer.uid, first, to: &others)
        }
    }

    /// Takes an element away before its turn; nothing happens if there is none with the number.
    mutating func remove(_ number: Int) {
        guard let peer = elements.removeValue(forKey: number)?.peer else { return }
        if peer.mayControl {
            compact(&operators.waiting[peer.uid])
        } else {
            compact(&others.waiting[peer.uid])
        }
    }

    /// Takes the element whose turn it is; nil if none waits.
    mutating func next() -> (number: Int, element: Element, peer: Peer)? {
        guard let number = next(&operators) ?? next(&others),
            let (element, peer) = elements.removeValue(forKey: number)
        else { return nil }
        return (number, element, peer)
    }

    /// Takes all elements of a kind, in no order.
    mutating func removeAll(
        where isWanted: (Element) -> Bool
    ) -> [(number: Int, element: Element)] {
        let found = elements.filter { isWanted($0.value.element) }
        for number in found.keys { remove(number) }
        return found.map { ($0.key, $0.value.element) }
    }

    private static func add(
        _ number: Int, _ uid: UInt32, _ first: Bool, to users: inout Users
    ) {
        if users.waiting[uid] == nil { users.order.append(uid) }
        if first {
            users.waiting[uid, default: Line()].prepend(number)
        } else {
            users.waiting[uid, default: Line()].append(number)
        }
    }

    private func next(_ users: inout Users) -> Int? {
        while let uid = users.order.removeFirst() {
            // Those that were removed have left their numbers.
            while let number = users.waiting[uid]?.removeFirst() {
                guard elements[number] != nil else { continue }
                users.order.append(uid)
                return number
            }
            users.waiting[uid] = nil
        }
        return nil
    }

    /// Forgets the numbers of elements that are gone before they are many: who comes and goes must
    /// not make it grow.
    private func compact(_ line: inout Line<Int>?) {
        guard let count = line?.count, count > 2 * elements.count + 16 else { return }
        line?.keep { elements[$0] != nil }
    }
}

/// A list that is taken from at its front.
private struct Line<Element> {
    private var elements: [Element] = []
    private var taken = 0

    var count: Int { elements.count - taken }

    mutating func append(_ element: Element) { elements.append(element) }

    mutating func prepend(_ element: Element) {
        guard taken > 0 else { return elements.insert(element, at: 0) }
        taken -= 1
        elements[taken] = element
    }

    mutating func removeFirst() -> Element? {
        guard taken < elements.count else { return nil }
        defer {
            taken += 1
            if taken > 32, 2 * taken > elements.count { keep { _ in true } }
        }
        return elements[taken]
    }

    mutating func keep(_ isWanted: (Element) -> Bool) {
        elements = elements[taken...].filter(isWanted)
        taken = 0
    }
}

/// A queue of waiting elements, by user.
///
/// Users who may control the match come before those who may look. Within either class the users
/// take turns, however many elements each of them has.
///
/// Like sshd's `MaxStartups` and dbus-daemon, it counts users and not connections.
struct TurnQueue<Element> {
    /// One class of users, and the waiting elements of each in the order of arrival.
    private struct Users {
        var order = Deque<UInt32>()
        var waiting: [UInt32: Deque<Int>] = [:]
    }

    private var elements: [Int: (element: Element, peer: Peer)] = [:]
    private var operators = Users()
    private var others = Users()

    /// The number of waiting elements.
    var count: Int { elements.count }

    /// The number of places in the lines, including those of removed elements.
    var placeholders: Int {
        [operators, others].reduce(0) { $0 + $1.waiting.values.reduce(0) { $0 + $1.count } }
    }

    /// Returns true if an element waits under a number.
    func contains(_ number: Int) -> Bool { elements[number] != nil }

    /// Adds an element under a number that no other has.
    ///
    /// - Parameter first: True to put it before all others of its user, because it has already
    ///   begun.
    mutating func add(_ element: Element, number: Int, of peer: Peer, first: Bool = false) {
        elements[number] = (element, peer)
        if peer.mayControl {
            Self.add(number, peer.uid, first, to: &operators)
        } else {
            Self.add(number, peer.uid, first, to: &others)
        }
    }

    /// Removes an element before its turn; does nothing if there is none with the number.
    mutating func remove(_ number: Int) {
        guard let peer = elements.removeValue(forKey: number)?.peer else { return }
        if peer.mayControl {
            compact(&operators.waiting[peer.uid])
        } else {
            compact(&others.waiting[peer.uid])
        }
    }

    /// Removes and returns the element whose turn it is; nil if none waits.
    mutating func next() -> (number: Int, element: Element, peer: Peer)? {
        guard let number = next(&operators) ?? next(&others),
            let (element, peer) = elements.removeValue(forKey: number)
        else { return nil }
        return (number, element, peer)
    }

    /// Removes and returns all matching elements, in no order.
    mutating func removeAll(
        where isWanted: (Element) -> Bool
    ) -> [(number: Int, element: Element)] {
        let found = elements.filter { isWanted($0.value.element) }
        for number in found.keys { remove(number) }
        return found.map { ($0.key, $0.value.element) }
    }

    private static func add(_ number: Int, _ uid: UInt32, _ first: Bool, to users: inout Users) {
        if users.waiting[uid] == nil { users.order.append(uid) }
        if first {
            users.waiting[uid, default: Deque()].prepend(number)
        } else {
            users.waiting[uid, default: Deque()].append(number)
        }
    }

    private func next(_ users: inout Users) -> Int? {
        while let uid = users.order.removeFirst() {
            // Removed elements have left their numbers in the line.
            while let number = users.waiting[uid]?.removeFirst() {
                guard elements[number] != nil else { continue }
                users.order.append(uid)
                return number
            }
            users.waiting[uid] = nil
        }
        return nil
    }

    /// Removes the numbers of elements that are gone before they are many, so that clients who come
    /// and go do not make the line grow.
    private func compact(_ line: inout Deque<Int>?) {
        guard let count = line?.count, count > 2 * elements.count + 16 else { return }
        line?.keep { elements[$0] != nil }
    }
}

/// A list whose elements are removed at its front.
private struct Deque<Element> {
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

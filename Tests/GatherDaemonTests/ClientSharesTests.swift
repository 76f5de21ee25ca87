import GatherCore
import Testing

@testable import GatherDaemon

@Suite("The shares of clients")
struct ClientSharesTests {
    private let root = Peer(uid: 0, mayControl: true)

    private func stranger(_ uid: UInt32) -> Peer { Peer(uid: uid, mayControl: false) }

    private func add(_ count: Int, of peer: Peer, to shares: inout ClientShares) {
        for _ in 0..<count { shares.add(peer) }
    }

    @Test("strangers leave a part to those who may control, who may have all")
    func reserve() {
        var shares = ClientShares(capacity: 80, descriptors: .max)
        add(30, of: stranger(1), to: &shares)
        add(40, of: stranger(2), to: &shares)
        #expect(shares.admission(of: stranger(3)) == .afterClosing(ofUser: 2))
        #expect(shares.admission(of: root) == .admitted)
        add(10, of: root, to: &shares)
        #expect(shares.isFull)
        #expect(shares.admission(of: root) == .afterClosing(ofUser: 2))
    }

    @Test("each user keeps a few, whatever happens")
    func kept() {
        var shares = ClientShares(capacity: 80, descriptors: .max)
        let kept = Limits.connectionsKept
        for uid in 1...8 { add(kept, of: stranger(UInt32(uid)), to: &shares) }
        add(70 - 8 * kept, of: stranger(9), to: &shares)
        #expect(shares.othersWithMost == [])
        #expect(shares.admission(of: stranger(10)) == .noRoom)
        #expect(shares.admission(of: root) == .admitted)
    }

    @Test("one user has no more than its share, and gets it back")
    func ofOneUser() {
        var shares = ClientShares(capacity: 4_096, descriptors: .max)
        add(Limits.connectionsPerUser, of: stranger(1), to: &shares)
        #expect(shares.admission(of: stranger(1)) == .userIsFull)
        #expect(shares.admission(of: stranger(2)) == .admitted)
        shares.remove(stranger(1), holding: .init())
        #expect(shares.admission(of: stranger(1)) == .admitted)
        #expect(shares.connections(of: 1) == Limits.connectionsPerUser - 1)
    }

    @Test("where there are few descriptors, strangers have fewer")
    func fewDescriptors() {
        var shares = ClientShares(capacity: 4_096, descriptors: 80)
        add(70, of: stranger(1), to: &shares)
        #expect(shares.admission(of: stranger(2)) == .afterClosing(ofUser: 1))
        #expect(shares.admission(of: root) == .admitted)
    }

    @Test("of those who hold too much together it is the one with the most, in its class")
    func buffers() {
        var shares = ClientShares(capacity: 80, descriptors: .max)
        for peer in [root, stranger(1), stranger(2)] { shares.add(peer) }
        func hold(_ bytes: Int, _ peer: Peer) {
            shares.change(.init(), to: .init(unfinishedBytes: bytes), of: peer)
        }
        hold(Limits.unfinishedBytes, root)
        hold(Limits.unfinishedBytes / 3, stranger(1))
        hold(Limits.unfinishedBytes / 2, stranger(2))
        #expect(shares.userOver(mayControl: true) == nil)
        #expect(shares.userOver(mayControl: false) == nil)
        hold(Limits.unfinishedBytes / 3, stranger(1))
        #expect(shares.userOver(mayControl: false)?.uid == 1)
        #expect(shares.userOver(mayControl: false)?.buffer == .unfinished)
        #expect(shares.userOver(mayControl: true) == nil)
        shares.remove(stranger(1), holding: .init(unfinishedBytes: Limits.unfinishedBytes * 2 / 3))
        #expect(shares.userOver(mayControl: false) == nil)
    }
}

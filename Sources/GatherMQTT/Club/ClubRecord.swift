import GatherClub
import Varlink

/// The copy of the fixtures, and the bound of the numbers of tables.
struct ClubRecord: FileRecord, Equatable {
    var list = FixtureList()
    /// The revision of the newest list that the broker was known to have.
    var published = 0
    var reserved = 0

    static let longest = FixtureList.mostBytes + 256
    private static let version = 1
    /// The greatest bound that is used: enough numbers remain above it for any time of use.
    private static let mostReserved = Table.mostSequence / 4 * 3

    init() {}

    init?(_ bytes: [UInt8]) {
        let value = try? JSONValue(parsing: bytes[...], nesting: 8, values: FixtureList.mostValues)
        guard let object = value?.object, object["version"]?.int == Self.version,
            let reserved = object["sequence"]?.int,
            (0...FixtureList.mostRevision * 2).contains(reserved),
            let list = object["list"]?.object.flatMap(FixtureList.init)
        else { return nil }
        self.list = list
        // An earlier version could follow a number that was so great that no client read the tables
        // any more. The numbers then start again from the clock.
        self.reserved = reserved <= Self.mostReserved ? reserved : 0
        // The record of an earlier version has no such member.
        published = object["published"]?.int ?? list.revision
    }

    var bytes: [UInt8] {
        JSONValue.object([
            "version": .int(Self.version), "sequence": .int(reserved),
            "published": .int(published), "list": .object(list.object),
        ]).bytes + Array("\n".utf8)
    }
}

extension StateSequence {
    /// Continues after the number of a table of another client, so that readers take the next one
    /// of this client.
    ///
    /// A number that leaves no room for greater ones is ignored.
    ///
    /// - Returns: True if the number was greater than all numbers given here, and was not ignored.
    mutating func advance(past other: Table) -> Bool {
        guard other.leavesRoom else { return false }
        return advance(past: other.sequence)
    }
}

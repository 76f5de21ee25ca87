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
    /// The greatest bound that is gone on from: behind it are numbers for longer than anybody
    /// plays.
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
        // An earlier version went beyond any number that somebody had retained, so that nobody read
        // its tables any more. Numbers by the clock are read again.
        self.reserved = reserved <= Self.mostReserved ? reserved : 0
        // That of an earlier version does not say.
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
    /// Goes beyond the number of a table that is another one's, so that readers take the next one;
    /// one that leaves no room is ignored.
    ///
    /// - Returns: True if it was greater than all that were given here, and can be gone beyond.
    mutating func pass(_ other: Table) -> Bool {
        guard other.leavesRoom else { return false }
        return pass(other.sequence)
    }
}

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

    init() {}

    init?(_ bytes: [UInt8]) {
        let value = try? JSONValue(parsing: bytes[...], nesting: 8, values: FixtureList.mostValues)
        guard let object = value?.object, object["version"]?.int == Self.version,
            let reserved = object["sequence"]?.int,
            (0...FixtureList.mostRevision * 2).contains(reserved),
            let list = object["list"]?.object.flatMap(FixtureList.init)
        else { return nil }
        (self.list, self.reserved) = (list, reserved)
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

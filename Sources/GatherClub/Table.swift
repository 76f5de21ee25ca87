public import GatherAPI
import Varlink

/// The tables as the topic `table` has them.
public struct Table: Hashable, Sendable {
    /// Greater than that of any table before.
    public var sequence: Int
    /// The order of teams with equal points; a later version may have others.
    public var order: String
    /// The tables.
    public var groups: [TableGroup]
    /// The results that count in none.
    public var apart: [ApartResult]

    /// The longest message in bytes.
    public static let mostBytes = 1 << 20
    /// The greatest number that is read.
    public static let mostSequence = FixtureList.mostRevision
    /// The most values of one: two teams for each fixture, with a row of eleven.
    private static let mostValues = 32 * FixtureList.most

    /// Makes the table of some standings.
    public init(sequence: Int, order: TableOrder, _ standings: Standings) {
        self.sequence = sequence
        self.order = order.rawValue
        (groups, apart) = (standings.groups, standings.apart)
        // With the longest names of all, the oldest results that are apart are left out.
        while !apart.isEmpty, payload.count > Self.mostBytes {
            apart = Array(apart.prefix(apart.count / 2))
        }
    }

    /// Returns true if another table shows the same.
    public func showsSame(as other: Table) -> Bool {
        order == other.order && groups == other.groups && apart == other.apart
    }

    /// True if greater numbers remain for all later tables.
    ///
    /// This program never makes a table without that room.
    public var leavesRoom: Bool { sequence <= Self.mostSequence / 2 }

    /// Returns true if it is to be shown in place of another table: a newer one, and any in place
    /// of one that leaves no room for a newer one.
    public func replaces(_ other: Table) -> Bool {
        sequence > other.sequence || !other.leavesRoom
    }

    /// The message of the topic.
    public var payload: [UInt8] {
        JSONValue.object([
            "sequence": .int(sequence), "order": .string(order),
            "groups": .array(groups.map(\.json)), "apart": .array(apart.map(\.json)),
        ]).bytes
    }

    /// Reads a message; nil if it is none.
    ///
    /// Fields that are not known are skipped, as are results
    /// that are apart for a reason that is not known.
    public init?(payload: [UInt8]) {
        guard payload.count <= Self.mostBytes,
            let object =
                (try? JSONValue(parsing: payload[...], nesting: 8, values: Self.mostValues))?
                .object,
            let sequence = object["sequence"]?.int,
            (0...Self.mostSequence).contains(sequence), let order = object["order"]?.string,
            order.utf8.count <= 64, let groups = object["groups"]?.array,
            groups.count <= FixtureList.most,
            let tables = try? groups.map({ try TableGroup(json: $0, name: "groups") })
        else { return nil }
        self.sequence = sequence
        self.order = order
        self.groups = tables
        apart = (object["apart"]?.array ?? []).prefix(Standings.mostApart).compactMap {
            try? ApartResult(json: $0, name: "apart")
        }
    }
}

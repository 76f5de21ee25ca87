public import GatherAPI
public import Varlink

/// The fixtures of a club with the revision of their list, as the topic `fixtures` has them.
public struct FixtureList: Hashable, Sendable {
    /// Greater than that of any list before, and close to the wall clock in milliseconds; 0 before
    /// the first.
    public var revision: Int
    /// The fixtures, in the order of the list.
    public var fixtures: [Fixture]

    /// The most fixtures.
    public static let most = InterfaceLimits.fixtures
    /// The greatest revision that is read: in milliseconds it is 140,000 years ahead.
    public static let mostRevision = 1 << 52
    /// The most by which a revision can be ahead of the clock, in milliseconds: clocks differ.
    private static let mostAhead = 10 * 365 * 86_400_000
    /// The first of January 2026: a clock that shows an earlier time was never set.
    private static let earliest = 1_767_225_600_000
    /// The longest list in bytes.
    public static let mostBytes = 1 << 20
    /// The most values of one, as JSON: an object with eight fields for each fixture.
    public static let mostValues = 16 * most

    /// Makes a list.
    public init(revision: Int = 0, fixtures: [Fixture] = []) {
        (self.revision, self.fixtures) = (revision, fixtures)
    }

    /// Returns true for a list that later ones can replace, as the clock goes on.
    ///
    /// - Parameter wall: The wall clock in milliseconds.
    public func leavesRoom(at wall: Int) -> Bool {
        revision <= max(wall, Self.earliest) + Self.mostAhead
    }

    /// Returns the fixture with an ID; nil if there is none.
    public func fixture(_ id: String) -> Fixture? {
        fixtures.first { $0.$id.utf8.elementsEqual(id.utf8) }
    }

    /// A fixture that is wrong, by its place in a list.
    public struct Wrong: Error, Hashable, Sendable {
        /// The place, from 0.
        public let index: Int
        /// The first thing that is wrong with it.
        public let fault: FixtureFault
    }

    /// Checks each of some fixtures, and that no ID is used twice.
    ///
    /// - Throws: ``Wrong`` for the first one that is wrong.
    public static func check(_ fixtures: [Fixture]) throws(Wrong) {
        var ids: Set<String> = []
        for (index, fixture) in fixtures.enumerated() {
            if let fault = fixture.faults.first { throw Wrong(index: index, fault: fault) }
            guard ids.insert(fixture.$id).inserted else {
                throw Wrong(index: index, fault: FixtureFault(.id, .repeated))
            }
        }
    }

    // MARK: - JSON

    /// The list as an object.
    public var object: JSONObject {
        ["revision": .int(revision), "fixtures": .array(fixtures.map(\.json))]
    }

    /// The message of the topic.
    public var payload: [UInt8] { JSONValue.object(object).bytes }

    /// Reads a message; nil if it is none.
    ///
    /// Fields that are not known are skipped.
    public init?(payload: [UInt8]) {
        guard payload.count <= Self.mostBytes,
            let object =
                (try? JSONValue(
                    parsing: payload[...], nesting: 8, values: Self.mostValues))?.object
        else { return nil }
        self.init(object)
    }

    /// Reads the object of a message; nil if it is none.
    public init?(_ object: JSONObject) {
        guard let revision = object["revision"]?.int, (0...Self.mostRevision).contains(revision),
            let values = object["fixtures"]?.array, values.count <= Self.most,
            let fixtures = try? values.map({ try Fixture(json: $0, name: "fixtures") }),
            (try? Self.check(fixtures)) != nil
        else { return nil }
        self.init(revision: revision, fixtures: fixtures)
    }
}

// Made by varlink-gen from Interfaces/Club.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Club`.
public enum ClubMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Club"

    /// All fixtures, in the order of the list.
    case getFixtures = "GetFixtures"
    /// One fixture.
    case getFixture = "GetFixture"
    /// Replace all fixtures.
    case importFixtures = "ImportFixtures"
    /// The tables of all groups, or of this one, and the results that count in none, the newest
    /// first.
    case getTable = "GetTable"
    /// All pitches, in the order of their names.
    case getPitches = "GetPitches"
}

extension ClubMethod {
    /// All fixtures, in the order of the list.
    ///
    /// The revision grows with each change of the list; it is 0 before the first.
    public struct GetFixtures: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `revision` of the interface.
            public var revision: Int

            /// `fixtures` of the interface.
            public var fixtures: [Fixture]

            /// `isLive` of the interface.
            public var isLive: Bool

            /// The reason why they are on this machine alone, to be published once the broker takes
            /// them; nil if they are not.
            public var unpublished: UnpublishedReason?

            /// Makes one of its fields.
            public init(
                revision: Int,
                fixtures: [Fixture],
                isLive: Bool,
                unpublished: UnpublishedReason? = nil
            ) {
                self.revision = revision
                self.fixtures = fixtures
                self.isLive = isLive
                self.unpublished = unpublished
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["revision", "fixtures", "isLive", "unpublished"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("revision", revision.json),
                    .init("fixtures", fixtures.json),
                    .init("isLive", isLive.json),
                ])
                object.append("unpublished", present: unpublished?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                revision = try reader.required("revision")
                fixtures = try reader.required("fixtures")
                isLive = try reader.required("isLive")
                unpublished = reader.hasMore ? try reader.optional("unpublished") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Club.GetFixtures"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

extension ClubMethod {
    /// One fixture.
    public struct GetFixture: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `fixture` of the interface.
            public var fixture: Fixture

            /// Makes one of its fields.
            public init(fixture: Fixture) {
                self.fixture = fixture
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("fixture", fixture.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                fixture = try reader.required("fixture")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Club.GetFixture"

        /// `id` of the interface.
        public var id: String

        /// Makes one of its fields.
        public init(id: String) {
            self.id = id
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("id", id.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
        }
    }
}

extension ClubMethod {
    /// Replace all fixtures.
    ///
    /// They are on disk before the reply. It is for root, the user of the service and the members
    /// of the group 'gather'.
    public struct ImportFixtures: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// The revision of the new list.
            public var revision: Int

            /// True if the broker has taken them; else they are published once it does.
            public var published: Bool

            /// The reason why it has not; nil if it has.
            public var unpublished: UnpublishedReason?

            /// Makes one of its fields.
            public init(revision: Int, published: Bool, unpublished: UnpublishedReason? = nil) {
                self.revision = revision
                self.published = published
                self.unpublished = unpublished
            }

            /// The names of all fields, those that can be left out among them.
            public static let fieldNames = ["revision", "published", "unpublished"]

            /// The fields on the wire.
            public var fields: JSONObject {
                var object = JSONObject([
                    .init("revision", revision.json),
                    .init("published", published.json),
                ])
                object.append("unpublished", present: unpublished?.json)
                return object
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                revision = try reader.required("revision")
                published = try reader.required("published")
                unpublished = reader.hasMore ? try reader.optional("unpublished") : nil
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Club.ImportFixtures"

        /// The lengths that `fixtures` can have.
        public static let fixturesLengthRange = 0...1_000

        /// `fixtures` of the interface.
        public var fixtures: [Fixture]

        /// Makes one of its fields.
        public init(fixtures: [Fixture]) {
            self.fixtures = fixtures
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("fixtures", fixtures.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            fixtures = try reader.required("fixtures")
        }
    }
}

extension ClubMethod {
    /// The tables of all groups, or of this one, and the results that count in none, the newest
    /// first.
    public struct GetTable: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// The order of teams with equal points.
            ///
            /// goal-difference: goal difference, goals scored, then the matches of those teams
            /// against each other. head-to-head: these matches first.
            @Shown public var order: String

            /// In the order of the fixtures.
            public var groups: [TableGroup]

            /// At most 500 of them.
            public var apart: [ApartResult]

            /// True if a connection to the broker has brought it, and it has the results of now.
            public var isLive: Bool

            /// Makes one of its fields.
            public init(order: String, groups: [TableGroup], apart: [ApartResult], isLive: Bool) {
                self.order = order
                self.groups = groups
                self.apart = apart
                self.isLive = isLive
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("order", $order.json),
                    .init("groups", groups.json),
                    .init("apart", apart.json),
                    .init("isLive", isLive.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                order = try reader.required("order")
                groups = try reader.required("groups")
                apart = try reader.required("apart")
                isLive = try reader.required("isLive")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Club.GetTable"

        /// `group` of the interface.
        public var group: String?

        /// Makes one of its fields.
        public init(group: String? = nil) {
            self.group = group
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["group": group?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            group = try reader.optional("group")
        }
    }
}

extension ClubMethod {
    /// All pitches, in the order of their names.
    ///
    /// With 'more', each reply after the first has those that have changed since the one before;
    /// one that is gone is neither online nor has a state.
    public struct GetPitches: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `pitches` of the interface.
            public var pitches: [ClubPitch]

            /// `isLive` of the interface.
            public var isLive: Bool

            /// Makes one of its fields.
            public init(pitches: [ClubPitch], isLive: Bool) {
                self.pitches = pitches
                self.isLive = isLive
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("pitches", pitches.json), .init("isLive", isLive.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                pitches = try reader.required("pitches")
                isLive = try reader.required("isLive")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Club.GetPitches"

        /// Makes one of its fields.
        public init() {}

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {}
    }
}

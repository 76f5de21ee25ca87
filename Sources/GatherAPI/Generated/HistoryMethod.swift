// Made by varlink-gen from Interfaces/History.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.History`.
public enum HistoryMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.History"

    /// The newest gathers first, an open one included: at most so many (1 to 1000, 100 if not
    /// given), and only those opened before the gather with this ID.
    case list = "List"
    /// A match and what happened in it, undone commands included: at most so many events (1 to
    /// 1000, 1000 if not given) after the one with this number.
    case show = "Show"
}

extension HistoryMethod {
    /// The newest gathers first, an open one included: at most so many (1 to 1000, 100 if not
    /// given), and only those opened before the gather with this ID.
    public struct List: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gathers` of the interface.
            public var gathers: [GatherSummary]

            /// Makes one of its fields.
            public init(gathers: [GatherSummary]) {
                self.gathers = gathers
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("gathers", gathers.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gathers = try reader.required("gathers")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.List"

        /// The values that `limit` can have.
        public static let limitRange = 1...1_000

        /// `limit` of the interface.
        public var limit: Int?

        /// `before` of the interface.
        public var before: String?

        /// Makes one of its fields.
        public init(limit: Int? = nil, before: String? = nil) {
            self.limit = limit
            self.before = before
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["limit": limit?.json, "before": before?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            limit = try reader.optional("limit")
            before = try reader.optional("before")
        }
    }
}

extension HistoryMethod {
    /// A match and what happened in it, undone commands included: at most so many events (1 to
    /// 1000, 1000 if not given) after the one with this number.
    ///
    /// The match is the one with this ID, or with the only ID that begins with it (at least 4
    /// characters); the newest one if it is nil. The players are those on its sides and its bench
    /// at the end, or by now.
    public struct Show: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gather` of the interface.
            public var gather: GatherSummary

            /// `entries` of the interface.
            public var entries: [TimelineEntry]

            /// `teamA` of the interface.
            public var teamA: [PlayerFields]

            /// `teamB` of the interface.
            public var teamB: [PlayerFields]

            /// `bench` of the interface.
            public var bench: [PlayerFields]

            /// Makes one of its fields.
            public init(
                gather: GatherSummary,
                entries: [TimelineEntry],
                teamA: [PlayerFields] = [],
                teamB: [PlayerFields] = [],
                bench: [PlayerFields] = []
            ) {
                self.gather = gather
                self.entries = entries
                self.teamA = teamA
                self.teamB = teamB
                self.bench = bench
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("gather", gather.json),
                    .init("entries", entries.json),
                    .init("teamA", teamA.json),
                    .init("teamB", teamB.json),
                    .init("bench", bench.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gather = try reader.required("gather")
                entries = try reader.required("entries")
                teamA = try reader.optional("teamA") ?? []
                teamB = try reader.optional("teamB") ?? []
                bench = try reader.optional("bench") ?? []
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.Show"

        /// The lengths in bytes that `id` can have.
        public static let idByteRange = 4...36

        /// The values that `limit` can have.
        public static let limitRange = 1...1_000

        /// `id` of the interface.
        public var id: String?

        /// `after` of the interface.
        public var after: Int?

        /// `limit` of the interface.
        public var limit: Int?

        /// Makes one of its fields.
        public init(id: String? = nil, after: Int? = nil, limit: Int? = nil) {
            self.id = id
            self.after = after
            self.limit = limit
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json, "after": after?.json, "limit": limit?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            after = try reader.optional("after")
            limit = try reader.optional("limit")
        }
    }
}

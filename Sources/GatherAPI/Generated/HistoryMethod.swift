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
    /// All matches and what happened in them, as Show has it, in many replies: the newest match
    /// first, an open one included, and only those opened before the match with this ID.
    case showAll = "ShowAll"
    /// Checks the record of a match: that with this ID, or with the only ID that begins with it (at
    /// least 4 characters); the newest one if it is nil.
    case verify = "Verify"
    /// Checks the records of the newest matches, as List has them: how many matches and events
    /// there were, how many of these matches are without any hash, and those with a problem.
    case verifyPage = "VerifyPage"
    /// Copies the database for those who may control, while matches go on.
    case backup = "Backup"
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
    /// at the end, or by now. With 'record' the events have their hashes and records, with
    /// 'translatable' their texts also with the values apart. With 'revision', at least 1, the
    /// match is as it was when it had so many events, however it goes on: the pages are those of
    /// one moment.
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

        /// `record` of the interface.
        public var record: Bool?

        /// `revision` of the interface.
        public var revision: Int?

        /// `translatable` of the interface.
        public var translatable: Bool?

        /// Makes one of its fields.
        public init(
            id: String? = nil,
            after: Int? = nil,
            limit: Int? = nil,
            record: Bool? = nil,
            revision: Int? = nil,
            translatable: Bool? = nil
        ) {
            self.id = id
            self.after = after
            self.limit = limit
            self.record = record
            self.revision = revision
            self.translatable = translatable
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "id": id?.json,
                "after": after?.json,
                "limit": limit?.json,
                "record": record?.json,
                "revision": revision?.json,
                "translatable": translatable?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            after = try reader.optional("after")
            limit = try reader.optional("limit")
            record = try reader.optional("record")
            revision = try reader.optional("revision")
            translatable = try reader.optional("translatable")
        }
    }
}

extension HistoryMethod {
    /// All matches and what happened in them, as Show has it, in many replies: the newest match
    /// first, an open one included, and only those opened before the match with this ID.
    ///
    /// A reply has several short matches, or some events of a long one, which goes on in the next
    /// reply. With 'record' the events have their hashes and records.
    public struct ShowAll: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `matches` of the interface.
            public var matches: [HistoryPart]

            /// Makes one of its fields.
            public init(matches: [HistoryPart]) {
                self.matches = matches
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("matches", matches.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                matches = try reader.required("matches")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.ShowAll"

        /// `before` of the interface.
        public var before: String?

        /// `record` of the interface.
        public var record: Bool?

        /// Makes one of its fields.
        public init(before: String? = nil, record: Bool? = nil) {
            self.before = before
            self.record = record
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["before": before?.json, "record": record?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            before = try reader.optional("before")
            record = try reader.optional("record")
        }
    }
}

extension HistoryMethod {
    /// Checks the record of a match: that with this ID, or with the only ID that begins with it (at
    /// least 4 characters); the newest one if it is nil.
    ///
    /// With the code of a printed report, in either case and with or without its hyphens, it finds
    /// the event after which the record had it.
    public struct Verify: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `verification` of the interface.
            public var verification: VerificationFields

            /// Makes one of its fields.
            public init(verification: VerificationFields) {
                self.verification = verification
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("verification", verification.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                verification = try reader.required("verification")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.Verify"

        /// The lengths in bytes that `id` can have.
        public static let idByteRange = 4...36

        /// `id` of the interface.
        public var id: String?

        /// `code` of the interface.
        public var code: String?

        /// Makes one of its fields.
        public init(id: String? = nil, code: String? = nil) {
            self.id = id
            self.code = code
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json, "code": code?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            code = try reader.optional("code")
        }
    }
}

extension HistoryMethod {
    /// Checks the records of the newest matches, as List has them: how many matches and events
    /// there were, how many of these matches are without any hash, and those with a problem.
    ///
    /// 'last' is the ID of the last one, before which the next page begins; nil if there was none.
    public struct VerifyPage: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `matches` of the interface.
            public var matches: Int

            /// `events` of the interface.
            public var events: Int

            /// `withoutHashes` of the interface.
            public var withoutHashes: Int

            /// `problems` of the interface.
            public var problems: [VerificationFields]

            /// `last` of the interface.
            @Shown public var last: String?

            /// Makes one of its fields.
            public init(
                matches: Int,
                events: Int,
                withoutHashes: Int,
                problems: [VerificationFields],
                last: String? = nil
            ) {
                self.matches = matches
                self.events = events
                self.withoutHashes = withoutHashes
                self.problems = problems
                self.last = last
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("matches", matches.json),
                    .init("events", events.json),
                    .init("withoutHashes", withoutHashes.json),
                    .init("problems", problems.json),
                    .init("last", $last.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                matches = try reader.required("matches")
                events = try reader.required("events")
                withoutHashes = try reader.required("withoutHashes")
                problems = try reader.required("problems")
                last = try reader.optional("last")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.VerifyPage"

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
    /// Copies the database for those who may control, while matches go on.
    ///
    /// Without an ID it makes a copy, of one moment, and answers with its first bytes in base64;
    /// with the ID of the copy it answers with those from the offset on. 'size' is the number of
    /// all bytes. They are a database of SQLite, without the token of the account and without any
    /// password. The copy is given up when it was read to its end, when the connection closes, and
    /// after a minute without a call.
    public struct Backup: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `id` of the interface.
            @Shown public var id: String

            /// `size` of the interface.
            public var size: Int

            /// `data` of the interface.
            @Shown public var data: String

            /// Makes one of its fields.
            public init(id: String, size: Int, data: String) {
                self.id = id
                self.size = size
                self.data = data
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("id", $id.json),
                    .init("size", size.json),
                    .init("data", $data.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                id = try reader.required("id")
                size = try reader.required("size")
                data = try reader.required("data")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.History.Backup"

        /// `id` of the interface.
        public var id: String?

        /// `offset` of the interface.
        public var offset: Int?

        /// Makes one of its fields.
        public init(id: String? = nil, offset: Int? = nil) {
            self.id = id
            self.offset = offset
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json, "offset": offset?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
            offset = try reader.optional("offset")
        }
    }
}

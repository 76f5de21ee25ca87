// Made by varlink-gen from Interfaces/Players.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Players`.
public enum PlayersMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Players"

    /// The squad, in the order of its numbers.
    case list = "List"
    /// A player, and what the player has done.
    case show = "Show"
    /// Add players to the squad: all of them, or none if one is not valid.
    case add = "Add"
    /// Add players to the squad and change the profiles of others: all of them, or none if one is
    /// not valid.
    case `import` = "Import"
    /// Replace the profile of a player, or 'only' these fields of it; a field that is nil is empty
    /// afterwards, and a shirt that is left out stays as it is.
    case edit = "Edit"
    /// Remove a player from the squad.
    case remove = "Remove"
    /// Restore a player who was removed: with the number, the profile, the number at the server and
    /// all past gathers.
    case restore = "Restore"
    /// Forget a player for good, removed or not: the name and all else that is known is taken out
    /// of the squad, of all matches and of the files of the daemon.
    case forget = "Forget"
    /// List who has scored, or appeared, most goals first: in the gathers that ended since this
    /// moment, RFC 3339 in UTC or a day such as 2026-05-31, or in all.
    case scorers = "Scorers"
    /// Synchronise the squad with the players at the server, or with dryRun only list the steps.
    case sync = "Sync"
    /// Link a player of the squad with one of the server, by the server's number.
    case link = "Link"
    /// Remove the link of a player with one of the server, who stays there.
    case unlink = "Unlink"
}

extension PlayersMethod {
    /// The squad, in the order of its numbers.
    public struct List: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `players` of the interface.
            public var players: [SquadPlayerFields]

            /// Makes one of its fields.
            public init(players: [SquadPlayerFields]) {
                self.players = players
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("players", players.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                players = try reader.required("players")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.List"

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

extension PlayersMethod {
    /// A player, and what the player has done.
    ///
    /// One who was removed is known as long as asked for.
    public struct Show: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `player` of the interface.
            public var player: SquadPlayerFields

            /// `record` of the interface.
            public var record: RecordFields

            /// Makes one of its fields.
            public init(player: SquadPlayerFields, record: RecordFields) {
                self.player = player
                self.record = record
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("player", player.json), .init("record", record.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                player = try reader.required("player")
                record = try reader.required("record")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Show"

        /// `id` of the interface.
        public var id: Int

        /// Makes one of its fields.
        public init(id: Int) {
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

extension PlayersMethod {
    /// Add players to the squad: all of them, or none if one is not valid.
    public struct Add: VarlinkMethod {
        /// The reply has the same parameters as that of List.
        public typealias Reply = PlayersMethod.List.Reply

        /// The full name.
        public static let name = "io.gatherd.Players.Add"

        /// The lengths that `players` can have.
        public static let playersLengthRange = 1...500

        /// The lengths that `requestID` can have.
        public static let requestIDLengthRange = 1...64

        /// `players` of the interface.
        public var players: [ProfileFields]

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(players: [ProfileFields], requestID: String? = nil) {
            self.players = players
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["players": players.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            players = try reader.required("players")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Add players to the squad and change the profiles of others: all of them, or none if one is
    /// not valid.
    ///
    /// No player can be named twice. In the profile of one who is changed, a field that is nil
    /// stays as it is. The answer has the number of players that were added, and of those who
    /// changed.
    public struct Import: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `added` of the interface.
            public var added: Int

            /// `changed` of the interface.
            public var changed: Int

            /// Makes one of its fields.
            public init(added: Int, changed: Int) {
                self.added = added
                self.changed = changed
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("added", added.json), .init("changed", changed.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                added = try reader.required("added")
                changed = try reader.required("changed")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Import"

        /// The lengths that `players` can have.
        public static let playersLengthRange = 1...500

        /// `players` of the interface.
        public var players: [ImportedPlayerFields]

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(players: [ImportedPlayerFields], requestID: String? = nil) {
            self.players = players
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["players": players.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            players = try reader.required("players")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Replace the profile of a player, or 'only' these fields of it; a field that is nil is empty
    /// afterwards, and a shirt that is left out stays as it is.
    ///
    /// Changed is false if nothing changed.
    public struct Edit: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `player` of the interface.
            public var player: SquadPlayerFields

            /// `changed` of the interface.
            public var changed: Bool

            /// Makes one of its fields.
            public init(player: SquadPlayerFields, changed: Bool) {
                self.player = player
                self.changed = changed
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("player", player.json), .init("changed", changed.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                player = try reader.required("player")
                changed = try reader.required("changed")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Edit"

        /// `id` of the interface.
        public var id: Int

        /// `profile` of the interface.
        public var profile: ProfileFields

        /// `only` of the interface.
        public var only: [PlayerField]?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(
            id: Int,
            profile: ProfileFields,
            only: [PlayerField]? = nil,
            requestID: String? = nil
        ) {
            self.id = id
            self.profile = profile
            self.only = only
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "id": id.json,
                "profile": profile.json,
                "only": only?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            profile = try reader.required("profile")
            only = try reader.optional("only")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Remove a player from the squad.
    ///
    /// The server keeps the player.
    public struct Remove: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Players.Remove"

        /// `id` of the interface.
        public var id: Int

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: Int, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Restore a player who was removed: with the number, the profile, the number at the server and
    /// all past gathers.
    ///
    /// Changed is false if the player was in the squad already.
    public struct Restore: VarlinkMethod {
        /// The reply has the same parameters as that of Edit.
        public typealias Reply = PlayersMethod.Edit.Reply

        /// The full name.
        public static let name = "io.gatherd.Players.Restore"

        /// `id` of the interface.
        public var id: Int

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: Int, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Forget a player for good, removed or not: the name and all else that is known is taken out
    /// of the squad, of all matches and of the files of the daemon.
    ///
    /// Goals and scores stay, as those of 'somebody', and so does the number, which nobody else
    /// gets. What was set aside of earlier databases is deleted, as the name may be in it. A result
    /// that was not sent yet is sent without the player. The records of the matches are as whole as
    /// before. No undo brings the player back. What is elsewhere is not reached: the player at the
    /// server, backups, exports, the journal. Changed is false if the player was forgotten before.
    /// The answer has the number of matches with the player in them, and the names of what was set
    /// aside. With dryRun nothing is changed.
    public struct Forget: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `changed` of the interface.
            public var changed: Bool

            /// `matches` of the interface.
            public var matches: Int

            /// `setAside` of the interface.
            @Shown public var setAside: [String]

            /// Makes one of its fields.
            public init(changed: Bool, matches: Int, setAside: [String]) {
                self.changed = changed
                self.matches = matches
                self.setAside = setAside
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("changed", changed.json),
                    .init("matches", matches.json),
                    .init("setAside", $setAside.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                changed = try reader.required("changed")
                matches = try reader.required("matches")
                setAside = try reader.required("setAside")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Forget"

        /// `id` of the interface.
        public var id: Int

        /// `dryRun` of the interface.
        public var dryRun: Bool?

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: Int, dryRun: Bool? = nil, requestID: String? = nil) {
            self.id = id
            self.dryRun = dryRun
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "id": id.json,
                "dryRun": dryRun?.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            dryRun = try reader.optional("dryRun")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// List who has scored, or appeared, most goals first: in the gathers that ended since this
    /// moment, RFC 3339 in UTC or a day such as 2026-05-31, or in all.
    public struct Scorers: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `scorers` of the interface.
            public var scorers: [ScorerFields]

            /// Makes one of its fields.
            public init(scorers: [ScorerFields]) {
                self.scorers = scorers
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("scorers", scorers.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                scorers = try reader.required("scorers")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Scorers"

        /// `since` of the interface.
        public var since: String?

        /// Makes one of its fields.
        public init(since: String? = nil) {
            self.since = since
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["since": since?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            since = try reader.optional("since")
        }
    }
}

extension PlayersMethod {
    /// Synchronise the squad with the players at the server, or with dryRun only list the steps.
    ///
    /// Without a decision nothing is deleted on either side, and no two players are merged.
    public struct Sync: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `steps` of the interface.
            public var steps: [SyncStepFields]

            /// Makes one of its fields.
            public init(steps: [SyncStepFields]) {
                self.steps = steps
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("steps", steps.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                steps = try reader.required("steps")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Players.Sync"

        /// `dryRun` of the interface.
        public var dryRun: Bool

        /// `decisions` of the interface.
        public var decisions: [SyncDecisionFields]?

        /// Makes one of its fields.
        public init(dryRun: Bool, decisions: [SyncDecisionFields]? = nil) {
            self.dryRun = dryRun
            self.decisions = decisions
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["dryRun": dryRun.json, "decisions": decisions?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            dryRun = try reader.required("dryRun")
            decisions = try reader.optional("decisions")
        }
    }
}

extension PlayersMethod {
    /// Link a player of the squad with one of the server, by the server's number.
    ///
    /// The server is asked for its players first, and nothing is changed there: 'Sync' settles what
    /// differs. The link of a player who was removed here is replaced. Changed is false if the two
    /// were linked already.
    public struct Link: VarlinkMethod {
        /// The reply has the same parameters as that of Edit.
        public typealias Reply = PlayersMethod.Edit.Reply

        /// The full name.
        public static let name = "io.gatherd.Players.Link"

        /// `id` of the interface.
        public var id: Int

        /// `remoteId` of the interface.
        public var remoteID: Int

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: Int, remoteID: Int, requestID: String? = nil) {
            self.id = id
            self.remoteID = remoteID
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "id": id.json,
                "remoteId": remoteID.json,
                "requestId": requestID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            remoteID = try reader.required("remoteId")
            requestID = try reader.optional("requestId")
        }
    }
}

extension PlayersMethod {
    /// Remove the link of a player with one of the server, who stays there.
    ///
    /// The next result that the player is in, or 'Sync', looks for one there again. Changed is
    /// false if there was no link.
    public struct Unlink: VarlinkMethod {
        /// The reply has the same parameters as that of Edit.
        public typealias Reply = PlayersMethod.Edit.Reply

        /// The full name.
        public static let name = "io.gatherd.Players.Unlink"

        /// `id` of the interface.
        public var id: Int

        /// `requestId` of the interface.
        public var requestID: String?

        /// Makes one of its fields.
        public init(id: Int, requestID: String? = nil) {
            self.id = id
            self.requestID = requestID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id.json, "requestId": requestID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            requestID = try reader.optional("requestId")
        }
    }
}

// Made by varlink-gen from Interfaces/Submitter.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Submitter`.
public enum SubmitterMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Submitter"

    /// Do nothing, to show that calls are answered.
    case ping = "Ping"
    /// Make an account.
    case register = "Register"
    /// Get a token for an account; it does not expire.
    case logIn = "LogIn"
    /// Make a gather.
    case createGather = "CreateGather"
    /// Put a player into a team of a gather.
    case addPlayer = "AddPlayer"
    /// Set the result of a gather, in place of any before: a score such as 2-1, and 'Team A', 'Team
    /// B' or 'None'.
    case sendResult = "SendResult"
    /// Delete a gather.
    case deleteGather = "DeleteGather"
    /// All gathers of the account, in the server's order.
    case listGathers = "ListGathers"
    /// List who is in a gather, on either side: the server does not say which.
    case listGatherPlayers = "ListGatherPlayers"
    /// All players of the account.
    case listPlayers = "ListPlayers"
    /// All gathers of the account, or those that a player is in where one is given, in the server's
    /// order, however many there are.
    case listGatherPages = "ListGatherPages"
    /// All players of the account, or who is in a gather where it is given, however many there are,
    /// as ListGatherPages has gathers.
    case listPlayerPages = "ListPlayerPages"
    /// Make a player.
    case createPlayer = "CreatePlayer"
    /// Replace all that the server keeps of a player.
    case updatePlayer = "UpdatePlayer"
    /// Delete a player.
    case deletePlayer = "DeletePlayer"
}

extension SubmitterMethod {
    /// Do nothing, to show that calls are answered.
    public struct Ping: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.Ping"

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

extension SubmitterMethod {
    /// Make an account.
    ///
    /// Only the SHA-256 of the password, in lower-case hex, leaves this machine. The server answers
    /// with the status 500 if the name is taken.
    public struct Register: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `userId` of the interface.
            public var userID: String

            /// Makes one of its fields.
            public init(userID: String) {
                self.userID = userID
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("userId", userID.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                userID = try reader.required("userId")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Submitter.Register"

        /// `server` of the interface.
        public var server: ServerFields

        /// `userName` of the interface.
        public var userName: String

        /// `password` of the interface.
        public var password: SecretBytes

        /// Makes one of its fields.
        public init(server: ServerFields, userName: String, password: SecretBytes) {
            self.server = server
            self.userName = userName
            self.password = password
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("userName", userName.json),
                .init("password", password.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            userName = try reader.required("userName")
            guard let password = try reader.secret("password") else {
                throw .invalidParameter("password")
            }
            self.password = password
        }
    }
}

extension SubmitterMethod {
    /// Get a token for an account; it does not expire.
    ///
    /// The server answers with the status 401 if the name or the password is wrong.
    public struct LogIn: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `token` of the interface.
            public var token: String

            /// `userId` of the interface.
            public var userID: String?

            /// Makes one of its fields.
            public init(token: String, userID: String? = nil) {
                self.token = token
                self.userID = userID
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("token", token.json), .init("userId", userID.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                token = try reader.required("token")
                userID = try reader.optional("userId")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Submitter.LogIn"

        /// `server` of the interface.
        public var server: ServerFields

        /// `userName` of the interface.
        public var userName: String

        /// `password` of the interface.
        public var password: SecretBytes

        /// Makes one of its fields.
        public init(server: ServerFields, userName: String, password: SecretBytes) {
            self.server = server
            self.userName = userName
            self.password = password
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("userName", userName.json),
                .init("password", password.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            userName = try reader.required("userName")
            guard let password = try reader.secret("password") else {
                throw .invalidParameter("password")
            }
            self.password = password
        }
    }
}

extension SubmitterMethod {
    /// Make a gather.
    ///
    /// Each call that the server carries out makes another one.
    public struct CreateGather: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gatherId` of the interface.
            public var gatherID: String

            /// Makes one of its fields.
            public init(gatherID: String) {
                self.gatherID = gatherID
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("gatherId", gatherID.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                gatherID = try reader.required("gatherId")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Submitter.CreateGather"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// Makes one of its fields.
        public init(server: ServerFields, token: String) {
            self.server = server
            self.token = token
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("server", server.json), .init("token", token.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
        }
    }
}

extension SubmitterMethod {
    /// Put a player into a team of a gather.
    ///
    /// Each call that the server carries out adds the player once more, and the server does not
    /// report a gather or a player that it does not know: ListGatherPlayers shows the effect.
    public struct AddPlayer: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.AddPlayer"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `gatherId` of the interface.
        public var gatherID: String

        /// `playerId` of the interface.
        public var playerID: Int

        /// `team` of the interface.
        public var team: ServerTeam

        /// Makes one of its fields.
        public init(
            server: ServerFields,
            token: String,
            gatherID: String,
            playerID: Int,
            team: ServerTeam
        ) {
            self.server = server
            self.token = token
            self.gatherID = gatherID
            self.playerID = playerID
            self.team = team
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("gatherId", gatherID.json),
                .init("playerId", playerID.json),
                .init("team", team.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            gatherID = try reader.required("gatherId")
            playerID = try reader.required("playerId")
            team = try reader.required("team")
        }
    }
}

extension SubmitterMethod {
    /// Set the result of a gather, in place of any before: a score such as 2-1, and 'Team A', 'Team
    /// B' or 'None'.
    ///
    /// It can be sent again.
    public struct SendResult: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.SendResult"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `gatherId` of the interface.
        public var gatherID: String

        /// `score` of the interface.
        public var score: String

        /// `winnerTeam` of the interface.
        public var winnerTeam: String

        /// Makes one of its fields.
        public init(
            server: ServerFields,
            token: String,
            gatherID: String,
            score: String,
            winnerTeam: String
        ) {
            self.server = server
            self.token = token
            self.gatherID = gatherID
            self.score = score
            self.winnerTeam = winnerTeam
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("gatherId", gatherID.json),
                .init("score", score.json),
                .init("winnerTeam", winnerTeam.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            gatherID = try reader.required("gatherId")
            score = try reader.required("score")
            winnerTeam = try reader.required("winnerTeam")
        }
    }
}

extension SubmitterMethod {
    /// Delete a gather.
    public struct DeleteGather: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.DeleteGather"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `gatherId` of the interface.
        public var gatherID: String

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, gatherID: String) {
            self.server = server
            self.token = token
            self.gatherID = gatherID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("gatherId", gatherID.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            gatherID = try reader.required("gatherId")
        }
    }
}

extension SubmitterMethod {
    /// All gathers of the account, in the server's order.
    ///
    /// A list of more than a megabyte cannot be read.
    public struct ListGathers: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `gathers` of the interface.
            public var gathers: [ServerGather]

            /// Makes one of its fields.
            public init(gathers: [ServerGather]) {
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
        public static let name = "io.gatherd.Submitter.ListGathers"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// Makes one of its fields.
        public init(server: ServerFields, token: String) {
            self.server = server
            self.token = token
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("server", server.json), .init("token", token.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
        }
    }
}

extension SubmitterMethod {
    /// List who is in a gather, on either side: the server does not say which.
    ///
    /// A player who was added twice is listed twice.
    public struct ListGatherPlayers: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `players` of the interface.
            public var players: [ServerPlayer]

            /// Makes one of its fields.
            public init(players: [ServerPlayer]) {
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
        public static let name = "io.gatherd.Submitter.ListGatherPlayers"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `gatherId` of the interface.
        public var gatherID: String

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, gatherID: String) {
            self.server = server
            self.token = token
            self.gatherID = gatherID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("gatherId", gatherID.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            gatherID = try reader.required("gatherId")
        }
    }
}

extension SubmitterMethod {
    /// All players of the account.
    ///
    /// A list of more than a megabyte cannot be read.
    public struct ListPlayers: VarlinkMethod {
        /// The reply has the same parameters as that of ListGatherPlayers.
        public typealias Reply = SubmitterMethod.ListGatherPlayers.Reply

        /// The full name.
        public static let name = "io.gatherd.Submitter.ListPlayers"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// Makes one of its fields.
        public init(server: ServerFields, token: String) {
            self.server = server
            self.token = token
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("server", server.json), .init("token", token.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
        }
    }
}

extension SubmitterMethod {
    /// All gathers of the account, or those that a player is in where one is given, in the server's
    /// order, however many there are.
    ///
    /// It takes the flag 'more': each reply has the next of them, at most 1000. If the last reply
    /// is an error, the list is incomplete. A list cannot be read that has a gather of more than
    /// 65536 bytes, or of more than 64 in its ID.
    public struct ListGatherPages: VarlinkMethod {
        /// The reply has the same parameters as that of ListGathers.
        public typealias Reply = SubmitterMethod.ListGathers.Reply

        /// The full name.
        public static let name = "io.gatherd.Submitter.ListGatherPages"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// The player; nil for all gathers of the account.
        public var playerID: Int?

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, playerID: Int? = nil) {
            self.server = server
            self.token = token
            self.playerID = playerID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "server": server.json,
                "token": token.json,
                "playerId": playerID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            playerID = try reader.optional("playerId")
        }
    }
}

extension SubmitterMethod {
    /// All players of the account, or who is in a gather where it is given, however many there are,
    /// as ListGatherPages has gathers.
    public struct ListPlayerPages: VarlinkMethod {
        /// The reply has the same parameters as that of ListGatherPlayers.
        public typealias Reply = SubmitterMethod.ListGatherPlayers.Reply

        /// The full name.
        public static let name = "io.gatherd.Submitter.ListPlayerPages"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// The gather; nil for all players of the account.
        public var gatherID: String?

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, gatherID: String? = nil) {
            self.server = server
            self.token = token
            self.gatherID = gatherID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "server": server.json,
                "token": token.json,
                "gatherId": gatherID?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            gatherID = try reader.optional("gatherId")
        }
    }
}

extension SubmitterMethod {
    /// Make a player.
    public struct CreatePlayer: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `playerId` of the interface.
            public var playerID: Int

            /// Makes one of its fields.
            public init(playerID: Int) {
                self.playerID = playerID
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("playerId", playerID.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                playerID = try reader.required("playerId")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Submitter.CreatePlayer"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `profile` of the interface.
        public var profile: ServerProfile

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, profile: ServerProfile) {
            self.server = server
            self.token = token
            self.profile = profile
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("profile", profile.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            profile = try reader.required("profile")
        }
    }
}

extension SubmitterMethod {
    /// Replace all that the server keeps of a player.
    public struct UpdatePlayer: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.UpdatePlayer"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `playerId` of the interface.
        public var playerID: Int

        /// `profile` of the interface.
        public var profile: ServerProfile

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, playerID: Int, profile: ServerProfile) {
            self.server = server
            self.token = token
            self.playerID = playerID
            self.profile = profile
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("playerId", playerID.json),
                .init("profile", profile.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            playerID = try reader.required("playerId")
            profile = try reader.required("profile")
        }
    }
}

extension SubmitterMethod {
    /// Delete a player.
    public struct DeletePlayer: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Submitter.DeletePlayer"

        /// `server` of the interface.
        public var server: ServerFields

        /// `token` of the interface.
        public var token: String

        /// `playerId` of the interface.
        public var playerID: Int

        /// Makes one of its fields.
        public init(server: ServerFields, token: String, playerID: Int) {
            self.server = server
            self.token = token
            self.playerID = playerID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([
                .init("server", server.json),
                .init("token", token.json),
                .init("playerId", playerID.json),
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.required("server")
            token = try reader.required("token")
            playerID = try reader.required("playerId")
        }
    }
}

// Made by varlink-gen from Interfaces/Account.varlink; units/generate makes it anew.
public import Varlink

/// The methods of `io.gatherd.Account`.
public enum AccountMethod: String, InterfaceMethod {
    /// The name of the interface.
    public static let interface = "io.gatherd.Account"

    /// The account: the server, the user name, whether somebody is signed in, whether the server
    /// still accepts that, and its last answer; nil before the first sign-in.
    case get = "Get"
    /// Make an account at a server, without signing in.
    case register = "Register"
    /// Sign in, and store the token.
    case logIn = "LogIn"
    /// Sign out: the token is removed from this machine.
    case logOut = "LogOut"
    /// The results that have not been sent, or have left something at the server that a person has
    /// to settle, the oldest first.
    case listResults = "ListResults"
    /// Send results now: those of gathers with these IDs, or IDs that begin with these, even if
    /// they were refused, dropped or never to be sent; or, if it is nil, all that are waiting, and
    /// with 'waiting' only those that have failed before.
    case submit = "Submit"
    /// Give up the result of a gather; 'Submit' sends it after all.
    case drop = "Drop"
    /// The gathers of the server that may be this one, if that is not known, as they are now.
    case listCandidates = "ListCandidates"
    /// Decide which gather of the server is this one, if that is not known: the one with this UUID,
    /// or with nil a new one, which is made.
    case decide = "Decide"
    /// Delete what is left of a gather at the server.
    case removeLeftover = "RemoveLeftover"
    /// Keep what is left of a gather at the server, and list it no more.
    case keepLeftover = "KeepLeftover"
    /// Compare results that were sent with those of the server: that of one gather, or with nil
    /// those of the newest 100, the newest first.
    case checkResults = "CheckResults"
}

extension AccountMethod {
    /// The account: the server, the user name, whether somebody is signed in, whether the server
    /// still accepts that, and its last answer; nil before the first sign-in.
    public struct Get: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `account` of the interface.
            public var account: AccountFields?

            /// Makes one of its fields.
            public init(account: AccountFields? = nil) {
                self.account = account
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("account", account.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                account = try reader.optional("account")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.Get"

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

extension AccountMethod {
    /// Make an account at a server, without signing in.
    ///
    /// A server or a user name that is nil is the one that is remembered. The request is never
    /// repeated: a server answers 500 if the name is taken.
    public struct Register: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Account.Register"

        /// The lengths that `userName` can have.
        public static let userNameLengthRange = 1...20

        /// `server` of the interface.
        public var server: String?

        /// `allowInsecureHttp` of the interface.
        public var allowInsecureHTTP: Bool?

        /// `userName` of the interface.
        public var userName: String?

        /// `password` of the interface.
        public var password: SecretBytes?

        /// Makes one of its fields.
        public init(
            server: String? = nil,
            allowInsecureHTTP: Bool? = nil,
            userName: String? = nil,
            password: SecretBytes? = nil
        ) {
            self.server = server
            self.allowInsecureHTTP = allowInsecureHTTP
            self.userName = userName
            self.password = password
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "server": server?.json,
                "allowInsecureHttp": allowInsecureHTTP?.json,
                "userName": userName?.json,
                "password": password?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.optional("server")
            allowInsecureHTTP = try reader.optional("allowInsecureHttp")
            userName = try reader.optional("userName")
            password = try reader.secret("password")
        }
    }
}

extension AccountMethod {
    /// Sign in, and store the token.
    ///
    /// A server or a user name that is nil is the one that is remembered; a user name that is given
    /// is remembered unless 'remember' is false. The reply has the IDs of ended gathers whose
    /// results were never to be sent, the oldest first; the results that wait for other users; and
    /// how many players of the squad are not linked with the server yet.
    public struct LogIn: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `account` of the interface.
            public var account: AccountFields

            /// `unsubmitted` of the interface.
            @ShownWord public var unsubmitted: [String]

            /// `others` of the interface.
            public var others: [OtherResultsFields]?

            /// `unlinkedPlayers` of the interface.
            public var unlinkedPlayers: Int?

            /// Makes one of its fields.
            public init(
                account: AccountFields,
                unsubmitted: [String] = [],
                others: [OtherResultsFields]? = nil,
                unlinkedPlayers: Int? = nil
            ) {
                self.account = account
                self.unsubmitted = unsubmitted
                self.others = others
                self.unlinkedPlayers = unlinkedPlayers
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("account", account.json),
                    .init("unsubmitted", $unsubmitted.json),
                    .init("others", others.json),
                    .init("unlinkedPlayers", unlinkedPlayers.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                account = try reader.required("account")
                unsubmitted = try reader.optional("unsubmitted") ?? []
                others = try reader.optional("others")
                unlinkedPlayers = try reader.optional("unlinkedPlayers")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.LogIn"

        /// `server` of the interface.
        public var server: String?

        /// `allowInsecureHttp` of the interface.
        public var allowInsecureHTTP: Bool?

        /// `userName` of the interface.
        public var userName: String?

        /// `password` of the interface.
        public var password: SecretBytes?

        /// `remember` of the interface.
        public var remember: Bool?

        /// Makes one of its fields.
        public init(
            server: String? = nil,
            allowInsecureHTTP: Bool? = nil,
            userName: String? = nil,
            password: SecretBytes? = nil,
            remember: Bool? = nil
        ) {
            self.server = server
            self.allowInsecureHTTP = allowInsecureHTTP
            self.userName = userName
            self.password = password
            self.remember = remember
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "server": server?.json,
                "allowInsecureHttp": allowInsecureHTTP?.json,
                "userName": userName?.json,
                "password": password?.json,
                "remember": remember?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            server = try reader.optional("server")
            allowInsecureHTTP = try reader.optional("allowInsecureHttp")
            userName = try reader.optional("userName")
            password = try reader.secret("password")
            remember = try reader.optional("remember")
        }
    }
}

extension AccountMethod {
    /// Sign out: the token is removed from this machine.
    ///
    /// The server still accepts it, as it cannot revoke a token. The user name is remembered unless
    /// 'forget' is true.
    public struct LogOut: VarlinkMethod {
        /// The reply has the same parameters as that of Get.
        public typealias Reply = AccountMethod.Get.Reply

        /// The full name.
        public static let name = "io.gatherd.Account.LogOut"

        /// `forget` of the interface.
        public var forget: Bool?

        /// Makes one of its fields.
        public init(forget: Bool? = nil) {
            self.forget = forget
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["forget": forget?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            forget = try reader.optional("forget")
        }
    }
}

extension AccountMethod {
    /// The results that have not been sent, or have left something at the server that a person has
    /// to settle, the oldest first.
    ///
    /// While somebody is signed in, the reply also has the IDs of ended gathers whose results were
    /// never to be sent, as the one of LogIn; else nil.
    public struct ListResults: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `results` of the interface.
            public var results: [ResultFields]

            /// `unsubmitted` of the interface.
            @ShownWord public var unsubmitted: [String]?

            /// Makes one of its fields.
            public init(results: [ResultFields], unsubmitted: [String]? = nil) {
                self.results = results
                self.unsubmitted = unsubmitted
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([
                    .init("results", results.json),
                    .init("unsubmitted", $unsubmitted.json),
                ])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                results = try reader.required("results")
                unsubmitted = try reader.optional("unsubmitted")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.ListResults"

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

extension AccountMethod {
    /// Send results now: those of gathers with these IDs, or IDs that begin with these, even if
    /// they were refused, dropped or never to be sent; or, if it is nil, all that are waiting, and
    /// with 'waiting' only those that have failed before.
    ///
    /// The reply has the number of results that can be sent, without those that were sent before or
    /// need a decision. With 'again', also those of the given gathers that were sent before: if the
    /// server has lost one, another gather is made. With 'takeOver', also results that were ended
    /// for another user, as the one who is signed in.
    public struct Submit: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `count` of the interface.
            public var count: Int

            /// Makes one of its fields.
            public init(count: Int) {
                self.count = count
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("count", count.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                count = try reader.required("count")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.Submit"

        /// `ids` of the interface.
        public var ids: [String]?

        /// `waiting` of the interface.
        public var waiting: Bool?

        /// `again` of the interface.
        public var again: Bool?

        /// `takeOver` of the interface.
        public var takeOver: Bool?

        /// Makes one of its fields.
        public init(
            ids: [String]? = nil,
            waiting: Bool? = nil,
            again: Bool? = nil,
            takeOver: Bool? = nil
        ) {
            self.ids = ids
            self.waiting = waiting
            self.again = again
            self.takeOver = takeOver
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: [
                "ids": ids?.json,
                "waiting": waiting?.json,
                "again": again?.json,
                "takeOver": takeOver?.json,
            ])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            ids = try reader.optional("ids")
            waiting = try reader.optional("waiting")
            again = try reader.optional("again")
            takeOver = try reader.optional("takeOver")
        }
    }
}

extension AccountMethod {
    /// Give up the result of a gather; 'Submit' sends it after all.
    public struct Drop: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Account.Drop"

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

extension AccountMethod {
    /// The gathers of the server that may be this one, if that is not known, as they are now.
    public struct ListCandidates: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `candidates` of the interface.
            public var candidates: [CandidateFields]

            /// Makes one of its fields.
            public init(candidates: [CandidateFields]) {
                self.candidates = candidates
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("candidates", candidates.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                candidates = try reader.required("candidates")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.ListCandidates"

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

extension AccountMethod {
    /// Decide which gather of the server is this one, if that is not known: the one with this UUID,
    /// or with nil a new one, which is made.
    ///
    /// The server is asked first: NotACandidate if it has no such gather, or that has a result.
    public struct Decide: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Account.Decide"

        /// `id` of the interface.
        public var id: String

        /// `remoteId` of the interface.
        public var remoteID: String?

        /// Makes one of its fields.
        public init(id: String, remoteID: String? = nil) {
            self.id = id
            self.remoteID = remoteID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id.json, "remoteId": remoteID?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            remoteID = try reader.optional("remoteId")
        }
    }
}

extension AccountMethod {
    /// Delete what is left of a gather at the server.
    ///
    /// The server is asked first: LeftoverChanged if it has been changed since it was listed.
    public struct RemoveLeftover: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Account.RemoveLeftover"

        /// `id` of the interface.
        public var id: String

        /// `remoteId` of the interface.
        public var remoteID: String

        /// Makes one of its fields.
        public init(id: String, remoteID: String) {
            self.id = id
            self.remoteID = remoteID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("id", id.json), .init("remoteId", remoteID.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            remoteID = try reader.required("remoteId")
        }
    }
}

extension AccountMethod {
    /// Keep what is left of a gather at the server, and list it no more.
    public struct KeepLeftover: VarlinkMethod {
        /// The reply has no parameters.
        public typealias Reply = NoParameters

        /// The full name.
        public static let name = "io.gatherd.Account.KeepLeftover"

        /// `id` of the interface.
        public var id: String

        /// `remoteId` of the interface.
        public var remoteID: String

        /// Makes one of its fields.
        public init(id: String, remoteID: String) {
            self.id = id
            self.remoteID = remoteID
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject([.init("id", id.json), .init("remoteId", remoteID.json)])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.required("id")
            remoteID = try reader.required("remoteId")
        }
    }
}

extension AccountMethod {
    /// Compare results that were sent with those of the server: that of one gather, or with nil
    /// those of the newest 100, the newest first.
    public struct CheckResults: VarlinkMethod {
        /// The parameters of a reply.
        public struct Reply: VarlinkObject {
            /// `results` of the interface.
            public var results: [CheckedResultFields]

            /// Makes one of its fields.
            public init(results: [CheckedResultFields]) {
                self.results = results
            }

            /// The fields on the wire.
            public var fields: JSONObject {
                JSONObject([.init("results", results.json)])
            }

            /// Reads the fields.
            public init(from reader: inout ParameterReader) throws(VarlinkError) {
                results = try reader.required("results")
            }
        }

        /// The full name.
        public static let name = "io.gatherd.Account.CheckResults"

        /// `id` of the interface.
        public var id: String?

        /// Makes one of its fields.
        public init(id: String? = nil) {
            self.id = id
        }

        /// The fields on the wire.
        public var fields: JSONObject {
            JSONObject(present: ["id": id?.json])
        }

        /// Reads the fields.
        public init(from reader: inout ParameterReader) throws(VarlinkError) {
            id = try reader.optional("id")
        }
    }
}

/// The options, with the name that follows the two dashes.
enum Option: String, CaseIterable, Sendable {
    /// The socket of the daemon.
    case socket
    /// The pitch, one of several daemons.
    case pitch
    /// The machine that the daemon runs on.
    case host
    /// The ID under which a command counts once.
    case requestID = "request-id"
    /// Print what the daemon answers.
    case json
    /// No bold digits.
    case noColor = "no-color"
    /// No output of what has worked.
    case quiet
    /// How to use it.
    case help
    /// Which one it is.
    case version
    /// Every second of the countdown.
    case ticks
    /// Keys that change the match.
    case control
    /// The chosen time.
    case time
    /// The name of the first side.
    case teamA = "team-a"
    /// The name of the second side.
    case teamB = "team-b"
    /// How long ago something happened.
    case ago
    /// Set the countdown going as well.
    case start
    /// Do not ask.
    case yes
    /// How many at most.
    case limit
    /// From when on.
    case since
    /// Go on with what happens.
    case follow
    /// How events are written for other programs.
    case format
    /// Keep files for other displays.
    case write
    /// Not for ever.
    case once
    /// Ring when time is up.
    case bell
    /// How long a command may take.
    case timeout
    /// Print long answers as they are.
    case noPager = "no-pager"
    /// The server that results go to.
    case server
    /// Plain http to another machine.
    case insecureHTTP = "insecure-http"
    /// Where the password is.
    case passwordFile = "password-file"
    /// Not to remember the user name.
    case forget
    /// Wait for the server.
    case wait
    /// What has failed alone.
    case waiting
    /// Results that have arrived, sent once more.
    case resend
    /// Results that were ended for another user.
    case takeOver = "take-over"
    /// Who plays on the first side.
    case teamAPlayers = "team-a-players"
    /// Who plays on the second side.
    case teamBPlayers = "team-b-players"
    /// What a draw is made of.
    case seed
    /// Another draw.
    case again
    /// A goal for the other side.
    case ownGoal = "own-goal"
    /// The names alone.
    case names
    /// The name of a player.
    case name
    /// The age of a player.
    case age
    /// How well a player plays.
    case skill
    /// Where a player likes to play.
    case position
    /// The team that a player supports.
    case favouriteTeam = "favourite-team"
    /// Tell, and do nothing.
    case dryRun = "dry-run"
    /// Whatever was done to the squad since.
    case match

    /// Whether something has to follow.
    enum Value: Hashable {
        /// Nothing does.
        case none
        /// A value does, as the next argument or after an equals sign.
        case required(String)
        /// A value does only after an equals sign.
        case optional(String)
    }

    /// The options that every verb has.
    static let ofEveryVerb: [Option] = [
        .socket, .pitch, .host, .requestID, .json, .noColor, .noPager, .quiet, .help,
        .version,
    ]

    /// The options that have more done than would be without them.
    static let ofEffect: [Option] = [
        .control, .ago, .start, .yes, .insecureHTTP, .forget, .again, .ownGoal, .match,
        .resend, .takeOver,
    ]

    /// The letter after a single dash.
    var letter: Character? {
        switch self {
        case .pitch: "p"
        case .host: "H"
        case .quiet: "q"
        case .help: "h"
        case .follow: "f"
        default: nil
        }
    }

    /// What follows, with its name in the help.
    var value: Value {
        switch self {
        case .socket: .required("PATH")
        case .pitch, .teamA, .teamB, .name, .favouriteTeam: .required("NAME")
        case .teamAPlayers, .teamBPlayers: .required("PLAYERS")
        case .host: .required("[USER@]HOST")
        case .requestID: .required("ID")
        case .write: .required("DIR")
        case .timeout: .required("D")
        case .json: .optional("short|pretty|off")
        case .time: .required("T")
        case .ago: .required("D")
        case .limit, .seed, .age: .required("N")
        case .skill: .required("beginner|amateur|professional")
        case .position: .required("POSITION")
        case .since: .required("DATE")
        case .format: .required("FORMAT")
        case .server: .required("URL")
        case .passwordFile: .required("FILE")
        case .noColor, .noPager, .quiet, .help, .version, .ticks, .control, .start, .yes, .follow,
            .insecureHTTP, .forget, .wait, .waiting, .again, .ownGoal, .names, .dryRun, .once,
            .bell, .match, .resend, .takeOver:
            .none
        }
    }

    /// What it does, in one line of the help.
    var summary: String {
        switch self {
        case .socket: "gatherd's socket; else $GATHERD_SOCKET, or yours"
        case .pitch: "the pitch: NAME.sock beside that socket"
        case .host: "the machine gatherd runs on, reached by ssh"
        case .requestID: "count once what is sent twice under one ID"
        case .json: "print the answer as JSON"
        case .noColor: "no colours, and no bold digits"
        case .quiet: "say nothing when it has worked"
        case .help: "show this help, or that of a verb"
        case .version: "show the version"
        case .ticks: "a line per second as well"
        case .control: "change the match by keys; ? shows them"
        case .time: "the time to count down, 10:00 unless given"
        case .teamA: "the name of the first side"
        case .teamB: "the name of the second side"
        case .ago: "as if done so long ago"
        case .start: "set a clock at rest going as well"
        case .yes: "do not ask"
        case .limit: "at most so many"
        case .since: "not those that opened before"
        case .format: "how it is written"
        case .write: "keep files there for other displays"
        case .once: "show it once, and end"
        case .bell: "ring the terminal's bell when time is up"
        case .timeout: "end a command that takes longer; 30 s unless given"
        case .follow: "go on with what happens, until ^C"
        case .server: "the server, such as https://football.example"
        case .insecureHTTP: "take plain http to another machine"
        case .passwordFile: "the file with the password; - is standard input"
        case .wait: "send the result now, and wait for the server"
        case .waiting: "those alone that have failed"
        case .resend: "also what has arrived, if the server has lost it"
        case .takeOver: "also what was ended for another user"
        case .forget: "do not remember the user name"
        case .teamAPlayers: "who plays on the first side, between commas"
        case .teamBPlayers: "who plays on the second side, between commas"
        case .seed: "draw the same sides again, 0 to 4294967295"
        case .again: "draw others that are as fair"
        case .ownGoal: "the player is on the other side"
        case .names: "the names alone, one a line"
        case .name: "the new name"
        case .age: "the age in years"
        case .skill: "how well the player plays"
        case .position: "goalkeeper, defender, midfielder, winger, striker"
        case .favouriteTeam: "the team that the player supports"
        case .dryRun: "tell what it would do, and do nothing"
        case .match: "also where the squad was changed since"
        case .noPager: "print what is longer than the screen as it is"
        }
    }

    /// How it is written, such as `-p, --pitch NAME`.
    var spelling: String {
        let name = letter.map { "-\($0), --\(rawValue)" } ?? "--\(rawValue)"
        return switch value {
        case .none: name
        case .required(let value): "\(name) \(value)"
        case .optional(let value): "\(name)[=\(value)]"
        }
    }
}

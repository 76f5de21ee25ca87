import GatherCore
import LinuxIO

/// A setting of the daemon, by its name in `gatherd.conf`.
enum Setting: String, ServiceSetting {
    case group = "Group"
    case submitter = "Submitter"
    case submitAfter = "SubmitAfter"
    case remoteUser = "RemoteUser"

    /// The option of the command line with the same meaning.
    var option: String {
        switch self {
        case .group: "--group"
        case .submitter: "--submitter"
        case .submitAfter: "--submit-after"
        case .remoteUser: "--remote-user"
        }
    }

    /// The environment variable that has the default, in place of the built-in one.
    var variable: String {
        switch self {
        case .group: "GATHERD_GROUP"
        case .submitter: "GATHERD_SUBMITTER"
        case .submitAfter: "GATHERD_SUBMIT_AFTER"
        case .remoteUser: "GATHERD_REMOTE_USER"
        }
    }

    /// Returns the reason why a text that is not empty is not a valid value; nil if it is valid.
    ///
    /// A group or a user that does not exist is found when the daemon starts.
    func objection(to text: String) -> String? {
        switch self {
        case .group, .remoteUser: nil
        case .submitter:
            text.hasPrefix("/") ? nil : "'\(text)' is no path that begins with a slash"
        case .submitAfter:
            TimeSpan.duration(text).map(Limits.submissionDelay.contains) == true
                ? nil : "'\(text)' is no time such as 60, 90s or 5min, at most one day"
        }
    }
}

/// A setting in force, and what it comes from.
struct SettingInForce: Hashable {
    /// The origin of a value, in the order of precedence.
    enum Origin: Hashable {
        case option
        /// The value is from a file.
        ///
        /// - Parameter place: The path and the line.
        case file(place: String)
        case variable
        case builtIn
    }

    let setting: Setting
    /// The value; nil for none.
    let value: String?
    let origin: Origin

    /// The origin as a text for people.
    var originText: String {
        switch origin {
        case .option: setting.option
        case .file(let place): place
        case .variable: "$\(setting.variable)"
        case .builtIn: "default"
        }
    }

    /// Returns the log line about a value that is ignored for a reason.
    func complaint(because reason: String) -> String {
        switch origin {
        case .file: "\(originText): \(setting.rawValue): \(reason), ignoring"
        default: "\(originText): \(reason), ignoring"
        }
    }
}

/// Lengths of time as systemd.time(7) writes them, of seconds or more.
enum TimeSpan {
    private static let units: [(names: Set<String>, seconds: Int)] = [
        (["", "s", "sec", "second", "seconds"], 1),
        (["m", "min", "minute", "minutes"], 60),
        (["h", "hr", "hour", "hours"], 3_600),
        (["d", "day", "days"], 86_400),
    ]

    /// Returns the length of a text such as `60`, `90s` or `1min 30s`; nil for any other.
    static func duration(_ text: String) -> Duration? {
        var rest = text[...]
        var sum = 0
        repeat {
            rest = rest.drop(while: \.isWhitespace)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            rest = rest.dropFirst(digits.count).drop(while: \.isWhitespace)
            let name = String(rest.prefix { $0.isASCII && $0.isLetter })
            rest = rest.dropFirst(name.count)
            // A longer number would not fit.
            guard digits.count <= 6, let number = Int(digits),
                let unit = units.first(where: { $0.names.contains(name) })
            else { return nil }
            sum += number * unit.seconds
        } while !rest.allSatisfy(\.isWhitespace)
        return .seconds(sum)
    }
}

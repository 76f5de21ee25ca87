import LinuxIO
import Varlink

/// The texts for entries of the journal, as `journalctl -o json` writes them.
struct JournalPresenter {
    /// True to say what happened in a match, which has names in it.
    let showsNames: Bool

    /// The fields that are asked for.
    static let fields = [
        "MESSAGE", "MESSAGE_ID", "PRIORITY", "_SYSTEMD_UNIT", "_SYSTEMD_USER_UNIT", "GATHER_ID",
        "GATHER_EVENT", "GATHER_CLOCK",
    ]

    /// Returns the line for an entry; another text is returned as it is.
    func line(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let entry = (try? JSONValue(parsing: bytes[...], nesting: 3))?.object else {
            return text
        }
        let unit = entry["_SYSTEMD_USER_UNIT"]?.string ?? entry["_SYSTEMD_UNIT"]?.string ?? ""
        let priority = entry["PRIORITY"]?.string ?? "-"
        return "\(time(entry))  \(unit)  <\(priority)>  \(message(entry))"
    }

    private func time(_ entry: JSONObject) -> String {
        let stamp = entry["__REALTIME_TIMESTAMP"]?.string.flatMap { Int64($0) }
        return stamp.map { UniversalTime(.microseconds($0)).rfc3339 } ?? "-"
    }

    private func message(_ entry: JSONObject) -> String {
        if let gather = entry["GATHER_ID"]?.string, !showsNames {
            let fields = ["GATHER_EVENT", "GATHER_CLOCK", "MESSAGE_ID"].compactMap { name in
                entry[name]?.string.map { "\(name)=\($0)" }
            }
            return (["GATHER_ID=\(gather)"] + fields).joined(separator: " ")
        }
        // A message that is no text is a list of bytes.
        let message = entry["MESSAGE"]?.string ?? "-"
        return showsNames ? message : Self.withoutDevice(message)
    }

    /// The beginnings of the messages about a paired phone, and the text that follows its name.
    private static let ofDevices = [
        // Not translated: gather-web writes them to the journal.
        ("paired ", " ("), ("revoked ", " ("), ("cannot keep the device ", ": "),
    ]

    /// Returns a message without the name of a phone, which often has the name of a person in it.
    private static func withoutDevice(_ message: String) -> String {
        for (start, end) in ofDevices where message.hasPrefix(start) {
            let rest = message.dropFirst(start.count)
            // The last one, as the name may have it as well.
            let ends = rest.indices.last { rest[$0...].hasPrefix(end) } ?? rest.endIndex
            return "\(start)[device]\(rest[ends...])"
        }
        return message
    }
}

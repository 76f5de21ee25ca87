import GatherAPI
import LinuxIO

/// The names of the users who gave commands, looked up once each.
struct OperatorNames {
    private var names: [Int: String?] = [:]

    /// The entry with the name of its user.
    mutating func named(_ entry: TimelineEntry) -> TimelineEntry {
        guard let uid = entry.operatorUID else { return entry }
        if names[uid] == nil { names[uid] = .some(UserName.of(uid: UInt32(clamping: uid))) }
        var entry = entry
        entry.operatorName = names[uid] ?? nil
        return entry
    }
}

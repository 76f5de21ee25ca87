/// How a match is watched.
struct WatchOptions: Hashable {
    /// Whether every second is shown as well where no view counts by itself.
    var ticks = false
    /// Whether keys change the match.
    var isControlled = false
    /// The directory to keep files in, instead of showing anything.
    var directory: String?
    /// How the line for a status bar is made.
    var format: LineFormat?
    /// Whether to end after the first sight.
    var once = false
    /// Whether to ring when time is up.
    var bell = false

    /// Watches every change.
    init() {}

    /// Reads what was given to `watch`.
    init(_ arguments: ArgumentReader) throws(UsageError) {
        ticks = arguments.has(.ticks)
        isControlled = arguments.has(.control)
        once = arguments.has(.once)
        bell = arguments.has(.bell)
        directory = arguments.text(.write)
        if let text = arguments.text(.format) {
            do { format = try LineFormat(text) } catch { throw arguments.cannot(error.message) }
        }
        try check(arguments)
    }

    private func check(_ arguments: ArgumentReader) throws(UsageError) {
        if directory == "" { throw arguments.cannot("the directory of '--write' is missing") }
        let hasJSON = ![nil, "off"].contains(arguments.text(.json))
        let ways = [
            isControlled ? "--control" : nil, directory == nil ? nil : "--write",
            format == nil ? nil : "--format",
            hasJSON ? "--json" : nil,
        ].compactMap { $0 }
        if ways.count > 1 {
            throw arguments.cannot("'\(ways[0])' and '\(ways[1])' are two ways to show it")
        }
        if once, isControlled {
            throw arguments.cannot("with '--once' there is no time to press a key")
        }
        if once, bell { throw arguments.cannot("with '--once' there is no time to ring the bell") }
    }
}

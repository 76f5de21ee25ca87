extension Sequence<String> {
    /// The text of which these are the lines; each of them ends.
    var text: String {
        // `joined()` looks up types at run time, which `status` would wait for.
        reduce(into: "") { text, line in
            text += line
            text += "\n"
        }
    }
}

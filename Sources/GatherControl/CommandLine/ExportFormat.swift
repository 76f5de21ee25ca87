/// How events are written for other programs.
enum ExportFormat: String, CaseIterable, Sendable {
    /// A JSON object a line.
    case json
    /// Comma-separated values, as RFC 4180 has them.
    case csv
}

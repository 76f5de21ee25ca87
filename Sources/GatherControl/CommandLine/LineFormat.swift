import GatherAPI

/// The format of a line for a status bar, such as `{clock} {teamA} {scoreA}-{scoreB} {teamB}`.
struct LineFormat: Hashable {
    /// A field that can stand in braces.
    enum Field: String, CaseIterable {
        case clock, state, period, teamA, teamB, scoreA, scoreB, score, winner, until, remaining
        case kickoff, scorer, minute, cardsA, cardsB, foulsA, foulsB, timeout, added, stoppage
        case kicks, log, submission, stale, id
    }

    /// A literal text, or a field.
    enum Part: Hashable {
        case text(String)
        case field(Field)
    }

    /// The parts of the line, in order.
    let parts: [Part]

    /// Reads a text in which `{{` and `}}` stand for braces.
    ///
    /// - Throws: A ``UsageError`` with the cause alone.
    init(_ text: String) throws(UsageError) {
        guard !text.isEmpty else { throw UsageError(tr("'--format' is empty")) }
        var parts: [Part] = []
        var literal = ""
        var rest = text[...]
        while let character = rest.popFirst() {
            if character == "{" || character == "}", rest.first == character {
                literal.append(character)
                rest.removeFirst()
            } else if character == "{" {
                if !literal.isEmpty { parts.append(.text(literal)) }
                literal = ""
                parts.append(.field(try Self.field(&rest)))
            } else if character == "}" {
                throw UsageError(tr("a '}' in '%1$@' closes nothing; write '}}' for a brace", text))
            } else {
                literal.append(character)
            }
        }
        if !literal.isEmpty { parts.append(.text(literal)) }
        self.parts = parts
    }

    /// True if the line itself shows that the daemon is lost.
    var showsStale: Bool {
        parts.contains(.field(.stale)) || parts.contains(.field(.period))
    }

    /// Returns true if the line shows something of the events of a match.
    func needsEvents(of gather: GatherSnapshot) -> Bool {
        let showsGoal = parts.contains(.field(.scorer)) || parts.contains(.field(.minute))
        return parts.contains(.field(.log)) || showsGoal && gather.latestGoal != nil
    }

    private static func field(_ rest: inout Substring) throws(UsageError) -> Field {
        guard let end = rest.firstIndex(of: "}") else {
            throw UsageError(tr("'{%1$@' has no '}'; write '{{' for a brace", rest))
        }
        let name = String(rest[..<end])
        rest = rest[rest.index(after: end)...]
        if let field = Field(rawValue: name) { return field }
        let known = Field.allCases.map(\.rawValue)
        if let nearest = Suggestion.nearest(to: name, in: known) {
            throw UsageError(
                Suggestion.text(tr("there is no field '{%1$@}'", name), "{\(nearest)}"))
        }
        throw UsageError(
            tr("there is no field '{%1$@}'; use %2$@", name, known.joined(separator: ", ")))
    }
}

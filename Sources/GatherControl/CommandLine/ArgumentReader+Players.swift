import GatherAPI

extension ArgumentReader {
    /// Takes the word that says which of several things a verb is to do, and goes on with that.
    ///
    /// - Returns: The word, or that of the first form if there is none.
    mutating func form(of verb: String, _ forms: [VerbForm]) throws(UsageError) -> String {
        guard let word = optional() else {
            try begin(forms[0], of: verb)
            return forms[0].name
        }
        guard let form = forms.first(where: { $0.name == word }), !word.isEmpty else {
            let nearest = Suggestion.nearest(
                to: word, in: forms.map(\.name),
                changing: Set(forms.filter { !$0.isLook }.map(\.name)))
            let question = nearest.map { "; did you mean '\(verb) \($0)'?" } ?? ""
            throw UsageError("cannot do '\(verb) \(word)': there is no such command\(question)")
        }
        try begin(form, of: verb)
        return word
    }

    /// Takes the number of a player.
    mutating func playerNumber() throws(UsageError) -> Int {
        let word = try required("the number of the player")
        guard let number = Int(digits: word[...]) else {
            throw cannot("'\(word)' is no number; who was removed is known by the number alone")
        }
        return number
    }

    /// Takes the number that a server has for a player.
    mutating func remoteNumber() throws(UsageError) -> Int {
        let word = try required("the number of the player at the server")
        guard let number = Int(digits: word[...]) else {
            throw cannot("'\(word)' is no number; the server knows players by numbers alone")
        }
        return number
    }

    /// Takes what is left, each a player; there has to be one at least.
    mutating func players() throws(UsageError) -> [String] {
        [try required("the player")] + rest()
    }

    /// Takes what is left.
    mutating func rest() -> [String] {
        var words: [String] = []
        while let word = optional() { words.append(word) }
        return words
    }

    /// The players of an option, between commas.
    func players(_ option: Option) throws(UsageError) -> [String] {
        guard let text = text(option) else { return [] }
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        guard !names.contains("") else {
            throw cannot(
                "'--\(option.rawValue)' has a name of no letters; names are between commas")
        }
        return names
    }

    /// What the sides are drawn with, if it was given.
    func seed() throws(UsageError) -> Int? {
        guard let text = text(.seed) else { return nil }
        guard let number = Int(digits: text[...]), InterfaceLimits.seed.contains(number)
        else {
            let range = InterfaceLimits.seed
            throw cannot(
                "'\(text)' is no seed: it is a whole number from \(range.lowerBound) to "
                    + "\(range.upperBound)")
        }
        return number
    }

    /// What the options say about a player; none of them has to be there.
    func profileChange() throws(UsageError) -> ProfileChange {
        var change = ProfileChange()
        for (field, option) in ProfileChange.options {
            guard let text = text(option) else { continue }
            do { try change.set(field, text) } catch {
                throw cannot("\(error.problem) ('--\(option.rawValue)')")
            }
        }
        return change
    }

    /// Takes a player who is to be added.
    mutating func newPlayer() throws(UsageError) -> ProfileFields {
        let name = try required("the name")
        let change = try profileChange()
        do {
            var profile = ProfileFields(name: "")
            try profile.set(.name, name)
            try profile.check(.name)
            return try change.applied(to: profile)
        } catch { throw cannot(error.problem) }
    }

    /// Takes what is to change about a player; there has to be something.
    func editedFields() throws(UsageError) -> ProfileChange {
        let change = try profileChange()
        guard !change.isEmpty else {
            throw cannot(
                "nothing is to change; say '--name', '--age', '--skill', '--position' or "
                    + "'--favourite-team'")
        }
        return change
    }

    /// Takes what was decided of steps that ask, as many as there are: a choice, and of which step.
    mutating func syncDecisions() throws(UsageError) -> [SyncDecisionFields] {
        var decisions: [SyncDecisionFields] = []
        while let word = optional() {
            guard let choice = SyncDecisionFields.Choice(rawValue: word) else {
                throw cannot("'\(word)' is not create, adopt, send, fetch, remove or delete")
            }
            let token = try required("the player, such as 3, @14 or 3@14,")
            let numbers = token.split(
                separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            let (player, remote) = (numbers[0], numbers.count > 1 ? numbers[1] : nil)
            let (playerID, remoteID) = (Int(digits: player), remote.flatMap { Int(digits: $0) })
            let isWrong = !player.isEmpty && playerID == nil || remote != nil && remoteID == nil
            guard !isWrong, playerID != nil || remoteID != nil else {
                throw cannot("'\(token)' is no player of a step, such as 3, @14 or 3@14")
            }
            guard !decisions.contains(where: { $0.playerID == playerID && $0.remoteID == remoteID })
            else { throw cannot("'\(token)' is decided twice") }
            decisions.append(
                SyncDecisionFields(playerID: playerID, remoteID: remoteID, choice: choice))
        }
        return decisions
    }

    /// How a file of players is written; nil where it tells itself.
    func playerFormat() throws(UsageError) -> ExportFormat? {
        try text(.format) == nil ? nil : format()
    }
}

import GatherAPI

extension GatherSnapshot {
    /// The same gather, all its text fit for a terminal.
    var printable: GatherSnapshot {
        var gather = self
        gather.id = PrintableText.of(id)
        gather.teamA = teamA.printable
        gather.teamB = teamB.printable
        gather.bench = bench.map(\.printable)
        gather.openedAt = PrintableText.of(openedAt)
        gather.endedAt = endedAt.map(PrintableText.of)
        gather.score = PrintableText.of(score)
        gather.winnerTeam = PrintableText.of(winnerTeam)
        gather.timer.timeUpAt = timer.timeUpAt.map(PrintableText.of)
        gather.recovered?.restartedAt = recovered?.restartedAt.map(PrintableText.of)
        gather.submission = submission?.printable
        return gather
    }
}

extension SubmissionFields {
    /// The same submission, all its text fit for a terminal.
    var printable: SubmissionFields {
        var submission = self
        submission.nextAttemptAt = nextAttemptAt.map(PrintableText.of)
        submission.lastError = lastError.map(PrintableText.of)
        submission.remoteID = remoteID.map(PrintableText.of)
        submission.owner = owner.map { owner in
            OwnerFields(
                userName: owner.userName.map(PrintableText.of),
                server: owner.server.map(PrintableText.of))
        }
        return submission
    }
}

extension ResultFields {
    /// The same result, all its text fit for a terminal.
    var printable: ResultFields {
        ResultFields(
            gatherID: PrintableText.word(gatherID), teamAName: PrintableText.name(teamAName),
            teamBName: PrintableText.name(teamBName), score: PrintableText.of(score),
            submission: submission.printable, candidates: candidates.map(PrintableText.word),
            missingPlayers: missingPlayers.map(\.printable), leftovers: leftovers.map(\.printable))
    }
}

extension MissingPlayerFields {
    /// The same player, all its text fit for a terminal.
    var printable: MissingPlayerFields {
        var player = self
        player.name = PrintableText.name(name)
        return player
    }
}

extension LeftoverFields {
    /// The same leftover, all its text fit for a terminal.
    var printable: LeftoverFields {
        LeftoverFields(
            kind: kind, remoteID: PrintableText.word(remoteID), name: name.map(PrintableText.name),
            score: score.map(PrintableText.of), players: players)
    }
}

extension TeamSnapshot {
    /// The same side, all its text fit for a terminal.
    var printable: TeamSnapshot {
        TeamSnapshot(
            name: PrintableText.name(name), score: score, players: players.map(\.printable))
    }
}

extension PlayerFields {
    /// The same player, all text fit for a terminal.
    var printable: PlayerFields {
        PlayerFields(
            id: id, name: PrintableText.name(name), position: position.map(PrintableText.of))
    }
}

extension SalvageFields {
    /// The same salvage, all its text fit for a terminal.
    var printable: SalvageFields {
        var salvage = self
        salvage.file = PrintableText.of(file)
        salvage.at = PrintableText.of(at)
        return salvage
    }
}

extension TimelineEntry {
    /// The same entry, all its text fit for a terminal.
    var printable: TimelineEntry {
        var entry = self
        entry.kind = PrintableText.of(kind)
        entry.text = PrintableText.name(text)
        entry.at = PrintableText.of(at)
        entry.score = PrintableText.of(score)
        entry.operatorName = operatorName.map(PrintableText.of)
        entry.scorer = scorer.map(PrintableText.name)
        return entry
    }
}

extension GatherSummary {
    /// The same summary, all its text fit for a terminal.
    var printable: GatherSummary {
        GatherSummary(
            id: PrintableText.of(id), phase: phase, teamAName: PrintableText.name(teamAName),
            teamBName: PrintableText.name(teamBName), score: PrintableText.of(score),
            winnerTeam: PrintableText.of(winnerTeam), openedAt: PrintableText.of(openedAt),
            endedAt: endedAt.map(PrintableText.of))
    }
}

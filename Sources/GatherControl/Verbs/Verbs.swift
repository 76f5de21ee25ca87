extension Verb {
    /// Every verb, in the order of the help.
    ///
    /// Each is made when it is accessed: a command needs only one, and making all of them would
    /// take time.
    static let table: [@Sendable () -> Verb] = [
        { Status.verb }, { Watch.verb }, { On.verb }, { PlaySound.verb }, { Web.verb },
        { Pair.verb }, { Devices.verb }, { MQTT.verb }, { New.verb },
        { Fixtures.verb },
        { KickOff.verb }, { Format.verb },
        { Defaults.verb }, { Countdown.start },
        { Countdown.pause }, { Countdown.resume }, { Countdown.toggle }, { Countdown.cancel },
        { Countdown.set }, { Countdown.adjust }, { Period.verb }, { Added.verb },
        { TakeTimeOut.verb }, { Extension.extra }, { Extension.kicks }, { Score.verb },
        { Goal.verb }, { TakeKick.verb }, { ShowCard.verb }, { Foul.verb }, { Teams.verb },
        { Substitute.verb }, { Players.verb }, { Scorers.verb },
        { AmendScorer.verb }, { EditGoal.verb }, { Undo.undo }, { Undo.redo },
        { Reopen.verb },
        { Closing.end }, { Closing.discard }, { History.verb }, { ClubTable.verb },
        { Timeline.show }, { Timeline.log },
        { Report.verb }, { Verify.verb }, { Export.verb }, { Replay.verb }, { Simulate.verb },
        { Backup.verb }, { RestoreBackup.verb },
        { Submissions.verb }, { Submit.verb }, { SignIn.logIn },
        { SignIn.register }, { Account.logOut }, { Account.verb }, { Config.verb },
        { BugReport.verb }, { BridgeStreams.verb },
        { Help.verb },
    ]

    /// All verbs, in the order of the help.
    static var all: [Verb] { table.map { $0() } }
}

extension Verb {
    /// Every verb, in the order of the help; the first is what no verb means.
    static let all: [Verb] = [
        Status.verb, Watch.verb, On.verb, New.verb, Countdown.start, Countdown.pause,
        Countdown.resume, Countdown.toggle, Countdown.cancel, Countdown.set, Countdown.adjust,
        Score.verb, Goal.verb, Teams.verb, Players.verb, Scorers.verb, Undo.undo, Undo.redo,
        Reopen.verb, Closing.end, Closing.discard, History.verb, Timeline.show, Timeline.log,
        Report.verb, Export.verb, Submissions.verb, Submit.verb, SignIn.logIn, SignIn.register,
        Account.logOut, Account.verb, BridgeStreams.verb, Help.verb,
    ]
}

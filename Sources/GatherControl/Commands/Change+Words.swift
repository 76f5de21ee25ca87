extension Change {
    /// What is done, for `cannot <verb> <object>`.
    var task: String {
        switch self {
        case .open: "open a gather"
        case .start: "start the countdown"
        case .pause: "pause the countdown"
        case .resume: "resume the countdown"
        case .toggle: "toggle the countdown"
        case .cancel: "put the clock back"
        case .setTime: "set the time"
        case .adjustTime: "adjust the time"
        case .setScore: "set the score"
        case .addToScore(_, let delta, _): delta == 1 ? "count the goal" : "change the score"
        case .movePlayers: "move the players"
        case .clearTeams: "clear the teams"
        case .nameTeams: "name the teams"
        case .drawTeams: "draw the teams"
        case .undo: "undo"
        case .redo: "redo"
        case .reopen: "reopen the gather"
        case .end: "end the gather"
        case .discard: "discard the gather"
        }
    }

    /// What may or may not have counted, for `cannot confirm <object>`.
    var object: String {
        switch self {
        case .open: "the new gather"
        case .start: "the start"
        case .pause: "the pause"
        case .resume: "the resume"
        case .toggle: "the toggle"
        case .cancel: "the cancel"
        case .setTime: "the time"
        case .adjustTime: "the adjustment"
        case .setScore: "the score"
        case .addToScore(_, let delta, _): delta == 1 ? "the goal" : "the score"
        case .movePlayers: "the move"
        case .clearTeams, .nameTeams: "the teams"
        case .drawTeams: "the draw"
        case .undo: "the undo"
        case .redo: "the redo"
        case .reopen: "the reopening"
        case .end: "the end"
        case .discard: "the discard"
        }
    }
}

// Made by varlink-gen from Interfaces; units/generate makes it anew.

/// The limits of the interfaces, which a client can keep to before it asks.
public enum InterfaceLimits {
    /// The greatest of the lengths of `io.gatherd.Account.Register.userName`.
    public static let accountNameCharacters = 20

    /// The values of `io.gatherd.Gather.AnnounceAddedTime.minutes`.
    public static let addedMinutes = 1...60

    /// The values of `io.gatherd.Gather.AdjustTime.seconds`.
    public static let adjustmentSeconds = -86_400...86_400

    /// The values of `io.gatherd.Gather.Profile.age`.
    public static let age = 1...120

    /// The values of `io.gatherd.Gather.Start.agoMilliseconds`.
    public static let agoMilliseconds = 1...86_400_000

    /// The greatest of the lengths of `io.gatherd.Gather.Gather.cards`.
    public static let cards = 100

    /// The greatest of the lengths of `io.gatherd.Gather.ActFor.device`.
    public static let deviceCharacters = 64

    /// The lengths of `io.gatherd.Gather.DrawTeams.playerIds`.
    public static let drawPlayers = 2...22

    /// The greatest of the lengths of `io.gatherd.Gather.Open.fixture`.
    public static let fixtureCharacters = 32

    /// The lengths in bytes of `io.gatherd.History.Show.id`.
    public static let gatherNameBytes = 4...36

    /// The greatest of the lengths of `io.gatherd.Gather.MovePlayers.playerIds`.
    public static let gatherPlayers = 100

    /// The greatest of the values of `io.gatherd.History.List.limit`.
    public static let historyPage = 1_000

    /// The values of `io.gatherd.Gather.InvalidKickOff.maximumSeconds`.
    public static let kickOffSeconds = 1...604_800

    /// The greatest of the lengths of `io.gatherd.Gather.Kicks.taken`.
    public static let kicks = 200

    /// The greatest of the lengths in bytes of `io.gatherd.Gather.Profile.name`.
    public static let nameBytes = 1_024

    /// The greatest of the lengths of `io.gatherd.Gather.Profile.name`.
    public static let nameCharacters = 100

    /// The values of `io.gatherd.Gather.AmendCard.penaltySeconds`.
    public static let penaltySeconds = 1...3_600

    /// The greatest of the lengths of `io.gatherd.Players.Add.requestId`.
    public static let requestIDCharacters = 64

    /// The values of `io.gatherd.Gather.Team.score`.
    public static let score = 0...999

    /// The values of `io.gatherd.Gather.AddToScore.delta`.
    public static let scoreDelta = -999...999

    /// The values of `io.gatherd.Gather.Time.seconds`.
    public static let secondOfMinute = 0...59

    /// The values of `io.gatherd.Gather.DrawTeams.seed`.
    public static let seed = 0...4_294_967_295

    /// The values of `io.gatherd.Gather.Profile.shirt`.
    public static let shirt = 0...99

    /// The greatest of the lengths of `io.gatherd.Players.Add.players`.
    public static let squad = 500

    /// The lengths of `io.gatherd.Gather.SwapPlayers.playerIds`.
    public static let swappedPlayers = 2...2

    /// The values of `io.gatherd.Gather.Time`.
    public static let timeSeconds = 1...86_400

    /// The greatest of the values of `io.gatherd.History.Show.limit`.
    public static let timelinePage = 1_000
}

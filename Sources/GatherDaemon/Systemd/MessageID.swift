/// The kinds of entries that the journal's catalog explains (units/gatherd.catalog), by their
/// MESSAGE_ID, systemd.journal-fields(7).
enum MessageID: String, CaseIterable, Sendable {
    case opened = "e101640b39e7462fb09f82d45cfdd692"
    case started = "50d3aa8a162246e78b8ebaa177ea9c2e"
    case paused = "d080f229e8f845628e750dd3c71ce196"
    case cancelled = "b681800bc2f7421e98ecbc5b03897431"
    case timeSet = "40d602b43c774a26b1c186953493d66f"
    case timeAdjusted = "21dd67c8fd9147149ffa61ba19ea57b2"
    case goal = "30b93e1daf984855b01b4d4ef8419181"
    case goalTakenBack = "c7e3ed9218704a3d81fcd52985768310"
    case goalsSet = "106814da294f4fc6829f9a6486e5931a"
    case timeUp = "a3184103462b482b9f59a72295ffb1de"
    case ended = "68880d02c1ef47a89fc81e46bc9c4960"
    case discarded = "368de3d83fb04c279ac7d81ee1606d02"
    case undone = "be729e737eaa401b93486a3de1ac718f"
    case redone = "39b4c5f73ddf4f28b746105244e63152"
    case reopened = "d9e641ea882d4863a877e894f0b05e3e"
    case recovered = "e29aadf977964909a0cd235c302ed24e"
    case clockDoubted = "b3a49562b9704c309714411e1b003657"
    case clockCorrected = "ea242cf85be245f39fb58c53de13f325"
    case storageFailed = "0bbf5dcb610c4890b3ad04bdf874e0dc"
    case salvaged = "19e90912624f42dd9d4d44c799c6ad31"
}

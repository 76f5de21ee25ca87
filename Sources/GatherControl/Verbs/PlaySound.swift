/// `sound`: plays one of the sounds of a match, or writes it as a file.
struct PlaySound: Command {
    static let verb = Verb(
        name: "sound", arguments: "[horn|whistle] [--program PROGRAM|--wav]",
        summary: tr("play the horn or the whistle once, to try it"),
        failure: tr("cannot play the sound: %1$@"), topic: .showing, options: [program, wav],
        isLook: true, operands: [.choices(Sound.allCases.map(\.rawValue))], hasAnswer: false,
        manual: """
            Play the horn, or the whistle, once, as *watch* --sound does, to try the loudspeaker
            before the match; see
            .Sx SOUND .
            With --program it is played by this program, and with --wav it is written to standard
            output instead, as a WAV file. No gatherd(8) is needed.
            """
    ) { (arguments) throws(UsageError) in
        let command = PlaySound(
            sound: try sound(&arguments), program: arguments.text(program),
            isWritten: arguments.has(wav))
        if command.isWritten, command.program != nil {
            throw arguments.cannot("--program", with: "--wav")
        }
        return command
    }

    private static let program = Option(
        "program", tr("play it by this program"), takes: "PROGRAM", completes: .programs)
    private static let wav = Option("wav", tr("write it as a WAV file instead"))

    let sound: Sound
    /// The program that plays it; nil for the first that can.
    var program: String?
    /// True if it is written to the output, and not played.
    var isWritten = false

    private static func sound(_ arguments: inout ArgumentReader) throws(UsageError) -> Sound {
        guard let word = arguments.optional() else { return .horn }
        if let sound = Sound(rawValue: word) { return sound }
        let names = Sound.allCases.map(\.rawValue)
        guard let nearest = Suggestion.nearest(to: word, in: names) else {
            let known = names.joined(separator: ", ")
            throw arguments.cannot(tr("there is no sound '%1$@'; use %2$@", word, known))
        }
        throw arguments.cannot(Suggestion.text(tr("there is no sound '%1$@'", word), nearest))
    }

    func run(_ context: Context) throws(Failure) {
        if isWritten {
            let output = context.streams.output
            guard !output.isTerminal else {
                throw Failure(
                    .usage, Self.verb.failure,
                    cause: tr("'--wav' writes no text; send it to a file with '>'"))
            }
            return try output.write(sound.file)
        }
        let player = try SoundPlayer(
            SoundPrograms(program, context.program.environment), sounds: [sound],
            time: context.time)
        try player.playToEnd(sound)
    }
}

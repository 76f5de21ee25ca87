/// Text that came from elsewhere: what is read of it is fit for a terminal, and `$` is the text as
/// it was received, for JSON, for comparing names and for sending it back.
@propertyWrapper
public struct ShownAs<Form: ShownForm, Value: ShownValue>: Hashable, Sendable {
    /// The text as it was received.
    public var projectedValue: Value

    /// Takes a text as it was received.
    public init(wrappedValue: Value) {
        projectedValue = wrappedValue
    }

    /// The text as it is shown.
    public var wrappedValue: Value {
        get { projectedValue.shown(as: Form.self) }
        set { projectedValue = newValue }
    }
}

/// Any text of a peer.
public typealias Shown<Value: ShownValue> = ShownAs<TextForm, Value>

/// `[name]`: a text that may be written from right to left, and stands between others.
public typealias ShownName<Value: ShownValue> = ShownAs<NameForm, Value>

/// `[word]`: a text that people copy into a command.
public typealias ShownWord<Value: ShownValue> = ShownAs<WordForm, Value>

/// How text of a peer is made fit for a terminal.
public protocol ShownForm: Sendable {
    /// The text with nothing in it that a terminal would obey.
    static func shown(_ text: String) -> String
}

/// With a sign in the place of everything that could move the cursor, break the line, or turn the
/// direction of what follows.
public enum TextForm: ShownForm {
    /// The text with such signs.
    public static func shown(_ text: String) -> String { shown(text[...], keeping: []) }

    /// The same, except for some signs.
    public static func shown(_ text: Substring, keeping kept: Set<Unicode.Scalar>) -> String {
        // Most text is plain, and a command is to be quick.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(text) }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isHarmful = scalar.isHarmfulToShow && !kept.contains(scalar)
            clean.append(isHarmful ? "\u{FFFD}" : scalar)
        }
        return String(clean)
    }
}

/// The same, and isolated where it has letters that are written from right to left.
///
/// It is turned itself, and the numbers and names around it stay where they are. The signs for that
/// take no room.
public enum NameForm: ShownForm {
    /// What isolates a name.
    public static let isolation: (begin: Unicode.Scalar, end: Unicode.Scalar) = (
        "\u{2068}", "\u{2069}"
    )

    /// The text, isolated where it has to be.
    public static func shown(_ text: String) -> String {
        let clean = TextForm.shown(text)
        guard clean.unicodeScalars.contains(where: isRightToLeft) else { return clean }
        return "\(isolation.begin)\(clean)\(isolation.end)"
    }

    /// The blocks of Hebrew, Arabic and their neighbours.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

/// With nothing in it that means anything to a shell.
public enum WordForm: ShownForm {
    /// The text with a sign in the place of everything but letters, numbers, `-` and `_`.
    public static func shown(_ text: String) -> String {
        String(
            text.map { character in
                let isPlain = character.isASCII && (character.isLetter || character.isNumber)
                return isPlain || "-_".contains(character) ? character : "\u{FFFD}"
            })
    }
}

/// A text of an error in a form: a property wrapper cannot stand there.
func shown<Value: ShownValue, Form: ShownForm>(_ value: Value, as form: Form.Type) -> Value {
    value.shown(as: form)
}

/// A text, or some that are shown in the same form.
public protocol ShownValue: Hashable, Sendable {
    /// The same in a form.
    func shown<Form: ShownForm>(as form: Form.Type) -> Self
}

extension String: ShownValue {
    /// The text in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> String { Form.shown(self) }

    /// The text fit for a terminal.
    public var shown: String { TextForm.shown(self) }

    /// The text fit to stand between others on a terminal, whatever direction it is written in.
    public var shownName: String { NameForm.shown(self) }
}

extension Optional: ShownValue where Wrapped: ShownValue {
    /// What is there in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> Self { map { $0.shown(as: form) } }
}

extension Array: ShownValue where Element: ShownValue {
    /// What is there in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> Self { map { $0.shown(as: form) } }
}

extension Unicode.Scalar {
    /// Whether a terminal or a log could do anything but show it.
    ///
    /// These are control characters, those that break a line, and those that turn the direction of
    /// the text after them.
    public var isHarmfulToShow: Bool {
        switch value {
        case 0x20...0x7E: false
        case 0x202A...0x202E, 0x2066...0x2069: true
        default:
            switch properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}

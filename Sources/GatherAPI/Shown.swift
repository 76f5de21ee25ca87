/// A text from elsewhere: its value is safe to show on a terminal, and `$` is the text as it was
/// received, for JSON, for comparing names and for sending it back.
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

/// `[name]`: a text that may be written from right to left, and stands between other texts.
public typealias ShownName<Value: ShownValue> = ShownAs<NameForm, Value>

/// `[word]`: a text that people copy into a command.
public typealias ShownWord<Value: ShownValue> = ShownAs<WordForm, Value>

/// A way to make text of a peer safe for a terminal.
public protocol ShownForm: Sendable {
    /// Returns the text without anything that a terminal would interpret.
    static func shown(_ text: String) -> String
}

/// A form in which a replacement sign stands for everything that could move the cursor, break the
/// line, or change the direction of what follows.
public enum TextForm: ShownForm {
    /// Returns the text with replacement signs.
    public static func shown(_ text: String) -> String { shown(text[...], keeping: []) }

    /// Returns the text with replacement signs, except for some characters that are kept.
    public static func shown(_ text: Substring, keeping kept: Set<Unicode.Scalar>) -> String {
        // Most text is plain, and a command must be quick.
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return String(text) }
        var clean = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isHarmful = scalar.isHarmfulToShow && !kept.contains(scalar)
            clean.append(isHarmful ? "\u{FFFD}" : scalar)
        }
        return String(clean)
    }
}

/// The same form, isolated if the text has letters that are written from right to left.
///
/// Only the text itself is reversed then, and the numbers and names around it stay where they are.
/// The isolating characters have no width.
public enum NameForm: ShownForm {
    /// The characters that isolate a name.
    public static let isolation: (begin: Unicode.Scalar, end: Unicode.Scalar) = (
        "\u{2068}", "\u{2069}"
    )

    /// Returns the text, isolated if necessary.
    public static func shown(_ text: String) -> String {
        let clean = TextForm.shown(text)
        guard clean.unicodeScalars.contains(where: isRightToLeft) else { return clean }
        return "\(isolation.begin)\(clean)\(isolation.end)"
    }

    /// Returns true for the blocks of Hebrew, Arabic and their neighbours.
    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
            true
        default: false
        }
    }
}

/// A form without anything that has a meaning for a shell.
public enum WordForm: ShownForm {
    /// Returns the text with a replacement sign for everything but letters, numbers, `-` and `_`.
    public static func shown(_ text: String) -> String {
        String(
            text.map { character in
                let isPlain = character.isASCII && (character.isLetter || character.isNumber)
                return isPlain || "-_".contains(character) ? character : "\u{FFFD}"
            })
    }
}

/// Returns a text of an error in a form: a property wrapper cannot be used there.
func shown<Value: ShownValue, Form: ShownForm>(_ value: Value, as form: Form.Type) -> Value {
    value.shown(as: form)
}

/// A text, or several that are shown in the same form.
public protocol ShownValue: Hashable, Sendable {
    /// Returns the same value in a form.
    func shown<Form: ShownForm>(as form: Form.Type) -> Self
}

extension String: ShownValue {
    /// Returns the text in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> String { Form.shown(self) }

    /// The text, safe for a terminal.
    public var shown: String { TextForm.shown(self) }

    /// The text, safe to stand between others on a terminal, whatever its direction.
    public var shownName: String { NameForm.shown(self) }
}

extension Optional: ShownValue where Wrapped: ShownValue {
    /// Returns the value, if there is one, in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> Self { map { $0.shown(as: form) } }
}

extension Array: ShownValue where Element: ShownValue {
    /// Returns the elements in a form.
    public func shown<Form: ShownForm>(as form: Form.Type) -> Self { map { $0.shown(as: form) } }
}

extension Unicode.Scalar {
    /// True if a terminal or a log could do anything other than show it.
    ///
    /// These are control characters, those that break a line, and those that change the direction
    /// of the text after them.
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

import GatherAPI

/// The texts for a file that has no format.
enum FormatFaultPresenter {
    /// Returns the fault with its place, such as `/etc/gatherd/formats/u9.json, line 4: ...`.
    static func text(_ fault: FormatFaultFields) -> String {
        guard let line = fault.line else { return tr("%1$@: %2$@", fault.path, problem(fault)) }
        return tr("%1$@, line %2$@: %3$@", fault.path, line, problem(fault))
    }

    private static func problem(_ fault: FormatFaultFields) -> String {
        let field = fault.field ?? ""
        return switch fault.problem {
        case .unreadable: tr("the file cannot be read")
        case .tooLong: tr("the file is too long for a format")
        case .syntax: tr("this is not JSON")
        case .missingField: tr("'%1$@' is missing", field)
        case .unknownField: tr("a format has no '%1$@' here", field)
        case .invalidValue: invalidValue(of: field)
        case .breakPlace: tr("a break is between two periods of play")
        case .periodCount: tr("a format has at least one period, and at most 24")
        case .nameTaken: tr("a format of this name needs no file; give the file another name")
        case .invalidName:
            tr("the name of a format has a-z, 0-9, '-' and '.' only, at most 32 of them")
        }
    }

    private static func invalidValue(of field: String) -> String {
        switch field {
        case "length", "from", "break", "halfTime":
            tr("'%1$@' is a number of minutes such as 25, or a time such as \"12:30\"", field)
        case "kind": tr("'kind' is \"play\" or \"break\"")
        case "shows": tr("'shows' is \"down\" or \"up\"")
        case "atZero": tr("'atZero' is \"stop\" or \"run\"")
        case "begins":
            tr(
                """
                'begins' is "byHand" or "atOnce"; breaks begin at once, the first period does not
                """)
        case "timeOuts":
            tr("'timeOuts' has 'perPeriod', from 1 to 9, and 'length', at most an hour")
        case "extraTime":
            tr("'extraTime' has 'periods', 'length', 'break' and 'halfTime'")
        case "periods": tr("'periods' is a list of objects")
        case "": tr("an object in braces belongs here")
        default: tr("'%1$@' cannot have this value", field)
        }
    }
}

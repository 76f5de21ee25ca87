import CIntl
import LinuxIO

/// The texts of the program in the user's language, gettext(3).
///
/// Until it is opened, and where there is none for the language, texts stay as they are.
enum Catalogue {
    /// The name of the catalogues, which the pages for browsers share.
    private static let domain = "gatherd"

    /// Opens the catalogue that was installed with this program, for the language of the
    /// environment.
    ///
    /// It is called once, before anything else: texts that were made earlier stay as they are.
    static func open(_ environment: Environment) {
        guard canTranslate({ environment[$0] }), let program = Files.ownProgram else { return }
        cintl_open(domain, program, environment["LANGUAGE"], locale { environment[$0] })
    }

    /// Returns true if another language than English is asked for first, by a name that is no path,
    /// and all texts can be shown.
    ///
    /// English needs no catalogue, and so none of the time that opening one takes. All output is
    /// UTF-8: a terminal with other characters gets the English texts, which are ASCII.
    static func canTranslate(_ variable: (String) -> String?) -> Bool {
        cintl_is_foreign(variable("LANGUAGE"), locale(variable)) && isUTF8(variable)
    }

    /// Returns the name of the locale of texts, looking at the variables in the order of locale(7).
    private static func locale(_ variable: (String) -> String?) -> String? {
        variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG")
    }

    /// Returns true for a locale with the characters of Unicode, looking at the variables in the
    /// order of locale(7).
    static func isUTF8(_ variable: (String) -> String?) -> Bool {
        cintl_is_utf8(variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG"))
    }

    /// True if there is a catalogue: the empty text stands for its header.
    static let isThere = "".withCString { dgettext(domain, $0)?.pointee != 0 }

    /// Returns the text in the user's language; itself where there is none.
    static func text(_ text: String) -> String {
        guard isThere, !text.isEmpty else { return text }
        return text.withCString { key in
            // SAFETY: the key outlives the call; what is returned is the key, or stays as long as
            // the process does.
            guard let found = dgettext(domain, key), UnsafePointer(found) != key else {
                return text
            }
            return String(cString: found)
        }
    }

    /// Returns what is made of texts that stay as they are: for other programs, or for maintainers.
    static func inEnglish<Made>(_ make: () -> Made) -> Made {
        guard isThere else { return make() }
        cintl_pause(true)
        defer { cintl_pause(false) }
        return make()
    }

    /// Returns the text for a count in the user's language; one of the two where there is none.
    static func text(_ one: String, _ other: String, count: Int) -> String {
        guard isThere else { return count == 1 ? one : other }
        return one.withCString { one in
            other.withCString { many in
                // SAFETY: both outlive the call; what is returned is one of them, or stays as long
                // as the process does.
                dngettext(domain, one, many, count.magnitude).map { String(cString: $0) } ?? other
            }
        }
    }
}

import Glibc

/// A setting of a service, by its name in the files.
public protocol ServiceSetting: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// Returns the reason why a text that is not empty is not a valid value; nil if it is valid.
    func objection(to text: String) -> String?
    /// True if the service must not start with the default in the place of a line that is wrong.
    var isVital: Bool { get }
}

extension ServiceSetting {
    /// False, as a default is safe unless that is said.
    public var isVital: Bool { false }
}

/// The settings that people have written in files for a service: `NAME.conf` in its configuration
/// directory, then the files in `NAME.conf.d`; then the same for its pitch, `NAME@PITCH.conf`.
///
/// A later file takes precedence, and an empty value takes back an earlier one.
public struct ServiceConfiguration<Setting: ServiceSetting>: Hashable, Sendable {
    /// A value and where it was read.
    public struct Value: Hashable, Sendable {
        /// The value, which is not empty.
        public let text: String
        /// The path and the line.
        public let place: String
    }

    /// Something that is wrong in a file, or with one.
    public struct Fault: Error, Hashable, CustomStringConvertible {
        /// The path, and the line if the fault is in one.
        public let place: String
        /// The reason, a clause without a capital and a period.
        public let reason: String
        /// True if the service must not start without knowing what was meant.
        public let isFatal: Bool

        /// Makes a fault, which is not fatal unless that is said.
        public init(place: String, reason: String, isFatal: Bool = false) {
            (self.place, self.reason, self.isFatal) = (place, reason, isFatal)
        }

        /// The place and the reason.
        public var description: String { "\(place): \(reason)" }
    }

    /// The files that were read, in their order.
    public private(set) var files: [String] = []
    /// All that is wrong, in the order of the files.
    public var faults: [Fault] = []
    private var values: [Setting: Value] = [:]
    private let section: String

    /// Makes a configuration without files.
    ///
    /// - Parameter section: The section of the files with its brackets, the only one there is.
    public init(section: String) { self.section = section }

    /// Reads all files of a directory.
    ///
    /// - Parameters:
    ///   - name: The name of the files, which those of a pitch begin with.
    ///   - section: The section of the files with its brackets, the only one there is.
    ///   - directory: The configuration directory; nil if none is known.
    ///   - pitch: The name of the pitch; nil if the service has none.
    ///   - uid: The user who, beside root, is trusted to write the files.
    public init(
        of name: String, section: String, in directory: String?, pitch: String?, for uid: UInt32
    ) {
        self.init(section: section)
        guard let directory else { return }
        for name in [name] + (pitch.map { ["\(name)@\($0)"] } ?? []) {
            let main = "\(directory)/\(name)\(Self.suffix)"
            for path in [main] + dropIns(in: "\(main).d") { read(path, for: uid) }
        }
    }

    private static var suffix: String { ".conf" }

    /// The value of a setting; nil if no file has one.
    public subscript(setting: Setting) -> Value? { values[setting] }

    /// The fault with which the service must not start; nil if there is none.
    public var fatalFault: Fault? { faults.first(where: \.isFatal) }

    private mutating func dropIns(in directory: String) -> [String] {
        do {
            return try Files.names(in: directory)
                .filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
                .sorted().map { "\(directory)/\($0)" }
        } catch {
            let isAbsent = [ENOENT, ENOTDIR].contains(error.code) && !Self.isTaken(directory)
            if !isAbsent { refuse(directory, "\(error)") }
            return []
        }
    }

    private mutating func read(_ path: String, for uid: UInt32) {
        do {
            guard let file = try SettingsFile(reading: path, for: uid) else {
                if Self.isTaken(path) { refuse(path, "its link leads to no file that can be read") }
                return
            }
            files.append(path)
            read(file)
        } catch {
            switch error {
            case .open:
                let word = ShellWord.of(path)
                let owner = uid == 0 ? "root" : "root or this user"
                refuse(
                    path,
                    "others than \(owner) can change it; mend it with 'chown root \(word)' and "
                        + "'chmod 644 \(word)'")
            case .unreadable(let cause): refuse(path, "cannot read it: \(cause)")
            case .notText: refuse(path, "it is no text in UTF-8")
            }
        }
    }

    /// Returns true if something has the path, such as a link to a file that is not there.
    private static func isTaken(_ path: String) -> Bool { (try? Files.kind(at: path)) != nil }

    private mutating func refuse(_ path: String, _ reason: String) {
        faults.append(Fault(place: path, reason: reason, isFatal: true))
    }

    private mutating func read(_ file: SettingsFile) {
        for entry in file.entries(of: section) {
            switch entry {
            case .setting(let name, let value, let place): take(name, value, at: place)
            case .fault(let place, let reason, let text): misread(text, at: place, reason)
            }
        }
    }

    private mutating func take(_ name: String, _ value: String, at place: String) {
        guard let setting = Setting(rawValue: name) else {
            let known = Setting.allCases.map(\.rawValue).joined(separator: ", ")
            return misread(name, at: place, "unknown setting '\(name)'; there are \(known)")
        }
        if value.isEmpty {
            values[setting] = nil
        } else if let objection = setting.objection(to: value) {
            let reason = "\(name): \(objection)"
            if setting.isVital { refuse(place, reason) } else { ignore(place, reason) }
        } else {
            values[setting] = Value(text: value, place: place)
        }
    }

    /// Reports a line that is no setting, and is ignored unless a vital one was meant.
    private mutating func misread(_ text: String, at place: String, _ reason: String) {
        let words = text.split { $0.isWhitespace || $0 == ":" }
            .map { $0.filter(\.isLetter).lowercased() }
        let isVital = Setting.allCases.contains {
            $0.isVital && words.contains($0.rawValue.lowercased())
        }
        if isVital { refuse(place, reason) } else { ignore(place, reason) }
    }

    private mutating func ignore(_ place: String, _ reason: String) {
        faults.append(Fault(place: place, reason: "\(reason), ignoring"))
    }
}

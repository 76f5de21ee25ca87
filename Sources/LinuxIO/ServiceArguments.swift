/// An invalid command line of a service; exit status 2.
public struct OptionError: Error, Equatable {
    /// The reason in English.
    public let message: String

    /// Makes an error with its reason.
    public init(message: String) { self.message = message }
}

/// The arguments of a service's command line, one after another: `--name VALUE`, `--name=VALUE`,
/// and `--name` alone.
public struct ServiceArguments {
    private var rest: ArraySlice<String>
    private var argument = ""
    private var name = ""
    /// The value behind the equals sign, until it is taken.
    private var attached: String?
    /// The argument that says what the program is to do; nil before it.
    private var taken: String?

    /// Makes a reader of arguments, without the program's name.
    public init(_ arguments: [String]) { rest = arguments[...] }

    /// Moves on to the next argument.
    ///
    /// - Returns: Its name, such as `--socket`; nil after the last one.
    /// - Throws: An ``OptionError`` if the one before has a value and takes none.
    public mutating func next() throws(OptionError) -> String? {
        guard attached == nil else { throw unknown }
        guard let argument = rest.popFirst() else { return nil }
        (self.argument, name) = (argument, argument)
        if argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") {
            name = String(argument[..<equals])
            attached = String(argument[argument.index(after: equals)...])
        }
        return name
    }

    /// An error that says that the argument is not known.
    public var unknown: OptionError { OptionError(message: "unknown argument '\(argument)'") }

    /// Takes the argument as the one that says what the program is to do.
    ///
    /// - Throws: An ``OptionError`` if there was another one: whoever wants a check means to change
    ///   nothing.
    public mutating func task<Action>(_ action: Action) throws(OptionError) -> Action {
        if let taken, taken != name {
            throw OptionError(message: "\(name) cannot be given along with \(taken)")
        }
        taken = name
        return action
    }

    /// Takes the value that is part of the argument; nil if there is none.
    public mutating func attachedText() -> String? { attached.take() }

    /// Takes the value of the argument.
    ///
    /// - Parameters:
    ///   - wanted: The values that there are: `a number from 1 to 9`.
    ///   - read: Reads a value; nil if it is not valid.
    public mutating func value<Value>(
        _ wanted: String, _ read: (String) -> Value?
    ) throws(OptionError) -> Value {
        guard let text = attachedText() ?? rest.popFirst(), let value = read(text) else {
            throw OptionError(message: "\(name) needs \(wanted)")
        }
        return value
    }

    /// Takes a text, which is not empty.
    public mutating func text() throws(OptionError) -> String {
        try value("a value") { $0.isEmpty ? nil : $0 }
    }

    /// Takes the path of a socket.
    public mutating func socketPath() throws(OptionError) -> String {
        let limit = UnixSocket.longestPath
        return try value("a path of at most \(limit) bytes") {
            (1...limit).contains($0.utf8.count) ? $0 : nil
        }
    }

    /// Takes a number of a range.
    public mutating func number(in range: ClosedRange<Int>) throws(OptionError) -> Int {
        try value("a number from \(range.lowerBound) to \(range.upperBound)") {
            Int($0).flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

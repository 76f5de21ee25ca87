/// The work of the program at the broker until it is stopped.
protocol Role: AnyObject {
    /// Begins.
    func begin()

    /// Ends: says so to the broker, and writes to disk what is kept.
    func end()

    /// The state in one line, for the service manager.
    var status: String { get }
}

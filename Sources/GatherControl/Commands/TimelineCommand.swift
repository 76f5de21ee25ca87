import GatherAPI
import Varlink

/// `show` and `log`: what happened in a gather.
struct TimelineCommand {
    /// What it works with.
    let context: Context
    /// Which gather.
    let name: GatherName
    /// What it is for, such as `show the gather`.
    let task: String

    /// Asks for the events and prints them.
    func run() throws(Failure) {
        var printer = TimelinePrinter(context: context, task: task)
        try context.page { (write) throws(Failure) in
            try printer.print(name, to: write)
        }
    }
}

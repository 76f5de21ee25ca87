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
        let reader = HistoryReader(context: context, task: task)
        try context.page { (write) throws(Failure) in
            var presenter = TimelinePresenter()
            var isFirst = true
            try reader.eachPage(of: name) { (page) throws(Failure) in
                try write(
                    context.rendered(page.reply) { () throws(Failure) in
                        let header = isFirst ? presenter.header(page.gather.printable) : []
                        let lines = header + presenter.lines(page.entries.map(\.printable))
                        return lines.map { $0 + "\n" }.joined()
                    })
                isFirst = false
            }
        }
    }
}

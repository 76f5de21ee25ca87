import GatherAPI
import GatherCore
import LinuxIO

extension Refusal {
    /// Returns the error with which a command is answered: the refusal, or its error with the
    /// description of the event that it names.
    func described(in gather: Gather) -> any Error {
        guard case .agoTooLong(let limit, let lastCommand, let number?) = self,
            let event = gather.log.first(where: { $0.number == number })
        else { return self }
        let text = GatherPresenter.text(event, in: gather)
        return GatherError.agoTooLong(
            maximumMilliseconds: limit.wholeMilliseconds,
            lastCommandAt: GatherPresenter.timestamp(lastCommand), event: number,
            text: text.description, translatable: text.translatable)
    }
}

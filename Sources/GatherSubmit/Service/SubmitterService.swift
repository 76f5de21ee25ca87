import GatherAPI
import Varlink

/// Determines what to do for a call.
struct SubmitterService {
    /// The work for a call.
    enum Work: Equatable {
        /// Only a reply.
        case reply(Reply)
        /// A request to a server.
        case step(Step)
    }

    private let standard = StandardService(
        vendor: "gatherd", product: "gather-submit", version: Version.current,
        url: Version.documentation, interfaces: Interfaces.ofSubmitter)

    /// Returns the work for a call.
    ///
    /// The function is total: whatever a client sends gets a reply.
    func work(for call: Call) -> Work {
        do {
            guard !call.upgrade else { throw VarlinkError.methodNotImplemented(call.method) }
            guard let method = SubmitterMethod(fullName: call.method) else {
                return .reply(try standard.reply(to: call))
            }
            guard let step = try StepDecoder.step(method, call) else { return .reply(Reply()) }
            return .step(step)
        } catch let refusal as StepDecoder.Refusal {
            return .reply(refusal.reply)
        } catch let error as VarlinkError {
            return .reply(error.reply)
        } catch {
            return .reply(VarlinkError.methodNotFound(call.method).reply)
        }
    }
}

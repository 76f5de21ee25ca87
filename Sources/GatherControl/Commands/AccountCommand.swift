import GatherAPI
import Varlink

/// `account` and `logout`: the account that results are sent for.
struct AccountCommand {
    /// What it works with.
    let context: Context

    /// Shows the account.
    func show() throws(Failure) {
        let reply = try context.query(AccountMethod.Get().call, task: "show the account")
        try context.show(reply) { () throws(Failure) in
            let account = try account(reply)
            let now = context.time.now()
            let answer = AccountPresenter.lastAnswer(account?.lastAnswer, at: now)
            return AccountPresenter.text(account) + "\n" + (answer.map { $0 + "\n" } ?? "")
        }
    }

    /// Signs out.
    func logOut(forgetting: Bool) throws(Failure) {
        let call = AccountMethod.LogOut(forget: forgetting ? true : nil).call
        let reply = try context.query(call, task: "sign out")
        try context.show(reply) { () throws(Failure) in
            AccountPresenter.text(try account(reply)) + "\n"
        }
    }

    /// The account that a reply tells of.
    func account(_ reply: Reply) throws(Failure) -> AccountFields? {
        try context.read(reply, AccountMethod.Get.self).account
    }
}

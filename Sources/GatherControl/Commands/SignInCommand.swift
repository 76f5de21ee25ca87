import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `login` and `register`.
///
/// The password comes from a file, or is asked for: never from an argument, which every process
/// can read.
struct SignInCommand {
    /// What it works with.
    let context: Context
    /// What was typed.
    let signIn: SignIn

    /// More than any password has.
    private static let longestPassword = 4_096

    private var task: String { signIn.isNew ? "register" : "sign in" }

    /// Finds out what is missing, asks the server, and says what came of it.
    func run() throws(Failure) {
        let remembered = try account()
        let name = try userName(remembered)
        let password = try password(of: name)
        try warn(remembered)
        if signIn.isNew {
            try register(name, password)
            try tell("registered\n")
        }
        let reply = try context.ask(call(.logIn, name, password), task: "sign in")
        try context.show(reply) { () throws(Failure) in
            let signedIn = try context.read(reply, AccountMethod.LogIn.self)
            let offers = [
                SubmissionPresenter.offer(signedIn.unsubmitted),
                SyncPresenter.offer(signedIn.unlinkedPlayers),
            ]
            return ([AccountPresenter.text(signedIn.account)] + offers.compactMap(\.self))
                .map { $0 + "\n" }.joined()
        }
        try settleOthers(reply, name)
    }

    /// Asks what becomes of results that were ended for other users.
    private func settleOthers(_ reply: Reply, _ name: String) throws(Failure) {
        let others = try context.read(reply, AccountMethod.LogIn.self).others ?? []
        guard !others.isEmpty, context.options.json == .off else { return }
        let question = SubmissionPresenter.question(others, as: name.shownName)
        let errors = context.streams.errors
        guard context.streams.input.isTerminal, signIn.passwordFile != "-", errors.isTerminal else {
            return try errors.write(
                "gatherctl: results of another user wait: 'gatherctl submissions' lists them, "
                    + "'gatherctl submit --take-over' sends them as \(name.shownName)\n")
        }
        try errors.write(question)
        let answer = context.streams.input.line()?.lowercased().filter { !$0.isWhitespace }
        guard answer == "send" else { return try errors.write("kept\n") }
        try SubmissionsCommand(context: context).submit(SubmitRequest(takesOver: true))
    }

    private func account() throws(Failure) -> AccountFields? {
        let reply = try context.query(AccountMethod.Get().call, task: task)
        return try AccountCommand(context: context).account(reply)
    }

    private func call(_ method: AccountMethod, _ name: String, _ password: String) -> Call {
        var parameters: JSONObject = ["userName": .string(name), "password": .string(password)]
        if let server = signIn.server {
            parameters["server"] = .string(server)
            if signIn.isInsecure { parameters["allowInsecureHttp"] = true }
        }
        if method == .logIn, !signIn.isRemembered { parameters["remember"] = false }
        return Call(method.fullName, parameters)
    }

    /// Makes the account.
    ///
    /// Where nobody knows whether that was done, signing in tells; to register again does not: the
    /// name would be taken.
    private func register(_ name: String, _ password: String) throws(Failure) {
        do throws(Failure) {
            let reply = try context.answerOfServer(call(.register, name, password), task: task)
            guard reply.error != nil else { return }
            var isUnknown = false
            if case .outcomeUnknown = AccountError(reply) { isUnknown = true }
            throw Failure(
                .refused, RefusalPresenter(task: task).text(reply),
                hint: isUnknown ? wayOn(name) : nil)
        } catch {
            guard error.status == .unconfirmed else { throw error }
            throw Failure(
                .unconfirmed, error.message, hint: wayOn(name),
                details: error.details + [error.hint].compactMap(\.self))
        }
    }

    private func wayOn(_ name: String) -> String {
        var words = ["gatherctl", "login", ShellWord.of(name.shown)]
        if let server = signIn.server {
            words += ["--server", ShellWord.of(server.shown)]
        }
        if signIn.isInsecure { words.append("--insecure-http") }
        return "the account may have been made all the same; try: \(words.joined(separator: " "))"
    }

    // MARK: - What is missing

    private func userName(_ remembered: AccountFields?) throws(Failure) -> String {
        if let name = signIn.userName { return name }
        if !signIn.isNew, let name = remembered?.$userName { return name }
        guard context.streams.input.isTerminal, signIn.passwordFile != "-" else {
            throw missing(.userName)
        }
        try context.streams.errors.write("User name: ")
        guard let name = context.streams.input.line() else { throw cancelled() }
        return name
    }

    private func password(of name: String) throws(Failure) -> String {
        let given = try givenPassword()
        let password = if let given { given } else { try askedPassword(name) }
        guard !password.isEmpty else { throw missing(.password) }
        return password
    }

    private func missing(_ field: AccountError.Field) -> Failure {
        Failure(.refused, "cannot \(task): \(AccountPresenter.text(.fieldMissing(field)))")
    }

    /// The password of a file, without the end of the line that editors put behind it.
    private func givenPassword() throws(Failure) -> String? {
        guard let path = signIn.passwordFile else { return nil }
        if path == "-" { return context.streams.input.line() ?? "" }
        do {
            guard let bytes = try Files.contents(of: path, limit: Self.longestPassword) else {
                throw SystemError(ENOENT)
            }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
            return String(decoding: line, as: UTF8.self)
        } catch {
            throw Failure(.refused, "cannot read the password of '\(path)': \(error)")
        }
    }

    private func askedPassword(_ name: String) throws(Failure) -> String {
        guard context.streams.input.isTerminal else {
            throw Failure(
                .usage,
                "cannot ask for the password: standard input is no terminal; "
                    + "say '--password-file FILE', or '-' for standard input")
        }
        let password = try secret("Password of \(name.shown): ")
        // What nobody has seen may be mistyped, and a new account would have it for good.
        if signIn.isNew, !password.isEmpty {
            let again = try secret("The same again: ")
            guard again == password else {
                throw Failure(.refused, "cannot \(task): the passwords are not the same")
            }
        }
        return password
    }

    private func secret(_ prompt: String) throws(Failure) -> String {
        let password: String?
        do {
            // Nobody sees the question where standard error is closed, and may answer all the same.
            password = try context.streams.input.secretLine {
                try? context.streams.errors.write(prompt)
            }
        } catch {
            throw Failure(.refused, "cannot read the password: \(error)")
        }
        // The end of the line was not shown either.
        try context.streams.errors.write("\n")
        guard let password else { throw cancelled() }
        return password
    }

    private func cancelled() -> Failure { Failure(.refused, "cancelled") }

    // MARK: - What is said

    private func warn(_ remembered: AccountFields?) throws(Failure) {
        let isInsecure =
            signIn.server == nil ? remembered?.allowInsecureHTTP ?? false : signIn.isInsecure
        let server = signIn.server ?? remembered?.server ?? ""
        guard isInsecure, server.lowercased().hasPrefix("http:") else { return }
        try context.streams.errors.write(
            "gatherctl: plain http: what is sent to \(server.shown) can be read and "
                + "changed on its way\n")
    }

    private func tell(_ text: String) throws(Failure) {
        if context.options.quiet || context.options.json != .off { return }
        try context.streams.output.write(text)
    }
}

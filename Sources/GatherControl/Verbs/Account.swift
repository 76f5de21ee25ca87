import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `login` and `register`: the typed arguments of a sign-in.
struct SignIn: Command {
    static let logIn = Verb(
        name: "login", arguments: "[USER] [--server URL]",
        summary: "sign in to send results; asks for the password",
        failure: tr("cannot sign in: %1$@"),
        topic: .account, options: options,
        manual: """
            Sign in at a Football Gather server, so that results can be sent. The server and the
            user name are remembered, and need not be given again; --forget has the user name
            forgotten. The password is asked for, and not shown;
            .Fl -password-file Ar FILE
            reads the first line of a file, or of standard input if it is '-'. What leaves this
            machine is its SHA-256. Results of before that were never to be sent are named, and it
            is said how many players are not linked with the server yet. Plain http goes to this
            machine alone, unless --insecure-http is given.
            """
    ) { (arguments) throws(UsageError) in try SignIn(isNew: false, &arguments) }

    static let register = Verb(
        name: "register", arguments: "[USER] [--server URL]",
        summary: "make an account at a server, and sign in", failure: tr("cannot register: %1$@"),
        topic: .account,
        options: options,
        manual: """
            Make an account at a server, and sign in, with the options of *login*. A user name has
            up to 20 characters, none of them a colon; blanks around it do not count. The server is
            asked once: it answers 500 where the name is taken. Where no answer tells whether it has
            made the account, *login* does.
            """
    ) { (arguments) throws(UsageError) in try SignIn(isNew: true, &arguments) }

    private static let options: [Option] = [.server, .insecureHTTP, .passwordFile, .forget]

    /// True if the account is to be created first.
    let isNew: Bool
    /// The user name; nil for the remembered one.
    let userName: String?
    /// The server; nil for the remembered one.
    let server: String?
    /// True if plain http to another machine is allowed.
    let isInsecure: Bool
    /// The file with the password; nil to ask for it.
    let passwordFile: String?
    /// True if the user name is to be remembered.
    let isRemembered: Bool

    private init(isNew: Bool, _ arguments: inout ArgumentReader) throws(UsageError) {
        server = arguments.text(.server)
        isInsecure = arguments.has(.insecureHTTP)
        passwordFile = arguments.text(.passwordFile)
        isRemembered = !arguments.has(.forget)
        self.isNew = isNew
        if isInsecure, server == nil {
            throw arguments.cannot("'--insecure-http' is about the server of '--server URL'")
        }
        if passwordFile == "" {
            throw arguments.cannot("the file of '--password-file' is missing")
        }
        // The program that sends the request checks the rest of the address.
        let scheme = server?.lowercased()
        guard scheme.map({ $0.hasPrefix("http:") || $0.hasPrefix("https:") }) != false else {
            let reason = "the address must begin with https:// or http://"
            throw arguments.cannot(AccountPresenter.text(.invalidServer(reason: reason)))
        }
        userName = arguments.optional()
        if let userName, let problem = AccountError.UserNameProblem(ofName: userName) {
            throw arguments.cannot(AccountPresenter.text(.invalidUserName(problem)))
        }
    }

    func run(_ context: Context) throws(Failure) {
        try SignInCommand(context: context, signIn: self).run()
    }
}

extension Option {
    fileprivate static let server = Option(
        "server", "the server, such as https://football.example", takes: "URL")
    static let insecureHTTP = Option(
        "insecure-http", "take plain http to another machine", isEffect: true)
    fileprivate static let passwordFile = Option(
        "password-file", "the file with the password; - is standard input", takes: "FILE",
        completes: .files)
    fileprivate static let forget = Option(
        "forget", "do not remember the user name", isEffect: true)
}

/// `account` and `logout`: the account that results are sent for.
struct Account: Command {
    static let verb = Verb(
        name: "account", summary: "show the account that results are sent for",
        failure: tr("cannot show the account: %1$@"), topic: .account, isLook: true,
        manual: """
            Show the account that results are sent for, and when the server has answered last, and
            with what. Where it has answered 401 to the sign-in that is kept, it is said that
            *login* has to be done anew.
            """
    ) { _ in Account() }

    static let logOut = Verb(
        name: "logout", arguments: "[--forget]", summary: "sign out: no result is sent",
        failure: tr("cannot sign out: %1$@"), topic: .account, options: [.forget],
        manual: """
            Sign out: the token is removed from this machine, and no result is sent. The server
            still takes it, as it has no way to end one. The user name is remembered unless --forget
            is given.
            """
    ) { arguments in LogOut(forgets: arguments.has(.forget)) }

    /// Reads the account from a reply.
    static func fields(_ reply: Reply, _ context: Context) throws(Failure) -> AccountFields? {
        try context.read(reply, AccountMethod.Get.self).account
    }

    func run(_ context: Context) throws(Failure) {
        try context.show(AccountMethod.Get(), failure: Self.verb.failure) { reply in
            let now = context.time.now()
            let answer = AccountPresenter.lastAnswer(reply.account?.lastAnswer, at: now)
            return [AccountPresenter.text(reply.account), answer].compactMap(\.self)
        }
    }
}

struct LogOut: Command {
    /// True if the user name is to be forgotten.
    var forgets = false

    func run(_ context: Context) throws(Failure) {
        let logOut = AccountMethod.LogOut(forget: forgets ? true : nil)
        try context.show(logOut, failure: Account.logOut.failure) {
            [AccountPresenter.text($0.account)]
        }
    }
}

/// Collects the missing values, calls the server, and reports the result.
///
/// The password comes from a file, or is asked for: never from an argument, which every process can
/// read.
private struct SignInCommand {
    let context: Context
    let signIn: SignIn

    /// The longest password in bytes.
    private static let longestPassword = 4_096

    private var failure: String { (signIn.isNew ? SignIn.register : SignIn.logIn).failure }

    func run() throws(Failure) {
        let remembered = try account()
        let name = try userName(remembered)
        let password = try password(of: name)
        try warn(remembered)
        if signIn.isNew {
            try register(name, password)
            try tell("registered\n")
        }
        let reply = try context.ask(call(.logIn, name, password), failure: SignIn.logIn.failure)
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

    /// Asks if results that were ended for other users are to be sent.
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
        try Submit(takesOver: true).run(context)
    }

    private func account() throws(Failure) -> AccountFields? {
        let reply = try context.query(AccountMethod.Get().call, failure: failure)
        return try Account.fields(reply, context)
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

    /// Creates the account.
    ///
    /// If it is not known that this worked, a sign-in finds out; registering again does not, as the
    /// name would be taken.
    ///
    /// - Throws: A ``Failure`` if it is refused or no reply comes.
    private func register(_ name: String, _ password: String) throws(Failure) {
        do throws(Failure) {
            let reply = try context.answerOfServer(
                call(.register, name, password), failure: failure)
            guard reply.error != nil else { return }
            var isUnknown = false
            if case .outcomeUnknown = AccountError(reply) { isUnknown = true }
            throw Failure(
                .refused, RefusalPresenter(failure: failure).text(reply),
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

    // MARK: - Missing values

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
        Failure(.refused, failure, cause: AccountPresenter.text(.fieldMissing(field)))
    }

    /// Returns the password of a file, without the line end that editors add; nil if no file is
    /// given.
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
        // A password that was not shown may be mistyped, and a new account would keep it.
        if signIn.isNew, !password.isEmpty {
            let again = try secret("The same again: ")
            guard again == password else {
                throw Failure(.refused, failure, cause: tr("the passwords are not the same"))
            }
        }
        return password
    }

    private func secret(_ prompt: String) throws(Failure) -> String {
        let password: String?
        do {
            // The prompt cannot be seen if standard error is closed, but the user can still answer.
            password = try context.streams.input.secretLine {
                try? context.streams.errors.write(prompt)
            }
        } catch {
            throw Failure(.refused, tr("cannot read the password: %1$@", error))
        }
        // The line end was not shown either.
        try context.streams.errors.write("\n")
        guard let password else { throw cancelled() }
        return password
    }

    private func cancelled() -> Failure { Failure(.refused, "cancelled") }

    // MARK: - Messages

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

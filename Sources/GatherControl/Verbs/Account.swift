import GatherAPI
import Glibc
import LinuxIO
import Varlink

/// `login` and `register`: the typed arguments of a sign-in.
struct SignIn: Command {
    static let logIn = Verb(
        name: "login", arguments: "[USER] [--server URL]",
        summary: tr("sign in to send results; asks for the password"),
        failure: tr("cannot sign in: %1$@"),
        topic: .account, options: options,
        manual: """
            Sign in to a Football Gather server, so that results can be sent. The server and the
            user name are remembered, and need not be given again; with --forget the user name is
            not remembered. The password is asked for, and not shown;
            .Fl -password-file Ar FILE
            reads it from the first line of a file, or of standard input if the file is '-'. Only
            its SHA-256 leaves this machine. The answer lists earlier results that have not been
            sent, and says how many players are not linked with the server yet. Plain http is only
            used for a server on this machine, unless --insecure-http is given.
            """
    ) { (arguments) throws(UsageError) in try SignIn(isNew: false, &arguments) }

    static let register = Verb(
        name: "register", arguments: "[USER] [--server URL]",
        summary: tr("make an account at a server, and sign in"),
        failure: tr("cannot register: %1$@"),
        topic: .account,
        options: options,
        manual: """
            Make an account at a server, and sign in, with the options of *login*. A user name has
            up to 20 characters and no colon; blanks around it are ignored. The server is asked only
            once: it answers 500 if the name is taken. If no answer says whether it has made the
            account, use *login* to find out.
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
            throw arguments.cannot(tr("'--insecure-http' needs '--server URL'"))
        }
        if passwordFile == "" {
            throw arguments.cannot(tr("the file of '--password-file' is missing"))
        }
        // The program that sends the request checks the rest of the address.
        let scheme = server?.lowercased()
        guard scheme.map({ $0.hasPrefix("http:") || $0.hasPrefix("https:") }) != false else {
            let reason = tr("the address must begin with https:// or http://")
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
        "server", tr("the server, such as https://football.example"), takes: "URL")
    static let insecureHTTP = Option(
        "insecure-http", tr("allow plain http to another machine"), isEffect: true)
    fileprivate static let passwordFile = Option(
        "password-file", tr("the file with the password; - is standard input"), takes: "FILE",
        completes: .files)
    fileprivate static let forget = Option(
        "forget", tr("do not remember the user name"), isEffect: true)
}

/// `account` and `logout`: the account that results are sent for.
struct Account: Command {
    static let verb = Verb(
        name: "account", summary: tr("show the account that results are sent for"),
        failure: tr("cannot show the account: %1$@"), topic: .account, isLook: true,
        manual: """
            Show the account that results are sent for, and the last answer of the server with its
            time. If that answer was 401, the server no longer accepts the sign-in, and *login* is
            needed again.
            """
    ) { _ in Account() }

    static let logOut = Verb(
        name: "logout", arguments: "[--forget]",
        summary: tr("sign out; results are no longer sent"),
        failure: tr("cannot sign out: %1$@"), topic: .account, options: [.forget],
        manual: """
            Sign out: the token is removed from this machine, and results are no longer sent. The
            server still accepts the token, as it has no way to revoke one. The user name is
            remembered unless --forget is given.
            """
    ) { arguments in LogOut(forgets: arguments.has(.forget)) }

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
            try context.say([tr("registered")])
        }
        let reply = try context.request(call(.logIn, name, password), failure: SignIn.logIn.failure)
        try context.show(reply) { () throws(Failure) in
            let signedIn = try context.read(reply, AccountMethod.LogIn.self)
            let offers = [
                SubmissionPresenter.offer(signedIn.unsubmitted),
                SyncPresenter.offer(signedIn.unlinkedPlayers),
            ]
            return ([AccountPresenter.text(signedIn.account)] + offers.compactMap(\.self)).text
        }
        try offerOthers(reply, name)
    }

    /// Asks if results that were ended for other users are to be sent.
    private func offerOthers(_ reply: Reply, _ name: String) throws(Failure) {
        let others = try context.read(reply, AccountMethod.LogIn.self).others ?? []
        guard !others.isEmpty, context.options.json == .off else { return }
        let question = SubmissionPresenter.question(others, as: name.shownName)
        let errors = context.streams.errors
        guard context.streams.input.isTerminal, signIn.passwordFile != "-", errors.isTerminal else {
            let text = tr(
                """
                results of another user wait: 'gatherctl submissions' lists them, \
                'gatherctl submit --take-over' sends them as %1$@
                """, name.shownName)
            return try context.note("gatherctl: \(text)")
        }
        try errors.write(question)
        guard let answer = context.streams.input.line(), Answer.send.isTyped(in: answer) else {
            return try errors.write("\(tr("kept"))\n")
        }
        try Submit(takesOver: true).run(context)
    }

    private func account() throws(Failure) -> AccountFields? {
        let reply = try context.query(AccountMethod.Get().call, failure: failure)
        return try context.read(reply, AccountMethod.Get.self).account
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
                .refused, RefusalPresenter(failure: failure, registers: true).text(reply),
                hint: isUnknown ? nextStep(name) : nil)
        } catch {
            guard error.status == .unconfirmed else { throw error }
            throw Failure(
                .unconfirmed, error.message, hint: nextStep(name),
                details: error.details + [error.hint].compactMap(\.self))
        }
    }

    private func nextStep(_ name: String) -> String {
        var command = ["gatherctl", "login", ShellWord.of(name.shown, plain: .letters)]
        if let server = signIn.server {
            command += ["--server", ShellWord.of(server.shown, plain: .letters)]
        }
        if signIn.isInsecure { command.append("--insecure-http") }
        return tr(
            "the account may have been made all the same; try: %1$@",
            command.joined(separator: " "))
    }

    // MARK: - Missing values

    private func userName(_ remembered: AccountFields?) throws(Failure) -> String {
        if let name = signIn.userName { return name }
        if !signIn.isNew, let name = remembered?.$userName { return name }
        guard context.streams.input.isTerminal, signIn.passwordFile != "-" else {
            throw missing(.userName)
        }
        try context.streams.errors.write("\(tr("User name:")) ")
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

    /// Returns the password of a file; nil if no file is given.
    private func givenPassword() throws(Failure) -> String? {
        guard let path = signIn.passwordFile else { return nil }
        do {
            if path == "-" {
                return try Self.password(in: Array((context.streams.input.line() ?? "").utf8))
            }
            guard let bytes = try Files.contents(of: path, limit: Self.longestPassword) else {
                throw SystemError(ENOENT)
            }
            return try Self.password(in: bytes)
        } catch {
            throw Failure(
                .refused, tr("cannot read the password from '%1$@': %2$@", path, "\(error)"))
        }
    }

    /// Returns the first line of a file, without the line end and the mark that editors add.
    private static func password(in file: [UInt8]) throws(SystemError) -> String {
        let line = ByteOrderMark.removed(from: file).prefix {
            $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r")
        }
        // No message contains U+0000, which is in every other byte of UTF-16.
        guard !line.contains(0), let password = String(validating: line, as: UTF8.self) else {
            throw SystemError(EILSEQ)
        }
        return password
    }

    private func askedPassword(_ name: String) throws(Failure) -> String {
        guard context.streams.input.isTerminal else {
            throw Failure(
                .usage,
                tr(
                    """
                    cannot ask for the password: standard input is not a terminal; use \
                    '--password-file FILE', with '-' for standard input
                    """))
        }
        let password = try secret(tr("Password of %1$@:", name.shown))
        // A password that was not shown may be mistyped, and a new account would keep it.
        if signIn.isNew, !password.isEmpty {
            let again = try secret(tr("Password again:"))
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
                try? context.streams.errors.write("\(prompt) ")
            }
        } catch {
            throw Failure(.refused, tr("cannot read the password: %1$@", error))
        }
        // The line end was not shown either.
        try context.streams.errors.write("\n")
        guard let password else { throw cancelled() }
        return password
    }

    private func cancelled() -> Failure { Failure(.refused, tr("cancelled")) }

    // MARK: - Messages

    private func warn(_ remembered: AccountFields?) throws(Failure) {
        let isInsecure =
            signIn.server == nil ? remembered?.allowInsecureHTTP ?? false : signIn.isInsecure
        let server = signIn.server ?? remembered?.server ?? ""
        guard isInsecure, server.lowercased().hasPrefix("http:") else { return }
        let text = tr(
            "plain http: others on the network can read and change what is sent to %1$@",
            server.shown)
        try context.note("gatherctl: \(text)")
    }
}

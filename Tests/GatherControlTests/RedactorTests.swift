import Testing

@testable import GatherControl

@Suite("What a report leaves out")
struct RedactorTests {
    @Test(
        "what follows the label of a secret is removed",
        arguments: [
            ("token=s3cret", "token=[removed]"),
            ("PASSWORD: s3cret end", "PASSWORD: [removed] end"),
            (#"{"token":"s3cret","a":1}"#, #"{"token":"[removed]","a":1}"#),
            ("Authorization: Bearer s3cret", "Authorization: [removed] [removed]"),
            ("a Basic s3cret", "a Basic [removed]"),
            ("my_secret = 's3cret'", "my_secret = '[removed]'"),
            ("x Zm9vYmFyYmF6cXV4MTI= y", "x [removed] y"),
        ])
    func labels(text: String, expected: String) {
        #expect(Redactor().redacted(text) == expected)
    }

    @Test(
        "ordinary text stays",
        arguments: [
            "account.token  0600  gatherd:gatherd  a file  24", "the token is missing",
            "Result=success", "unix:///run/gatherd/gatherd.sock", "a basic: ", "x=", "Café 1-0",
            "MESSAGE_ID=50d3aa8a162246e78b8ebaa177ea9c2e", "",
        ])
    func ordinary(text: String) {
        #expect(Redactor().redacted(text) == text)
    }

    @Test("a known secret is removed wherever it stands, even in the middle of a word")
    func secrets() {
        let redactor = Redactor(secrets: ["s3cret", "", "a"])
        #expect(redactor.redacted("xs3crety\na s3cret") == "x[removed]y\na [removed]")
    }

    @Test("addresses are removed, or only the password in them")
    func addresses() {
        let text = "proxy http://anna:pw@proxy.example:3128/ and 'https://football.example/a'"
        #expect(Redactor().redacted(text) == "proxy http://... and 'https://...'")
        #expect(
            Redactor(showsAddresses: true).redacted(text)
                == "proxy http://[removed]@proxy.example:3128/ and 'https://football.example/a'")
    }

    @Test("the place of a broker and of its certificates is removed where gather-mqtt tells it")
    func brokers() {
        let text = "the broker at [::1]:1883, no broker at b:1: TLS, certificates in /c"
        #expect(
            Redactor().redacted(text)
                == "the broker at ..., no broker at ...: TLS, certificates in ...")
        #expect(Redactor(showsAddresses: true).redacted(text) == text)
    }

    @Test("names are removed where they stand alone, the longest first")
    func names() {
        let redactor = Redactor(
            names: [("Ann", "[player]"), ("Ann Lee", "[player]"), ("Reds", "[team]")])
        #expect(
            redactor.redacted("Ann Lee and Ann: Anna (Ann), Redshirt, Reds")
                == "[player] and [player]: Anna ([player]), Redshirt, [team]")
    }

    @Test("a home directory has the name of a person, and root's report is made elsewhere")
    func home() {
        let text = "/home/anna/x /home/annabel/y, '/home/bob' /home/anna\n/home/ /srv/home"
        #expect(
            Redactor(home: "/home/anna").redacted(text)
                == "~/x /home/[user]/y, '/home/[user]' ~\n/home/ /srv/home")
        #expect(
            Redactor(home: "/srv/anna").redacted("/srv/anna /srv/anna/x /srv/annabel")
                == "~ ~/x /srv/annabel")
    }

    @Test("what happened in a match is told with its time and kind, and by name where asked for")
    func journal() {
        let match = #"""
            {"__REALTIME_TIMESTAMP":"1700000000000000","_SYSTEMD_UNIT":"gatherd.service",\#
            "PRIORITY":"6","MESSAGE":"goal for Reds by Ann","GATHER_ID":"f3","GATHER_EVENT":"4"}
            """#
        let lead = "2023-11-14T22:13:20.000Z  gatherd.service  <6>  "
        #expect(
            JournalPresenter(showsNames: false).line(match) == lead + "GATHER_ID=f3 GATHER_EVENT=4")
        #expect(JournalPresenter(showsNames: true).line(match) == lead + "goal for Reds by Ann")
        #expect(JournalPresenter(showsNames: false).line("No entries") == "No entries")
        #expect(
            JournalPresenter(showsNames: false).line(#"{"MESSAGE":[104,105]}"#) == "-    <->  -")
    }
}

import GatherAPI

/// The names that spreadsheets give to the columns, in English, German, French and Spanish, and to
/// the values in them.
enum SpreadsheetNames {
    /// Returns the field that a column has; nil for none.
    static func field(_ column: String) -> PlayerField? { fields[key(column)] }

    /// Returns the skill of a name, such as `Anfänger`; nil for none.
    static func skill(_ name: String) -> PlayerSkill? { skills[key(name)] }

    /// Returns the position of a name or an acronym, such as `Torwart`; nil for none.
    static func position(_ name: String) -> PlayerPosition? { positions[key(name)] }

    /// Returns a name for comparison: without case, accents, blanks, dashes and underscores.
    static func key(_ name: String) -> String {
        FoldedName(name).letters.joined().filter { $0.isLetter || $0.isNumber }
    }

    private static let fields = table(
        PlayerField.allCases.map { ($0.rawValue, $0) },
        [
            // Not translated: the names of columns in the languages of the files.
            .name: """
            player, full name, first name, Spieler, Spielerin, Vorname, Nom, Prénom, Joueur, \
            Joueuse, Nombre, Jugador
            """,
            .age: "Alter, Âge, Edad",
            .skill: "level, Können, Stärke, Spielstärke, Niveau, Nivel",
            .position: "Spielposition, Poste, Posición",
            .favouriteTeam: """
            favorite team, Lieblingsverein, Lieblingsmannschaft, Équipe favorite, \
            Équipe préférée, Equipo favorito
            """,
            .shirt: """
            shirt number, jersey, Trikot, Trikotnummer, Rückennummer, Maillot, Camiseta, Dorsal
            """,
        ])

    private static let skills = table(
        PlayerSkill.allCases.map { ($0.rawValue, $0) },
        [
            // Not translated: values in the languages of the files.
            .beginner: "Anfänger, Anfängerin, débutant, débutante, principiante",
            .amateur: "Amateurin, amatrice, aficionado, aficionada",
            .professional: "Profi, professionnel, professionnelle, pro, profesional",
        ])

    private static let positions = table(
        PlayerPosition.allCases.flatMap { [($0.rawValue, $0), ($0.acronym, $0)] },
        [
            // Not translated: values in the languages of the files.
            .goalkeeper: """
            keeper, TW, Torwart, Torhüter, Torfrau, gardien, gardienne, portero, portera
            """,
            .defender: "Verteidiger, Verteidigerin, Abwehr, ABW, défenseur, défenseuse, defensa",
            .midfielder: "Mittelfeld, MF, Mittelfeldspieler, milieu, centrocampista",
            .winger: "Flügel, Flügelspieler, ailier, ailière, extremo",
            .striker: "forward, Stürmer, Stürmerin, Sturm, attaquant, attaquante, delantero",
        ])

    private static func table<Value>(
        _ names: [(String, Value)], _ others: KeyValuePairs<Value, String>
    ) -> [String: Value] {
        var table = Dictionary(names.map { (key($0), $1) }, uniquingKeysWith: { first, _ in first })
        for (value, names) in others {
            for name in names.split(separator: ",") { table[key(String(name))] = value }
        }
        return table
    }
}

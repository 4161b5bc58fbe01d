/// The names of months in feeds: in English, German, French, Spanish, Italian, Portuguese and Dutch.
enum MonthName {
    /// Returns the month from 1 to 12, or `nil`. A name may be abbreviated after its third letter, end with a dot and
    /// lack accents. Words are in upper case.
    static func number(_ word: some StringProtocol) -> Int? {
        let word = plain(word)
        guard word.utf8.count >= 3 else { return nil }
        return names.firstIndex { $0.contains { $0.hasPrefix(word) } }.map { $0 + 1 }
    }

    /// Returns the month of a word that shares three letters with an English one, such as a misspelled name.
    static func guess(_ word: some StringProtocol) -> Int? {
        let word = plain(word)
        guard !weekdays.contains(where: { $0.hasPrefix(word) }) else { return nil }
        return names.firstIndex { $0[0].prefix(3) == word.prefix(3) }.map { $0 + 1 }
    }

    /// Returns whether the word may also be a weekday: `mar` is Tuesday or March.
    static func mayBeWeekday(_ word: some StringProtocol) -> Bool {
        let word = plain(word)
        return weekdays.contains { $0.hasPrefix(word) }
    }

    private static func plain(_ word: some StringProtocol) -> String {
        var letters = String.UnicodeScalarView()
        for scalar in word.unicodeScalars where scalar != "." && !(0x300...0x36F).contains(scalar.value) {
            letters.append(withoutAccent[scalar] ?? scalar)
        }
        return String(letters)
    }

    private static let withoutAccent: [Unicode.Scalar: Unicode.Scalar] = [
        "À": "A", "Á": "A", "Â": "A", "Ã": "A", "Ä": "A", "Ç": "C", "È": "E", "É": "E", "Ê": "E", "Ë": "E", "Ì": "I",
        "Í": "I", "Î": "I", "Ï": "I", "Ñ": "N", "Ò": "O", "Ó": "O", "Ô": "O", "Õ": "O", "Ö": "O", "Ù": "U", "Ú": "U",
        "Û": "U", "Ü": "U",
    ]

    /// The names, the English one first.
    private static let names: [[String]] = [
        ["JANUARY", "JANUAR", "JANNER", "JANVIER", "ENERO", "GENNAIO", "JANEIRO", "JANUARI"],
        ["FEBRUARY", "FEBRUAR", "FEBER", "FEVRIER", "FEBRERO", "FEBBRAIO", "FEVEREIRO", "FEBRUARI"],
        ["MARCH", "MARZ", "MAERZ", "MRZ", "MARS", "MARZO", "MARCO", "MAART", "MRT"],
        ["APRIL", "AVRIL", "ABRIL", "APRILE"],
        ["MAY", "MAI", "MAYO", "MAGGIO", "MAIO", "MEI"],
        ["JUNE", "JUNI", "JUIN", "JUNIO", "GIUGNO", "JUNHO"],
        ["JULY", "JULI", "JUILLET", "JULIO", "LUGLIO", "JULHO"],
        ["AUGUST", "AOUT", "AGOSTO", "AUGUSTUS"],
        ["SEPTEMBER", "SEPTEMBRE", "SEPTIEMBRE", "SETIEMBRE", "SETTEMBRE", "SETEMBRO"],
        ["OCTOBER", "OKTOBER", "OCTOBRE", "OCTUBRE", "OTTOBRE", "OUTUBRO"],
        ["NOVEMBER", "NOVEMBRE", "NOVIEMBRE", "NOVEMBRO"],
        ["DECEMBER", "DEZEMBER", "DECEMBRE", "DICIEMBRE", "DICEMBRE", "DEZEMBRO"],
    ]

    /// Weekdays that begin like a month.
    private static let weekdays = ["MARDI", "MARTES", "MARTEDI"]
}

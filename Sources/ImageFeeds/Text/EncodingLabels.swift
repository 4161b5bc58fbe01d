/// The labels of encodings that mean more than their names (Encoding Standard, section 4.2): browsers decode documents
/// labeled ISO-8859-1, GB2312 or Shift_JIS in the larger encodings that extend them. The C library knows the others.
enum EncodingLabels {
    /// Returns the C library's name of an encoding in which markup is ASCII; `nil` if there is none. UTF-16 has none: a
    /// document whose label was read byte by byte is not in UTF-16.
    static func name(of label: String) -> String? {
        let letters = String(label.lowercased().filter { $0.isLetter || $0.isNumber })
        let isName = label.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || "-_:.".utf8.contains(byte)
        }
        guard isName, !label.isEmpty else { return nil }
        let name = names[letters] ?? (letters.hasPrefix("xcp") ? String(letters.dropFirst()) : label)
        let markup = Array("<?xml version=\"1.0\"?>".utf8)
        return markup.withUnsafeBufferPointer { CharacterDecoder.utf8(of: $0, from: name) } == markup ? name : nil
    }

    /// The names by the letters and digits of labels.
    static let names: [String: String] = [
        "UTF-8": "utf8 unicode11utf8 unicode20utf8 xunicode20utf8",
        "WINDOWS-1252": """
        ansix341968 ascii usascii us cp819 ibm819 csisolatin1 iso88591 iso885911987 isoir100 l1 latin1
        """,
        "WINDOWS-1254": "csisolatin5 iso88599 iso885991989 isoir148 l5 latin5",
        "CP874": "dos874 iso885911 tis620 windows874",
        "ISO-8859-6": "iso88596e iso88596i",
        "ISO-8859-8": "iso88598e iso88598i csiso88598e csiso88598i visual logical",
        "KOI8-R": "koi koi8",
        "KOI8-U": "koi8ru",
        "MACINTOSH": "xmacroman",
        "MAC-CYRILLIC": "xmaccyrillic xmacukrainian",
        "GB18030": "chinese csgb2312 csiso58gb231280 gb2312 gb231280 gbk isoir58 xgbk cp936",
        "BIG5-HKSCS": "big5 cnbig5 csbig5 xxbig5",
        "CP932": "csshiftjis ms932 mskanji shiftjis sjis windows31j xsjis",
        "EUC-JP": "xeucjp",
        "CP949": "cseuckr csksc56011987 euckr isoir149 korean ksc56011987 ksc56011989 ksc5601 windows949",
    ].reduce(into: [:]) { names, row in
        for label in row.value.split(separator: " ") { names[String(label)] = row.key }
    }
}

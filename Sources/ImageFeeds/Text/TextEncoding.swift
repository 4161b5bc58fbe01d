/// What encodings are called, and what is meant by it (the Encoding Standard, section 4.2): a page or feed that calls
/// itself GB2312 or Shift_JIS is read by browsers as the larger set that grew out of it, and written to look right there.
enum TextEncoding {
    /// The name under which the decoder reads what is called so; `nil`: under its own.
    static func decoderName(of label: String) -> String? { meant[label.lowercased()] }

    /// The label in an XML declaration; `nil` if there is none.
    static func declared(inXML start: some Collection<UInt8>) -> String? {
        guard start.starts(with: "<?xml".utf8) else { return nil }
        let declaration = start.prefix(512).prefix { $0 != 0x3E }
        return label(in: String(decoding: declaration, as: UTF8.self), behind: "encoding")
    }

    /// The label in a `meta` element near the beginning of a page, where browsers look for it; `nil` if there is none.
    static func declared(inPage start: some Collection<UInt8>) -> String? {
        let head = String(decoding: start.prefix(1_024), as: UTF8.self).lowercased()
        guard let meta = head.firstRange(of: "<meta") else { return nil }
        return label(in: String(head[meta.upperBound...]), behind: "charset")
    }

    private static func label(in text: String, behind name: String) -> String? {
        guard let start = text.firstRange(of: name)?.upperBound else { return nil }
        let rest = text[start...].drop { $0 == " " || $0 == "\t" }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { " \t\"'".contains($0) }
        let label = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
        return label.isEmpty ? nil : String(label)
    }

    private static let meant: [String: String] = {
        let names = [
            "GB18030": ["gb2312", "gb_2312-80", "gb_2312", "csgb2312", "chinese", "gbk", "x-gbk", "cp936", "gb18030"],
            "CP932": ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "csshiftjis", "ms932"],
            "CP949": ["euc-kr", "ks_c_5601-1987", "ks_c_5601-1989", "ksc5601", "korean", "windows-949"],
            "BIG5-HKSCS": ["big5", "big5-hkscs", "x-x-big5", "cn-big5", "csbig5"],
            "EUC-JP": ["x-euc-jp", "cseucpkdfmtjapanese"],
            "KOI8-R": ["koi", "koi8", "koi8_r", "cskoi8r"],
        ]
        return Dictionary(names.flatMap { name, labels in labels.map { ($0, name) } }) { first, _ in first }
    }()
}

/// The encoding of a document.
enum TextEncoding {
    case utf8
    case singleBytes(CharacterDecoder.SingleBytes)
    /// The name for the parser, which decodes the bytes.
    case named(String)

    /// Creates the encoding of a label. An unknown label means UTF-8 if the bytes are valid, otherwise windows-1252,
    /// the former default of the web.
    init(label: String, of bytes: UnsafeBufferPointer<UInt8>) {
        let name = label.lowercased().withSingleSpaces
        if EncodingLabels.isUTF8(name) {
            self = .utf8
        } else if let table = EncodingLabels.singleByte[name].flatMap(CharacterDecoder.SingleBytes.init) {
            self = .singleBytes(table)
        } else if let name = EncodingLabels.multiByte[name] {
            self = .named(name)
        } else if CharacterDecoder.knows(name) {
            self = .named(name)
        } else {
            self = String(validating: bytes, as: UTF8.self) != nil ? .utf8 : .western
        }
    }

    /// The encoding of a page without label that is not UTF-8.
    static var western: TextEncoding {
        EncodingLabels.singleByte["windows-1252"].flatMap(CharacterDecoder.SingleBytes.init)
            .map(TextEncoding.singleBytes) ?? .named("ISO-8859-1")
    }

    /// Calls `read` with a document in an encoding that the parser knows by `name`. Invalid UTF-8 is replaced, because
    /// the parser would end the document there.
    func decoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>, _ name: String) -> Result
    ) -> Result {
        switch self {
        case .utf8 where String(validating: bytes, as: UTF8.self) != nil: read(bytes, "UTF-8")
        case .utf8: Array(String(decoding: bytes, as: UTF8.self).utf8).withUnsafeBufferPointer { read($0, "UTF-8") }
        case .named(let name): read(bytes, name)
        case .singleBytes(let table): table.utf8(of: bytes).withUnsafeBufferPointer { read($0, "UTF-8") }
        }
    }

    /// Returns a document in UTF-32 as UTF-8; recognizes it by its byte order mark or its first `<`. Browsers do not
    /// support UTF-32, but some programs write feeds in it.
    static func utf8(ofUTF32 bytes: [UInt8]) -> [UInt8]? {
        let start = bytes.prefix(4)
        let isLittle = start == [0xFF, 0xFE, 0, 0] || start == [0x3C, 0, 0, 0]
        guard isLittle || start == [0, 0, 0xFE, 0xFF] || start == [0, 0, 0, 0x3C] else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count / 4)
        for index in stride(from: 0, to: bytes.count - 3, by: 4) {
            let four = bytes[index..<index + 4]
            let value = four.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            let scalar = Unicode.Scalar(isLittle ? value.byteSwapped : value)
            guard index > 0 || scalar != "\u{FEFF}" else { continue }
            result += String(scalar ?? "\u{FFFD}").utf8
        }
        return result
    }

    /// Returns whether ASCII characters may be encoded as other bytes, as in UTF-7, by the label of the server or of
    /// the document: then its bytes cannot be searched for addresses.
    static func mayHideLetters(in document: [UInt8], charset: String?) -> Bool {
        let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF]
        let start = document.prefix(4_096).filter { $0 != 0 && !marks.contains($0) }  // also of UTF-16
        let labels = [charset, declared(inXML: start.drop { $0 <= 0x20 }), declared(inPage: start)]
        return labels.contains { label in
            guard let name = label?.lowercased().withSingleSpaces else { return false }
            return !EncodingLabels.containsASCII(name) && CharacterDecoder.knows(name)
        }
    }

    /// Returns the label of an XML declaration, or `nil`.
    static func declared(inXML start: some Collection<UInt8>) -> String? {
        guard start.starts(with: "<?xml".utf8) else { return nil }
        let declaration = start.prefix(512).prefix { $0 != 0x3E }
        return label(in: String(decoding: declaration, as: UTF8.self), behind: "encoding")
    }

    /// Returns the label of a `meta` element near the beginning of a page, as in browsers, or `nil`.
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
}

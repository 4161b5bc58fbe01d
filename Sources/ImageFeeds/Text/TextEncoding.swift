/// The encoding of a document, chosen as in browsers (HTML Standard, 13.2.3.2): by its byte order mark, else by its
/// server, else by its own declaration. A document without any is UTF-8 if it can be, otherwise windows-1252, the former
/// default of the web.
enum TextEncoding {
    case utf8
    case singleBytes(CharacterDecoder.SingleBytes)
    /// The name for the parser, which decodes the bytes.
    case named(String)

    /// Creates the encoding of a label; `nil` if it is unknown.
    private init?(label: String) {
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
            return nil
        }
    }

    /// Calls `read` with a document in an encoding that the parser knows by `name`; `nil` if the parser detects it.
    static func decoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, charset: String?, as dialect: XMLStream.Dialect,
        _ read: (UnsafeBufferPointer<UInt8>, _ name: String?) -> Result
    ) -> Result {
        if isUTF16(bytes) { return read(bytes, nil) }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let declared = dialect == .xml ? declared(inXML: bytes) : declared(inPage: bytes)
        let labels = hasMark ? ["utf-8"] : [charset, declared].compactMap(\.self)
        let stated = labels.lazy.compactMap { TextEncoding(label: $0) }.first
        let encoding = stated ?? (String(validating: bytes, as: UTF8.self) == nil ? western.map(Self.singleBytes) : nil)
        return (encoding ?? .utf8).decoded(hasMark ? UnsafeBufferPointer(rebasing: bytes[3...]) : bytes, read)
    }

    private func decoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>, _ name: String?) -> Result
    ) -> Result {
        switch self {
        case .utf8 where String(validating: bytes, as: UTF8.self) != nil: read(bytes, "UTF-8")
        case .utf8: Self.mended(bytes).withUnsafeBufferPointer { read($0, "UTF-8") }
        case .named(let name): read(bytes, name)
        case .singleBytes(let table): table.utf8(of: bytes).withUnsafeBufferPointer { read($0, "UTF-8") }
        }
    }

    /// Returns a document that claims to be UTF-8 with its other bytes read as windows-1252: the parser would end the
    /// document at the first one.
    static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + bytes.count / 8)
        var rest = bytes[...]
        while let first = rest.first {
            let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
            let letter = rest.prefix(length)
            if first < 0x80 || letter.count == length && String(validating: letter, as: UTF8.self) != nil {
                result += letter
                rest = rest.dropFirst(length)
            } else {
                result += western?.utf8(of: UnsafeBufferPointer(rebasing: rest.prefix(1))) ?? Array("\u{FFFD}".utf8)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// Returns whether a document begins as one in UTF-16.
    static func isUTF16(_ bytes: some Collection<UInt8>) -> Bool {
        let start = Array(bytes.prefix(4))
        return start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0x3C, 0])
            || start.starts(with: [0, 0x3C])
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
        let labels = [
            charset, declared(inXML: start[DocumentHead.documentStart(in: start)...]), declared(inPage: start),
        ]
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

/// The decoder of windows-1252; `nil` if the C library has none.
private let western = EncodingLabels.singleByte["windows-1252"].flatMap(CharacterDecoder.SingleBytes.init)

/// The encoding of a document, chosen as in browsers (HTML Standard, 13.2.3.2): by its byte order mark, else by its
/// server, else by its own declaration. A document without any is UTF-8 if it can be, otherwise windows-1252, the former
/// default of the web.
enum TextEncoding {
    /// Calls `read` with a document in UTF-8, without its byte order mark. `labels`: the encodings that its server and the
    /// document itself state, if they do, the first of which that is known counts.
    static func decoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, labels: [String?], _ read: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        if let (name, unit, mark) = wideName(of: bytes) {
            let text = UnsafeBufferPointer(rebasing: bytes[mark...])
            return (CharacterDecoder.utf8(of: text, from: name, unit: unit) ?? []).withUnsafeBufferPointer(read)
        }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return mending(UnsafeBufferPointer(rebasing: bytes[3...]), read) }
        let stated = labels.lazy.compactMap { $0.flatMap(EncodingLabels.name) }.first
        let isUTF8 = stated.map { $0 == "UTF-8" } ?? isValid(bytes)
        guard !isUTF8, let text = CharacterDecoder.utf8(of: bytes, from: stated ?? "WINDOWS-1252"),
            // A statement is wrong if it leaves gaps in valid UTF-8.
            !isValid(bytes) || !hasGaps(text)
        else {
            return mending(bytes, read)
        }
        return text.withUnsafeBufferPointer(read)
    }

    /// Returns whether a text in UTF-8 contains U+FFFD.
    private static func hasGaps(_ text: [UInt8]) -> Bool {
        text.indices.dropLast(2).contains { text[$0] == 0xEF && text[$0 + 1] == 0xBF && text[$0 + 2] == 0xBD }
    }

    private static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private static func mending<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ read: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        isValid(bytes) ? read(bytes) : mended(bytes).withUnsafeBufferPointer(read)
    }

    /// Returns a document that claims to be UTF-8 with its other bytes read as windows-1252: the parser would end the
    /// document at the first one.
    private static func mended(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
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
                result += western[Int(first) - 0x80]
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// The characters of windows-1252 from 0x80 on, as UTF-8.
    static let western: [[UInt8]] = (UInt8(0x80)...0xFF).map { byte in
        [byte].withUnsafeBufferPointer { CharacterDecoder.utf8(of: $0, from: "WINDOWS-1252") } ?? Array("\u{FFFD}".utf8)
    }

    /// Returns the encoding of a document in UTF-16 or UTF-32, by its byte order mark or its first character, with the
    /// bytes of a unit and of the mark. Browsers do not support UTF-32, but some programs write feeds in it.
    static func wideName(of bytes: some Collection<UInt8>) -> (name: String, unit: Int, mark: Int)? {
        // Markup begins with `<`, JSON with a brace or a bracket.
        let start = bytes.prefix(4).map { "{[".utf8.contains($0) ? 0x3C : $0 }
        let rows: [(start: [UInt8], name: String, unit: Int)] = [
            ([0xFF, 0xFE, 0, 0], "UTF-32LE", 4), ([0, 0, 0xFE, 0xFF], "UTF-32BE", 4), ([0x3C, 0, 0, 0], "UTF-32LE", 4),
            ([0, 0, 0, 0x3C], "UTF-32BE", 4), ([0xFF, 0xFE], "UTF-16LE", 2), ([0xFE, 0xFF], "UTF-16BE", 2),
            ([0x3C, 0], "UTF-16LE", 2), ([0, 0x3C], "UTF-16BE", 2),
        ]
        return rows.first { start.starts(with: $0.start) }.map {
            ($0.name, $0.unit, $0.start.contains(0xFF) ? $0.unit : 0)
        }
    }

    /// Returns the label of an XML declaration, or `nil`.
    static func declared(inXML start: some Collection<UInt8>) -> String? {
        guard start.starts(with: "<?xml".utf8) else { return nil }
        let declaration = start.prefix(512).prefix { $0 != 0x3E }
        return label(in: String(decoding: declaration, as: UTF8.self), behind: "encoding")
    }

    /// Returns the labels of the `meta` elements near the beginning of a page, and that of an XML declaration before it
    /// (HTML Standard, section 13.2.3.3).
    static func declared(inPage start: some Collection<UInt8>) -> [String?] {
        let head = String(decoding: start.prefix(DocumentHead.length), as: UTF8.self).lowercased()
        let parts = head.split(separator: "<!--", omittingEmptySubsequences: false)
        let shown = parts.enumerated().map { index, part in
            index == 0 ? part : part.firstRange(of: "-->").map { part[$0.upperBound...] } ?? ""
        }
        let metas = shown.joined(separator: " ").split(separator: "<meta", omittingEmptySubsequences: false).dropFirst()
        return metas.map { label(in: $0.prefix { $0 != ">" }, behind: "charset") } + [declared(inXML: start)]
    }

    /// Returns the label in an attribute or a parameter, as in `charset="windows-1252"`.
    static func label(in text: some StringProtocol, behind name: String) -> String? {
        guard let start = text.firstRange(of: name)?.upperBound else { return nil }
        let rest = text[start...].drop { $0 == " " || $0 == "\t" }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { " \t\"'".contains($0) }
        let label = value.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_:.".contains($0)) }
        return label.isEmpty ? nil : String(label)
    }
}

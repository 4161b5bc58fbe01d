extension Userinfo {
    /// Whether a document seems to contain an address with a user name or a password, in any notation of the feed
    /// formats.
    ///
    /// It errs on the side of yes: the only consequence is that the document is read from its server again. Not
    /// detected is an address in a character set other than UTF-16, UTF-32 and those that contain ASCII, or with an `@`
    /// after its first ``longestAddress`` bytes.
    static func isPresent(in document: [UInt8]) -> Bool {
        var text = utf8(of: document)
        // Parts of an address may be in entity definitions.
        if declaresEntities(text) { return true }
        // Text escaped in JSON may be HTML that has been escaped as XML: each is one layer.
        for _ in 0..<Self.mostLayers {
            guard let decoded = EscapedText(text).decoded else { break }
            text = decoded
        }
        var search = AddressSearch(text)
        if search.findsCredentials() { return true }
        // URL parsers remove tabs and line breaks from an address (URL Standard, section 4.4).
        let joined = text.filter { !Self.isLeftOut($0) }
        guard joined.count < text.count else { return false }
        search = AddressSearch(joined)
        return search.findsCredentials()
    }

    /// Whether the text has an entity declaration. Does not use `firstRange`, which takes a second for 10 MB.
    private static func declaresEntities(_ text: [UInt8]) -> Bool {
        text.indices.contains { text[$0] == UInt8(ascii: "<") && text[$0...].starts(with: "<!ENTITY".utf8) }
    }

    private static func isLeftOut(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
}

extension Userinfo {
    private static let mostLayers = 8

    /// Returns the document as UTF-8 without a byte order mark. UTF-16 is detected by its mark, or by the NUL in its
    /// first character; from UTF-32, and from text with NULs elsewhere, the NULs are removed.
    private static func utf8(of document: [UInt8]) -> [UInt8] {
        if document.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(document.dropFirst(3)) }
        guard document.contains(0) else { return document }
        let start = Array(document.prefix(4))
        let isLittleEndian = start.starts(with: [0xFF, 0xFE]) || start.count == 4 && start[0] != 0 && start[1] == 0
        let isBigEndian = start.starts(with: [0xFE, 0xFF]) || start.count == 4 && start[0] == 0 && start[1] != 0
        let isOfFourBytes = start.count == 4 && start[2] == 0 && start[3] == 0
        guard isLittleEndian || isBigEndian, !isOfFourBytes else { return document.filter { $0 != 0 } }
        let units = stride(from: 0, to: document.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(document[index]), UInt16(document[index + 1]))
            return isLittleEndian ? first | second << 8 : first << 8 | second
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}

/// A search for addresses with a user name or a password in a text, in one pass.
private struct AddressSearch {
    private let text: [UInt8]
    /// The positions of the next `@`, the next byte that no valid address contains, and the next bracket.
    private var nextAt = 0
    private var nextEdge = 0
    private var nextBracket = 0

    init(_ text: [UInt8]) { self.text = text }

    /// Maximum bytes of an address. Servers accept hardly more.
    private static let longestAddress = 4096

    mutating func findsCredentials() -> Bool {
        var isAtStartOfLine = true
        for (index, byte) in text.enumerated() {
            if nextAt <= index { nextAt = text[index...].firstIndex(of: UInt8(ascii: "@")) ?? text.count }
            guard nextAt < text.count else { return false }
            if nextEdge <= index { nextEdge = text[index...].firstIndex(where: Self.isEdge) ?? text.count }
            if nextBracket <= index { nextBracket = text[index...].firstIndex(where: Self.isBracket) ?? text.count }
            if nextAt < nextBracket, nextAt - index <= Self.longestAddress {
                // After two slashes, or after one that follows a scheme's colon, which libcurl accepts too.
                let isAuthority =
                    Self.isSlash(byte) && index > 0
                    && (Self.isSlash(text[index - 1]) || text[index - 1] == UInt8(ascii: ":"))
                let isInOneWord = nextAt < nextEdge
                if isAuthority, isInOneWord ? beginsCredentials(index + 1) : beginsSpacedCredentials(index + 1) {
                    return true
                }
                // A line of a list may have no scheme.
                if isInOneWord, isAtStartOfLine, Self.beginsLine(byte), isLineWithCredentials(index) { return true }
            }
            isAtStartOfLine = byte == 0x0A || byte == 0x0D || isAtStartOfLine && byte <= 0x20
        }
        return false
    }

    /// Whether an authority that begins at `start` has a user name or a password. There is an `@` before the next edge.
    private func beginsCredentials(_ start: Int) -> Bool {
        let end = text[start..<nextEdge].firstIndex { Self.endsAuthority($0) } ?? nextEdge
        let authority = text[start..<end]
        // A quotation mark ends most addresses, but may be part of a password: `bob:it's` is no host and port, and a
        // closing mark is not followed by a letter.
        let quote = authority.indices.first { index in
            Self.isQuote(text[index]) && !(index + 1 < text.count && Self.isLetterOrDigit(text[index + 1]))
        }
        if let quote, isHostAndPort(authority[..<quote]) { return false }
        // A slash may be part of a password, too.
        return nextAt > start && (nextAt < end || !isHostAndPort(authority))
    }

    /// Whether a password with a space in it begins at `start`, as line wrapping can produce. There is an `@` after the
    /// next edge.
    private func beginsSpacedCredentials(_ start: Int) -> Bool {
        guard start < nextEdge else { return false }
        let word = text[start..<nextEdge]
        return !word.contains { Self.endsAuthority($0) || Self.isQuote($0) } && !isHostAndPort(word)
    }

    private func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
        !authority.contains(UInt8(ascii: "@"))
            && Userinfo.hasPlainPort(String(decoding: authority, as: UTF8.self)[...].utf8)
    }

    private func isLineWithCredentials(_ start: Int) -> Bool {
        let word = text[start..<nextEdge].prefix(2 * Self.longestAddress)
        return Userinfo.range(in: String(decoding: word, as: UTF8.self)) != nil
    }

    private static func isEdge(_ byte: UInt8) -> Bool { byte <= 0x20 || isBracket(byte) }

    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }

    /// Whether a line of a list may begin with this byte, and a line of JSON does not.
    private static func beginsLine(_ byte: UInt8) -> Bool {
        !isEdge(byte) && !isSlash(byte) && !isQuote(byte) && byte != UInt8(ascii: "{") && byte != UInt8(ascii: "[")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}

/// A decoder for text in which ASCII characters may be escaped as in JSON, XML and HTML.
private struct EscapedText {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    /// The text with one layer of escapes decoded; `nil` if there are none.
    var decoded: [UInt8]? {
        var copy = self
        return copy.decode()
    }

    private mutating func decode() -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var isChanged = false
        while position < text.count {
            let byte = text[position]
            if let mark = mark() {
                position += mark
                isChanged = true
            } else if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&"), let (character, length) = escape() {
                result.append(character)
                position += length
                isChanged = true
            } else {
                result.append(byte)
                position += 1
            }
        }
        return isChanged ? result : nil
    }

    /// Returns the length of an XML delimiter at this position, within or after which an address may continue; `nil` if
    /// there is none.
    private func mark() -> Int? {
        guard text[position] == UInt8(ascii: "<") || text[position] == UInt8(ascii: "]") else { return nil }
        return Self.marks.first { text[position...].starts(with: $0) }?.count
    }

    private static let marks = ["<![CDATA[", "]]>"].map { Array($0.utf8) }

    /// Returns the ASCII character that is escaped at this position, and the length of the escape.
    private func escape() -> (character: UInt8, length: Int)? {
        let rest = text[(position + 1)...].prefix(Self.longest)
        if text[position] == UInt8(ascii: "\\") {
            switch rest.first {
            case UInt8(ascii: "/"): return (UInt8(ascii: "/"), 2)
            case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): return (0x0A, 2)
            case UInt8(ascii: "u"):
                return number(rest.dropFirst().prefix(4), radix: 16).map { ($0, 6) }
            default: return nil
            }
        }
        if rest.first == UInt8(ascii: "#") { return numeric(rest.dropFirst()) }
        let name = rest.prefix { $0 != UInt8(ascii: ";") }
        guard name.count < rest.count else { return nil }
        return Self.names[String(decoding: name, as: UTF8.self)].map { ($0, name.count + 2) }
    }

    /// Decodes a numeric reference after `&#`. HTML does not require the semicolon.
    private func numeric(_ rest: ArraySlice<UInt8>) -> (character: UInt8, length: Int)? {
        let isHex = rest.first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let written = rest.dropFirst(isHex ? 1 : 0)
        let digits = written.prefix { byte in
            (0x30...0x39).contains(byte) || isHex && (0x41...0x46).contains(byte & 0xDF)
        }
        let mark = digits.endIndex < rest.endIndex && text[digits.endIndex] == UInt8(ascii: ";") ? 1 : 0
        let length = 2 + (isHex ? 1 : 0) + digits.count + mark
        return number(digits.drop { $0 == 0x30 }, radix: isHex ? 16 : 10).map { ($0, length) }
    }

    private func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt8? {
        Int(String(decoding: digits, as: UTF8.self), radix: radix).flatMap { (1..<0x80).contains($0) ? UInt8($0) : nil }
    }

    /// Maximum length of an entity that is decoded: zeros may precede a number.
    private static let longest = 64

    /// HTML's names for the characters that occur in an address or end one ("Named character references" of the HTML
    /// Standard).
    private static let names: [String: UInt8] = [
        "sol": 0x2F, "colon": 0x3A, "commat": 0x40, "bsol": 0x5C, "quot": 0x22, "apos": 0x27, "lt": 0x3C, "gt": 0x3E,
        "amp": 0x26, "Tab": 0x09, "NewLine": 0x0A, "period": 0x2E, "num": 0x23, "quest": 0x3F,
    ]
}

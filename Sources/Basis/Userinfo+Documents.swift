extension Userinfo {
    /// Whether a document seems to hold an address with a name or a password, in any notation of the formats of feeds.
    ///
    /// It errs on the side of yes: then the document is only read from its server again. Not seen is an address in a
    /// character set other than UTF-8, UTF-16 and UTF-32, or with an `@` behind its first ``longestAddress`` bytes.
    static func isPresent(in document: [UInt8]) -> Bool {
        var text = document.contains(0) ? document.filter { $0 != 0 } : document  // UTF-16, as far as it is ASCII
        // What is escaped in JSON may be HTML, which has been escaped as XML: each is one layer.
        for _ in 0..<3 {
            guard let decoded = EscapedText(text).decoded else { break }
            text = decoded
        }
        var search = AddressSearch(text)
        return search.findsCredentials()
    }
}

/// Looks for addresses with a name or a password in a text, in one pass.
private struct AddressSearch {
    private let text: [UInt8]
    /// The first `@`, and the first byte that no address holds, from where the search stands on.
    private var nextAt = 0
    private var nextEdge = 0

    init(_ text: [UInt8]) { self.text = text }

    /// Bytes. Servers take hardly more.
    private static let longestAddress = 4096

    mutating func findsCredentials() -> Bool {
        var isAtStartOfLine = true
        for (index, byte) in text.enumerated() {
            if nextAt <= index { nextAt = text[index...].firstIndex(of: UInt8(ascii: "@")) ?? text.count }
            guard nextAt < text.count else { return false }
            if nextEdge <= index { nextEdge = text[index...].firstIndex(where: Self.isEdge) ?? text.count }
            if nextAt < nextEdge, nextAt - index <= Self.longestAddress {
                // Behind two slashes, or behind one that follows a scheme's colon, as libcurl takes it too.
                let isAuthority =
                    Self.isSlash(byte) && index > 0
                    && (Self.isSlash(text[index - 1]) || text[index - 1] == UInt8(ascii: ":"))
                if isAuthority, beginsCredentials(index + 1) { return true }
                // A line of a list may have no scheme.
                if isAtStartOfLine, Self.isLetterOrDigit(byte), isLineWithCredentials(index) { return true }
            }
            isAtStartOfLine = byte == 0x0A || byte == 0x0D || isAtStartOfLine && byte <= 0x20
        }
        return false
    }

    /// Whether a name or a password stands at the beginning of an authority, whose word holds an `@`.
    private func beginsCredentials(_ start: Int) -> Bool {
        let end = text[start..<nextEdge].firstIndex { Self.endsAuthority($0) } ?? nextEdge
        var authority = text[start..<end]
        // A quote ends most addresses, but may stand in a password: `bob:it's` is no host and port.
        if let quote = authority.firstIndex(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") }),
            isHostAndPort(authority[..<quote])
        {
            authority = authority[..<quote]
            return authority.dropFirst().contains(UInt8(ascii: "@"))
        }
        // A slash may stand in a password, too.
        return nextAt > start && (nextAt < end || !isHostAndPort(authority))
    }

    private func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
        !authority.contains(UInt8(ascii: "@"))
            && Userinfo.hasPlainPort(String(decoding: authority, as: UTF8.self)[...].utf8)
    }

    private func isLineWithCredentials(_ start: Int) -> Bool {
        let word = text[start..<nextEdge].prefix(2 * Self.longestAddress)
        return Userinfo.range(in: String(decoding: word, as: UTF8.self)) != nil
    }

    private static func isEdge(_ byte: UInt8) -> Bool {
        byte <= 0x20 || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        isSlash(byte) || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}

/// A text in which ASCII characters may be written as JSON, XML and HTML let them be.
private struct EscapedText {
    private let text: [UInt8]
    private var position = 0

    init(_ text: [UInt8]) { self.text = text }

    /// The text with one layer of escapes undone; `nil`: there are none.
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
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "&"), let (character, length) = escape() {
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

    /// The ASCII character that is written at this position, and how long that is.
    private func escape() -> (character: UInt8, length: Int)? {
        let rest = text[(position + 1)...].prefix(Self.longest)
        if text[position] == UInt8(ascii: "\\") {
            switch rest.first {
            case UInt8(ascii: "/"): return (UInt8(ascii: "/"), 2)
            case UInt8(ascii: "u"):
                return number(rest.dropFirst().prefix(4), radix: 16).map { ($0, 6) }
            default: return nil
            }
        }
        let name = rest.prefix { $0 != UInt8(ascii: ";") }
        let length = name.count + (name.count < rest.count ? 2 : 1)
        if name.starts(with: "#x".utf8) || name.starts(with: "#X".utf8) {
            return number(name.dropFirst(2), radix: 16).map { ($0, length) }
        }
        if name.first == UInt8(ascii: "#") { return number(name.dropFirst(), radix: 10).map { ($0, length) } }
        return Self.names[String(decoding: name, as: UTF8.self)].map { ($0, length) }
    }

    private func number(_ digits: ArraySlice<UInt8>, radix: Int) -> UInt8? {
        Int(String(decoding: digits, as: UTF8.self), radix: radix).flatMap { (1..<0x80).contains($0) ? UInt8($0) : nil }
    }

    /// Characters of an entity that are looked at: zeros may stand before a number.
    private static let longest = 16

    /// HTML's names for what an address is made of, or ends at ("Named character references" of the HTML Standard).
    private static let names: [String: UInt8] = [
        "sol": 0x2F, "colon": 0x3A, "commat": 0x40, "bsol": 0x5C, "quot": 0x22, "apos": 0x27, "lt": 0x3C, "gt": 0x3E,
        "amp": 0x26, "Tab": 0x09, "NewLine": 0x0A, "period": 0x2E, "num": 0x23, "quest": 0x3F,
    ]
}

extension Userinfo {
    /// Whether a document may contain an address with a user name or a password, in any notation of the feed formats.
    ///
    /// It errs on the side of yes: the only consequence is that the document is read from its server again. An escaped
    /// `@` counts as that of such an address, as does any `@` of a document with escaped slashes or colons, entities of
    /// its own, or two bytes a character. Not detected is an address in a character set that does not contain ASCII, or
    /// with an `@` after its first ``longestAddress`` bytes.
    static func isPresent(in document: [UInt8]) -> Bool {
        guard !document.contains(0) else { return true }
        let hasAt = document.contains(at)
        let mayHideAddress = document.indices.contains { index in
            escapedMark(document, after: index).map { hasAt || $0 == at }
                ?? (document[index] == UInt8(ascii: "<") && document[index...].starts(with: "<!ENTITY".utf8))
        }
        guard hasAt, !mayHideAddress else { return mayHideAddress }
        let text = withPlainEnds(document)
        // URL parsers remove tabs and line breaks from an address (URL Standard, section 4.4).
        let joined = text.filter { $0 != 0x09 && !isLineBreak($0) }
        return (joined.count < text.count ? [text, joined] : [text]).contains {
            hasLineWithCredentials($0) || hasCredentials($0)
        }
    }

    /// Maximum bytes of an address. Servers accept hardly more.
    private static let longestAddress = 4096
    private static let at = UInt8(ascii: "@")

    // MARK: - Escapes

    /// Returns which of `@`, `/`, `\` and `:` is escaped after the `&` or the backslash at an index; `nil` if none is.
    /// Either may be escaped itself, as `&amp;` or `\u0026`.
    private static func escapedMark(_ text: [UInt8], after index: Int) -> UInt8? {
        let byte = text[index]
        let mayEscape = [UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "6")]
        guard mayEscape.contains(byte) else { return nil }
        let rest = text[(index + 1)...].prefix(64)  // zeros may precede a number
        if let code = character(rest, after: byte)?.code {
            return UInt8(exactly: code).flatMap { "@/\\:".utf8.contains($0) ? $0 : nil }
        }
        return byte == UInt8(ascii: "\\") ? nil : names.first { rest.starts(with: $0.key.utf8) }?.value
    }

    /// Returns the character that is written as a number after a `&` or a backslash, and the bytes that this takes.
    private static func character(_ rest: ArraySlice<UInt8>, after byte: UInt8) -> (code: UInt32, length: Int)? {
        let isJSON = byte == UInt8(ascii: "\\")
        guard rest.first == UInt8(ascii: isJSON ? "u" : "#") else { return nil }
        let isHex = isJSON || rest.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
        let digits = rest.dropFirst(isHex && !isJSON ? 2 : 1).prefix(isJSON ? 4 : 64).prefix { byte in
            (0x30...0x39).contains(byte) || isHex && (0x41...0x46).contains(byte & 0xDF)
        }
        let code = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
        return code.map { ($0, digits.endIndex - rest.startIndex) }
    }

    private static let names: [String: UInt8] = ["commat": 0x40, "sol": 0x2F, "bsol": 0x5C, "colon": 0x3A]

    /// Returns the text with numbers of characters and what ends most addresses unescaped: quotation marks, brackets,
    /// line breaks of JSON; and without the delimiters of CDATA, inside of which an address may go on.
    private static func withPlainEnds(_ text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "&"):
                while rest.starts(with: "amp;".utf8) { rest = rest.dropFirst(4) }
                if let letter = takeLetter(from: &rest, after: byte) {
                    result.append(letter)
                    if rest.first == UInt8(ascii: ";") { rest = rest.dropFirst() }
                    continue
                }
                let end = ends.first { rest.starts(with: $0.key.utf8) }
                rest = rest.dropFirst(end?.key.utf8.count ?? 0)
                result.append(end?.value ?? byte)
            case UInt8(ascii: "\\") where rest.first == byte:  // what follows is not escaped
                rest = rest.dropFirst()
                result += [byte, byte]
            case UInt8(ascii: "\\") where rest.first.map("nrt".utf8.contains) == true:
                rest = rest.dropFirst()
                result.append(0x0A)
            case UInt8(ascii: "\\"): result.append(takeLetter(from: &rest, after: byte) ?? byte)
            case UInt8(ascii: "<") where rest.starts(with: "![CDATA[".utf8): rest = rest.dropFirst(8)
            case UInt8(ascii: "]") where rest.starts(with: "]>".utf8): rest = rest.dropFirst(2)
            default: result.append(byte)
            }
        }
        return result
    }

    /// Returns the character that is written as a number, and skips the number. Any letter stands for those outside of
    /// ASCII.
    private static func takeLetter(from rest: inout ArraySlice<UInt8>, after byte: UInt8) -> UInt8? {
        guard let (code, length) = character(rest, after: byte) else { return nil }
        rest = rest.dropFirst(length)
        return code < 0x80 ? UInt8(code) : UInt8(ascii: "a")
    }

    private static let ends: [String: UInt8] = [
        "quot;": 0x22, "apos;": 0x27, "lt;": 0x3C, "gt;": 0x3E, "Tab;": 0x09, "NewLine;": 0x0A,
    ]

    // MARK: - Addresses

    /// Whether a line begins with an address, which needs no scheme in a list. A line of JSON does not.
    private static func hasLineWithCredentials(_ text: [UInt8]) -> Bool {
        text.split(whereSeparator: isLineBreak).contains { line in
            let word = line.drop { $0 <= 0x20 }.prefix { $0 > 0x20 && !isBracket($0) }.prefix(2 * longestAddress)
            guard let first = word.first, word.contains(at), !isSlash(first), !"\"'{[".utf8.contains(first) else {
                return false
            }
            return range(in: String(decoding: word, as: UTF8.self)) != nil
        }
    }

    /// Whether credentials end at an `@` of the text.
    private static func hasCredentials(_ text: [UInt8]) -> Bool {
        text.split(separator: at, omittingEmptySubsequences: false).dropLast().contains { part in
            let near = part.suffix(longestAddress)
            let text = near[(near.lastIndex(where: isBracket).map { $0 + 1 } ?? near.startIndex)...]
            let word = text.lastIndex { $0 <= 0x20 } ?? text.startIndex
            return text.indices.dropFirst().contains { index in
                // After two slashes, or after one that follows a scheme's colon, which libcurl accepts too.
                guard isSlash(text[index]), isSlash(text[index - 1]) || text[index - 1] == UInt8(ascii: ":") else {
                    return false
                }
                let rest = text[(index + 1)...]
                return index < word ? beginsSpacedCredentials(rest) : isCredentials(rest)
            }
        }
    }

    /// Whether an authority up to an `@` has a user name or a password.
    private static func isCredentials(_ text: ArraySlice<UInt8>) -> Bool {
        let authority = text.prefix { !endsAuthority($0) }
        // A quotation mark ends most addresses, but may be part of a password: `bob:it's` is no host and port, and a
        // closing mark is not followed by a letter.
        let quote = authority.indices.first { index in
            isQuote(text[index]) && !(index + 1 < text.endIndex && isLetterOrDigit(text[index + 1]))
        }
        if let quote, isHostAndPort(authority[..<quote]) { return false }
        // A slash may be part of a password, too.
        return !text.isEmpty && (authority.count == text.count || !isHostAndPort(authority))
    }

    /// Whether a password with a space in it begins here, as line wrapping can produce. An `@` follows the space.
    private static func beginsSpacedCredentials(_ text: ArraySlice<UInt8>) -> Bool {
        let word = text.prefix { $0 > 0x20 && !endsAuthority($0) && !isQuote($0) }
        return text[word.endIndex...].first.map { $0 <= 0x20 } == true && !isHostAndPort(word)
    }

    private static func isHostAndPort(_ authority: ArraySlice<UInt8>) -> Bool {
        hasPlainPort(String(decoding: authority, as: UTF8.self)[...].utf8)
    }

    private static func isLineBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    private static func isBracket(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">") }
    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }
    private static func endsAuthority(_ byte: UInt8) -> Bool { isSlash(byte) || "?#".utf8.contains(byte) }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
    }
}

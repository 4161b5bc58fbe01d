extension Userinfo {
    /// Whether a document may contain an address with a user name or a password, in any notation of the feed formats.
    ///
    /// It errs on the side of yes: the only consequence is that the document is read from its server again. An escaped
    /// `@` counts as that of such an address, as does any `@` of a document with escaped slashes or colons, entities of
    /// its own, or two bytes a character. Not detected is an address in a character set that does not contain ASCII, or
    /// one in pieces.
    static func isPresent(in document: [UInt8]) -> Bool {
        guard !document.contains(0) else { return true }
        let hasAt = document.contains(at)
        let mayHideAddress = document.indices.contains { index in
            escapedMark(document, after: index).map { hasAt || $0 == at }
                ?? (document[index] == UInt8(ascii: "<") && document[index...].starts(with: "<!ENTITY".utf8))
        }
        guard hasAt, !mayHideAddress else { return mayHideAddress }
        return document.split { $0 == 0x0A || $0 == 0x0D }.contains(where: isPresent(inLine:))
    }

    /// Maximum bytes of an address. Servers accept hardly more.
    private static let longestAddress = 4096
    private static let at = UInt8(ascii: "@")

    /// Whether a word of the line contains an address. The first one may be an address without a scheme, as in a list; a
    /// line of JSON begins with none.
    private static func isPresent(inLine line: ArraySlice<UInt8>) -> Bool {
        let words = line.split { $0 <= 0x20 || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }
        return words.enumerated().contains { number, word in
            let parts = word.split(separator: at, omittingEmptySubsequences: false).dropLast()
            if parts.contains(where: { isEndOfCredentials($0.suffix(longestAddress)) }) { return true }
            guard number == 0, !parts.isEmpty, !"\"'{[/\\".utf8.contains(word[word.startIndex]) else { return false }
            return range(in: String(decoding: word.prefix(2 * longestAddress), as: UTF8.self)) != nil
        }
    }

    /// Whether an `@` after the text would end the credentials of an address in it.
    private static func isEndOfCredentials(_ text: ArraySlice<UInt8>) -> Bool {
        var plain: [UInt8] = []
        var before: UInt8?
        for (byte, next) in zip(text, text.dropFirst() + [at]) {
            // A backslash may be a slash, or escape one. The marks of an escaped letter would end an address.
            let isMark = byte == UInt8(ascii: "\\") && next == UInt8(ascii: "u") && before != byte
            if !isMark, byte != UInt8(ascii: "#") { plain.append(byte == UInt8(ascii: "\\") ? 0x2F : byte) }
            before = byte
        }
        let address = TextSanitizer.clean(bytes: plain + [at])
        return TextSanitizer.sentence(address) != address
    }

    /// Returns which of `@`, `/`, `\` and `:` is escaped after the `&` or the backslash at an index; `nil` if none is.
    /// Either may be escaped itself, as `&amp;` or `\u0026`.
    private static func escapedMark(_ text: [UInt8], after index: Int) -> UInt8? {
        let byte = text[index]
        let mayEscape = [UInt8(ascii: "\\"), UInt8(ascii: "&"), UInt8(ascii: ";"), UInt8(ascii: "6")]
        guard mayEscape.contains(byte) else { return nil }
        let rest = text[(index + 1)...].prefix(64)  // zeros may precede a number
        let isJSON = byte == UInt8(ascii: "\\")
        if rest.first == UInt8(ascii: isJSON ? "u" : "#") {
            let isHex = isJSON || rest.dropFirst().first.map { $0 | 0x20 == UInt8(ascii: "x") } ?? false
            let digits = rest.dropFirst(isHex && !isJSON ? 2 : 1).prefix(isJSON ? 4 : 64).prefix { byte in
                (0x30...0x39).contains(byte) || isHex && (0x41...0x46).contains(byte & 0xDF)
            }
            let code = UInt8(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10)
            return code.flatMap { "@/\\:".utf8.contains($0) ? $0 : nil }
        }
        return isJSON ? nil : names.first { rest.starts(with: $0.key.utf8) }?.value
    }

    private static let names: [String: UInt8] = ["commat": 0x40, "sol": 0x2F, "bsol": 0x5C, "colon": 0x3A]
}

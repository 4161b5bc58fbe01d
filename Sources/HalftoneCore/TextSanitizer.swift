/// The sanitizer that all untrusted text passes before it is written to a cell or to standard output.
///
/// Titles, URLs, file names, headers and metadata can carry escape sequences that move the cursor, set the clipboard or
/// reverse the reading order. Sanitized text is plain text on one line.
public enum TextSanitizer {
    /// Returns the text without control characters (C0, DEL, C1), bidirectional controls, zero-width characters and
    /// variation selectors. A run of line breaks and tabs becomes one space.
    public static func clean(_ text: some StringProtocol) -> String {
        let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy { (0x20...0x7E).contains($0) } }
        if isPlain == true { return String(text) }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029:
                if result.last != " " { result.append(" ") }
            default:
                if !isUnsafe(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// Returns the sanitized text of bytes that claim to be UTF-8; U+FFFD replaces invalid sequences.
    public static func clean(bytes: some Collection<UInt8>) -> String {
        clean(String(decoding: bytes, as: UTF8.self))
    }

    /// Sanitizes a sentence that may quote addresses, such as an error, and removes the user names and passwords in
    /// them.
    ///
    /// The quoted text, up to the next space or bracket, may not be a valid address: too much may be removed from a
    /// path with an extra `@`, but nothing of a password remains.
    public static func sentence(_ text: some StringProtocol) -> String {
        let text = clean(text)
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = ""
        var rest = text[...]
        // Each word is searched once, because a long one may have thousands of slashes.
        var (wordEnd, afterSign) = (text.startIndex, text.startIndex)
        while let slash = rest.firstIndex(of: "/") {
            let before = rest[..<slash].last ?? result.last ?? " "
            let end = rest[slash...].firstIndex { $0 != "/" } ?? rest.endIndex
            let isDouble = rest.index(after: slash) < end
            result += rest[..<end]
            rest = rest[end...]
            // After a letter the slashes belong to a path: `a//me@b`.
            guard before == ":" || isDouble && !before.isLetter && !before.isNumber else { continue }
            if wordEnd <= end {
                wordEnd = endOfWord(rest)
                let sign = rest[..<wordEnd].utf8.lastIndex(of: UInt8(ascii: "@"))
                afterSign = sign.map { rest.utf8.index(after: $0) } ?? end
            }
            guard afterSign > end, let userinfo = Userinfo.range(in: rest[..<afterSign]) else { continue }
            rest = rest[userinfo.upperBound...]
        }
        return result + rest
    }

    /// Returns the end of the quoted text. A quotation mark followed by a letter may be part of a password.
    private static func endOfWord(_ text: Substring) -> Substring.Index {
        text.indices.first { index in
            switch text[index] {
            case " ", "(", ")", "<", ">": true
            case "\"", "'": text[text.index(after: index)...].first.map { !$0.isLetter && !$0.isNumber } ?? true
            default: false
            }
        } ?? text.endIndex
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // bidirectional controls
        case 0x00AD, 0x034F, 0x115F, 0x1160, 0x180B...0x180F, 0x200B...0x200D: true  // zero width
        case 0x2060...0x2064, 0x206A...0x206F, 0x3164, 0xFEFF, 0xFFA0: true
        case 0xFE00...0xFE0F, 0xE0100...0xE01EF: true  // variation selectors
        case 0xE0000...0xE007F, 0xFFF9...0xFFFB: true  // tags, interlinear annotations
        default: false
        }
    }
}

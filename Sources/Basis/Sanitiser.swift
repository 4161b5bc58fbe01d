/// The one gate through which text from outside passes before it meets a cell or standard output.
///
/// Titles, URLs, file names, headers and metadata can carry escape sequences that move the cursor, set the clipboard
/// or reverse the reading order. What passes here is plain text of one line.
public enum Sanitiser {
    /// Text with control characters (C0, DEL, C1), bidirectional controls, zero-width characters and variation
    /// selectors removed. Line breaks and tabs become one space.
    public static func clean(_ text: some StringProtocol) -> String {
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

    /// The same for bytes that claim to be UTF-8; what is not becomes U+FFFD.
    public static func clean(bytes: some Collection<UInt8>) -> String {
        clean(String(decoding: bytes, as: UTF8.self))
    }

    /// Cleans a sentence that may quote addresses, as errors do, and leaves out the names and passwords in them.
    ///
    /// What is quoted up to the next blank or bracket may be no right address: of a path with an `@` too much may be left
    /// out, of a password nothing is left.
    public static func sentence(_ text: some StringProtocol) -> String {
        let text = clean(text)
        guard text.utf8.contains(UInt8(ascii: "@")) else { return text }
        var result = ""
        var rest = text[...]
        while let slash = rest.firstIndex(of: "/") {
            let before = rest[..<slash].last ?? result.last ?? " "
            let end = rest[slash...].firstIndex { $0 != "/" } ?? rest.endIndex
            let isDouble = rest.index(after: slash) < end
            result += rest[..<end]
            rest = rest[end...]
            // Behind a letter they are of a path: `a//me@b`.
            guard before == ":" || isDouble && !before.isLetter && !before.isNumber else { continue }
            if let userinfo = Userinfo.range(in: rest[..<endOfWord(rest)]) { rest = rest[userinfo.upperBound...] }
        }
        return result + rest
    }

    /// Where what is quoted ends. A quote that a letter follows may stand in a password.
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

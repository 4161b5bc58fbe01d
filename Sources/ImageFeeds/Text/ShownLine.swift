import HalftoneCore

extension String {
    /// Returns one sanitized line of at most `length` scalars, truncated with an ellipsis, without passwords of
    /// addresses; `nil` if it is empty.
    func shownLine(length: Int) -> String? {
        // Only the beginning is read: an article may be a thousand times longer.
        let clean = TextSanitizer.sentence(String(unicodeScalars.prefix(length * 4))).withSingleSpaces
        guard clean.unicodeScalars.count > length else { return clean.isEmpty ? nil : clean }
        return String(clean.unicodeScalars.prefix(length - 1)) + "…"
    }

    /// Returns sanitized lines of at most `limit` bytes together, truncated with an ellipsis, without passwords of
    /// addresses, blank lines and runs of spaces; `nil` if all are empty.
    func shownText(bytes limit: Int) -> String? {
        var result = ""
        for line in utf8.split(separator: 0x0A) {
            let clean = TextSanitizer.sentence(Substring(line)).withSingleSpaces
            guard !clean.isEmpty else { continue }
            if !result.isEmpty { result += "\n" }
            result += clean
            guard result.utf8.count <= limit else { return result.cut(bytes: limit) }
        }
        return result.isEmpty ? nil : result
    }

    /// Returns the whole characters at the beginning, and an ellipsis; a part of the first if that alone is too long.
    private func cut(bytes limit: Int) -> String {
        let ellipsis = "…"
        let end = utf8.index(startIndex, offsetBy: limit - ellipsis.utf8.count)
        let start = index(before: index(after: end))
        return self[..<(start > startIndex ? start : unicodeScalars.index(before: unicodeScalars.index(after: end)))]
            + ellipsis
    }
}

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
}

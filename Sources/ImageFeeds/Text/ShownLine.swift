import HalftoneCore

extension String {
    /// One clean line of at most `length` scalars, cut with an ellipsis, without the passwords of addresses in it. `nil` if
    /// nothing is left.
    func shownLine(length: Int) -> String? {
        // Only the beginning is looked at: an article can be a thousand times longer.
        let clean = TextSanitizer.sentence(String(unicodeScalars.prefix(length * 4))).withSingleSpaces
        guard clean.unicodeScalars.count > length else { return clean.isEmpty ? nil : clean }
        return String(clean.unicodeScalars.prefix(length - 1)) + "…"
    }
}

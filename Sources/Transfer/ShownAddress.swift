extension String {
    /// What claims to be an address, as an error may quote it: without name and password, and not longer than a line.
    ///
    /// The text was refused, so nobody knows where its parts end: everything before the last `@` goes, but the scheme.
    var shownAddress: String {
        var shown = self[...]
        if let at = lastIndex(of: "@") {
            let scheme = self[..<at].firstRange(of: "//").map { self[..<$0.upperBound] } ?? ""
            shown = scheme + self[index(after: at)...]
        }
        let line = shown.prefix(200)
        return line.endIndex < shown.endIndex ? line + "\u{2026}" : String(line)
    }
}

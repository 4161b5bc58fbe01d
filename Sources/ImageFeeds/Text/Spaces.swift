extension String {
    /// The text trimmed, with runs of spaces collapsed.
    var withSingleSpaces: String {
        let bytes = utf8
        guard
            bytes.first == 0x20 || bytes.last == 0x20
                || zip(bytes, bytes.dropFirst()).contains(where: { $0 == (0x20, 0x20) })
        else { return self }
        return bytes.split(separator: 0x20).compactMap { String($0) }.joined(separator: " ")
    }
}

extension String {
    /// The text trimmed, with runs of spaces collapsed.
    var withSingleSpaces: String {
        guard utf8.withContiguousStorageIfAvailable(Self.hasOnlySingleSpaces) != true else { return self }
        return utf8.split(separator: 0x20).compactMap { String($0) }.joined(separator: " ")
    }

    private static func hasOnlySingleSpaces(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.first != 0x20 && bytes.last != 0x20
            && bytes.indices.dropFirst().allSatisfy { bytes[$0] != 0x20 || bytes[$0 - 1] != 0x20 }
    }
}

extension Substring {
    /// The text without white space at its ends.
    var trimmed: Substring {
        var text = drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}

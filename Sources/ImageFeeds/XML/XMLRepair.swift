/// The repair of the two most frequent errors in feeds: ampersands that are not escaped
/// (`<enclosure url="a?x=1&y=2">` would lose its query, `&nbsp;` is HTML) and control characters.
enum XMLRepair {
    /// Returns a document in UTF-8 with bare ampersands escaped, HTML's entities as numbers, control characters as spaces;
    /// `nil` if there is nothing to repair, or if the document declares entities. Ampersands in comments and CDATA are kept.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var result: [UInt8]?
        var copied = 0
        var index = 0
        var closing: StaticString?
        func replace(_ length: Int, with text: String) {
            if result == nil { result = [] }
            result?.append(contentsOf: bytes[copied..<index])
            result?.append(contentsOf: text.utf8)
            copied = index + length
        }
        while index < bytes.count {
            let byte = bytes[index]
            var length = 1
            if byte < 0x20, byte != 0x09, byte != 0x0A, byte != 0x0D {
                replace(1, with: " ")
            } else if let end = closing {
                if starts(bytes, end, at: index) { closing = nil }
            } else if byte == 0x3C {
                if starts(bytes, "<!ENTITY", at: index) { return nil }
                closing = sections.first { starts(bytes, $0.opening, at: index) }?.closing
            } else if byte == 0x26 {
                let reference = EntityReference(in: bytes, at: index)
                length = reference?.length ?? 1
                if reference?.isXML != true {
                    replace(length, with: reference.map { "&#\($0.scalar.value);" } ?? "&amp;")
                }
            }
            index += length
        }
        result?.append(contentsOf: bytes[copied...])
        return result
    }

    private static let sections: [(opening: StaticString, closing: StaticString)] = [
        ("<![CDATA[", "]]>"), ("<!--", "-->"),
    ]

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString, at start: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard start + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }
}

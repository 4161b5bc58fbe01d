import CXML

/// Makes the ampersands of a sloppy feed what their author meant, before the parser drops them.
///
/// `<enclosure url="a?x=1&y=2">` is the most frequent damage of feeds and would lose its query; `&nbsp;` is HTML.
enum AmpersandRepair {
    /// The document with bare ampersands escaped and HTML's names as numbers; `nil` if there is nothing to do, or if
    /// the document declares entities of its own. Comments and CDATA stay as they are. One pass.
    static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var result: [UInt8]?
        var copied = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case 0x3C:
                if starts(bytes, "<!ENTITY", at: index) { return nil }
                index =
                    end(of: "<![CDATA[", "]]>", in: bytes, at: index) ?? end(of: "<!--", "-->", in: bytes, at: index)
                    ?? index + 1
            case 0x26:
                let reference = EntityReference(in: bytes, at: index)
                let length = reference?.length ?? 1
                if reference?.isXML != true {
                    if result == nil { result = [] }
                    result?.append(contentsOf: bytes[copied..<index])
                    result?.append(contentsOf: (reference.map { "&#\($0.scalar.value);" } ?? "&amp;").utf8)
                    copied = index + length
                }
                index += length
            default:
                index += 1
            }
        }
        result?.append(contentsOf: bytes[copied...])
        return result
    }

    /// The index behind a section that starts here with `opening`; the end of the document if it is not closed.
    private static func end(
        of opening: StaticString, _ closing: StaticString, in bytes: UnsafeBufferPointer<UInt8>, at start: Int
    ) -> Int? {
        guard starts(bytes, opening, at: start) else { return nil }
        var index = start + opening.utf8CodeUnitCount
        while index < bytes.count {
            if starts(bytes, closing, at: index) { return index + closing.utf8CodeUnitCount }
            index += 1
        }
        return bytes.count
    }

    private static func starts(_ bytes: UnsafeBufferPointer<UInt8>, _ text: StaticString, at start: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard start + count <= bytes.count else { return false }
        return (0..<count).allSatisfy { bytes[start + $0] == text.utf8Start[$0] }
    }
}

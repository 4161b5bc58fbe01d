import CXML

/// One character reference of XML or HTML: `&#169;`, `&#xA9;`, `&copy;`.
struct EntityReference {
    /// Bytes from `&` to `;`.
    let length: Int
    let scalar: Unicode.Scalar
    /// Whether XML itself defines it: numbers and five names.
    let isXML: Bool

    /// Parses the reference at `start`, an ampersand; `nil` if HTML 4 does not define it. A semicolon is required:
    /// `a=1&copy=2` in a URL is not a reference.
    init?(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) {
        let end = min(bytes.count, start + 34)
        guard let semicolon = bytes[start..<end].firstIndex(of: 0x3B), semicolon > start + 1 else { return nil }
        length = semicolon - start + 1
        let name = bytes[(start + 1)..<semicolon]
        if name.first == 0x23 {
            guard let number = Self.number(name.dropFirst()) else { return nil }
            // In HTML, numbers of control characters are those of windows-1252 (HTML Standard, section 13.2.5.80).
            let western = (0x80..<0xA0).contains(number) ? TextEncoding.western[Int(number) - 0x80] : nil
            let named = western.flatMap { String(decoding: $0, as: UTF8.self).unicodeScalars.first }
            scalar = named ?? Unicode.Scalar(number).flatMap { $0.value == 0 ? nil : $0 } ?? "\u{FFFD}"
            isXML = true
        } else {
            guard name.allSatisfy({ (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF) }) else {
                return nil
            }
            let text = String(decoding: name, as: UTF8.self)
            let known = Self.namesOfXML[text]
            guard let scalar = known ?? Self.scalar(html: text) else { return nil }
            self.scalar = scalar
            isXML = known != nil
        }
    }

    /// Returns a text of HTML with its references resolved.
    static func resolved(_ range: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard bytes[range].contains(0x26) else { return Array(bytes[range]) }
        var result: [UInt8] = []
        var position = range.lowerBound
        while position < range.upperBound {
            if bytes[position] == 0x26, let reference = EntityReference(in: bytes, at: position) {
                result += String(reference.scalar).utf8
                position += reference.length
            } else {
                result.append(bytes[position])
                position += 1
            }
        }
        return result
    }

    private static let namesOfXML: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private static func scalar(html name: String) -> Unicode.Scalar? {
        guard cxml_open() else { return nil }
        let value = cxml_html_entity(name)
        return value == 0 ? nil : Unicode.Scalar(value)
    }

    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
        let isHex = digits.first == 0x78 || digits.first == 0x58
        let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
        guard text.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }) else { return nil }
        return UInt32(text, radix: isHex ? 16 : 10)
    }
}

import Glibc

/// The receiver of an XML document's elements. Called on the parsing thread, in document order; starts and ends are
/// balanced, except that a truncated document leaves elements open.
protocol XMLReceiver: AnyObject {
    func didStart(_ name: XMLName, attributes: XMLAttributes)
    func didEnd()
    func didReceive(text: UnsafeBufferPointer<UInt8>)
    /// Whether to continue; `false` ends the parse.
    var wantsMore: Bool { get }
}

struct XMLName {
    var vocabulary: XMLVocabulary
    var local: String
}

/// The attributes of one start tag. Valid only during the call.
struct XMLAttributes {
    let count: Int
    /// Five pointers per attribute: local name, prefix, URI, value, end of value.
    let pointers: UnsafeMutablePointer<UnsafePointer<UInt8>?>?

    /// Returns the value of an attribute without namespace, or of `vocabulary`. The capitals of names are wrong in many
    /// feeds.
    func value(_ name: String, in vocabulary: XMLVocabulary? = nil) -> String? {
        guard let pointers else { return nil }
        for index in 0..<count {
            let attribute = pointers + index * 5
            guard let local = attribute[0], strcasecmp(local, name) == 0 else { continue }
            if let vocabulary {
                guard attribute[1] != nil,
                    XMLVocabulary(uri: string(attribute[2]), prefix: string(attribute[1])) == vocabulary
                else { continue }
            } else if attribute[1] != nil {
                continue
            }
            guard let start = attribute[3], let end = attribute[4] else { return nil }
            let value = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            // Entities are not replaced, so the parser passes every ampersand of a value as a reference.
            return value.utf8.contains(0x26) ? value.replacing("&#38;", with: "&") : value
        }
        return nil
    }

    private func string(_ pointer: UnsafePointer<UInt8>?) -> String? { pointer.map { String(cString: $0) } }
}

extension AddressReference {
    /// Creates a reference from the text of a document, a header or a command line, by the rules for http and https of
    /// the URL Standard (url.spec.whatwg.org), as browsers do. The only way from such a text to an address.
    ///
    /// White space around it, tabs and line breaks are removed; backslashes before the query are slashes; any number of
    /// slashes begins a host. Invalid characters are percent-encoded, except in the host, because transports support
    /// international names; an escape is never encoded again. An invalid `%` is encoded too, which differs from the
    /// standard: the next parser would otherwise encode all escapes beside it.
    ///
    /// `base`: the scheme of the document that contains the reference. With the same one, `http:a/b` is a relative path.
    public init(typed text: String, in base: Substring? = nil) {
        self.init(Self.cleaned(text))
        if isWeb, authority ?? "" == "", authority != nil || scheme != nil {
            if authority == nil, let base, scheme?.lowercased() == base.lowercased() {
                scheme = nil
            } else {
                let rest = path.drop { $0 == "/" }
                let end = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
                (authority, path) = (rest[..<end], rest[end...])
            }
        }
        // International names are kept, except for control characters.
        authority = authority.map { Self.encoded($0, keepsLetters: TextSanitizer.clean($0) == $0) }
        path = Self.encoded(path)
        query = query.map { Self.encoded($0) }
        fragment = fragment.map { Self.encoded($0) }
    }

    /// Whether the scheme is http or https, or that of the base.
    private var isWeb: Bool { scheme.map { ["http", "https"].contains($0.lowercased()) } ?? true }

    /// Returns the text without white space, and with slashes for the backslashes before the query of an http, https or
    /// relative reference.
    private static func cleaned(_ text: String) -> Substring {
        guard text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x5C }) else { return text[...] }
        var bytes = text.utf8.drop { $0 <= 0x20 }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
        while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
        let end = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        let slashed = bytes[..<end].map { $0 == 0x5C ? 0x2F : $0 } + bytes[end...]
        let reference = String(decoding: slashed, as: UTF8.self)[...]
        return AddressReference(reference).isWeb ? reference : String(decoding: bytes, as: UTF8.self)[...]
    }

    /// Returns a part of the reference with escapes for invalid characters, of which `keepsLetters` spares those beyond
    /// ASCII.
    private static func encoded(_ part: Substring, keepsLetters: Bool = false) -> Substring {
        let bytes = Array(part.utf8)
        if bytes.allSatisfy({ isAllowed[Int($0)] && $0 != 0x25 }) { return part }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        for (index, byte) in bytes.enumerated() {
            let digits = bytes[(index + 1)...].prefix(2)
            let isStrayPercent =
                byte == 0x25 && !(digits.count == 2 && digits.allSatisfy { PercentEscapes.digit($0) != nil })
            if isAllowed[Int(byte)] && !isStrayPercent || byte >= 0x80 && keepsLetters {
                result.append(byte)
            } else {
                PercentEscapes.append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)[...]
    }

    /// The unreserved and reserved characters of RFC 3986, and `%`.
    private static let isAllowed: [Bool] = {
        var table = [Bool](repeating: false, count: 256)
        for byte in "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%".utf8 {
            table[Int(byte)] = true
        }
        return table
    }()
}

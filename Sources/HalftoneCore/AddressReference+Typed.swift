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
        self.init(Self.encoded(text))
        guard isWeb, authority ?? "" == "", authority != nil || scheme != nil else { return }
        if authority == nil, let base, scheme?.lowercased() == base.lowercased() {
            scheme = nil
            return
        }
        let rest = path.drop { $0 == "/" }
        let end = rest.utf8.firstIndex(of: 0x2F) ?? rest.endIndex
        (authority, path) = (rest[..<end], rest[end...])
    }

    /// Whether the scheme is http or https, or that of the base.
    private var isWeb: Bool { scheme.map { ["http", "https"].contains($0.lowercased()) } ?? true }

    private static func encoded(_ text: String) -> Substring {
        let bytes = text.utf8
        if bytes.allSatisfy({ isAllowed[Int($0)] && $0 != 0x25 }) { return text[...] }
        let trimmed = withSlashes(bytes.drop { $0 <= 0x20 }.filter { $0 != 0x09 && $0 != 0x0A && $0 != 0x0D })
        let end = (trimmed.lastIndex { $0 > 0x20 } ?? -1) + 1
        let host = hostRange(of: trimmed[..<end])
        var result: [UInt8] = []
        result.reserveCapacity(end + 16)
        for index in 0..<end {
            let byte = trimmed[index]
            let isStrayPercent =
                byte == 0x25
                && !(index + 2 < end && trimmed[index + 1...index + 2].allSatisfy { PercentEscapes.digit($0) != nil })
            if isAllowed[Int(byte)] && !isStrayPercent || byte >= 0x80 && host.contains(index) {
                result.append(byte)
            } else {
                PercentEscapes.append(byte, to: &result)
            }
        }
        return String(decoding: result, as: UTF8.self)[...]
    }

    /// Replaces the backslashes before the query of an http, https or relative reference.
    private static func withSlashes(_ bytes: [UInt8]) -> [UInt8] {
        guard bytes.contains(0x5C) else { return bytes }
        let end = bytes.firstIndex { $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        let replaced = bytes[..<end].map { $0 == 0x5C ? 0x2F : $0 } + bytes[end...]
        return AddressReference(String(decoding: replaced, as: UTF8.self)[...]).isWeb ? replaced : bytes
    }

    /// Returns the range of the authority: after the first slashes, if only a scheme precedes them.
    private static func hostRange(of bytes: ArraySlice<UInt8>) -> Range<Int> {
        guard let slash = bytes.firstIndex(of: 0x2F), slash + 1 < bytes.endIndex, bytes[slash + 1] == 0x2F else {
            return 0..<0
        }
        let scheme = String(decoding: bytes[..<max(0, slash - 1)], as: UTF8.self)
        guard slash == 0 || bytes[slash - 1] == 0x3A && isScheme(scheme[...]) else { return 0..<0 }
        let start = bytes[slash...].firstIndex { $0 != 0x2F } ?? bytes.endIndex
        let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
        let host = String(decoding: bytes[start..<end], as: UTF8.self)
        // International names are kept, except for control characters.
        return TextSanitizer.clean(host) == host ? start..<end : 0..<0
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

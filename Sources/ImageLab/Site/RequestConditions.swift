import FoundationEssentials

/// The conditions of requests that the Lab supports.
enum Conditions {
    /// Returns whether If-None-Match contains `tag`. A weak tag matches, too (RFC 9110, section 13.1.2).
    static func isKnown(_ tag: String, to header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let candidate = part.drop { $0 == " " }.prefix { $0 != " " }
            return candidate == "*" || candidate == tag || candidate == "W/\(tag)"
        }
    }

    /// Returns whether the header has the user name and the password of HTTP Basic (RFC 7617), `USER:PASSWORD`.
    static func authorizes(_ header: String?, _ credentials: String) -> Bool {
        guard let header, header.lowercased().hasPrefix("basic ") else { return false }
        let given = header.dropFirst(6).filter { $0 != " " && $0 != "=" }
        return given == Data(credentials.utf8).base64EncodedString().filter { $0 != "=" }
    }
}

/// The meaning of a Range header for a body of known length (RFC 9110, section 14).
enum ByteRange: Equatable {
    /// No supported range: the whole body is sent. Several ranges and other units are not supported.
    case whole
    case part(Range<Int>)
    case outside

    init(header: String, of count: Int) {
        let unit = header.split(separator: "=", maxSplits: 1)
        let bounds = unit.last?.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false) ?? []
        guard unit.count == 2, unit[0] == "bytes", bounds.count == 2 else {
            self = .whole
            return
        }
        switch (Int(bounds[0]), Int(bounds[1])) {
        case (let first?, nil) where bounds[1].isEmpty: self.init(first, count, of: count)
        case (let first?, let last?) where first <= last: self.init(first, min(last, count - 1) + 1, of: count)
        case (nil, let suffix?) where bounds[0].isEmpty && suffix >= 0:
            self.init(suffix == 0 ? count : max(count - suffix, 0), count, of: count)
        default: self = .whole
        }
    }

    private init(_ first: Int, _ end: Int, of count: Int) {
        self = first < count ? .part(first..<end) : .outside
    }
}

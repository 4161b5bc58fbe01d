import Transfer

/// The offset to request an image from, and what the server must confirm so that the rest fits (RFC 9110, 13.1.5, 14).
/// A value.
struct ResumePoint: Equatable {
    /// Bytes already received.
    let offset: Int
    /// A strong validator, sent as `If-Range`.
    let validator: String
    let total: Int?

    /// Returns `nil` if no bytes are missing or there is no validator.
    init?(offset: Int, validators: Validators, total: Int?) {
        guard offset > 0, total.map({ offset < $0 }) ?? true else { return nil }
        guard let validator = validators.entityTag ?? validators.lastModified else { return nil }
        (self.offset, self.validator, self.total) = (offset, validator, total)
    }

    var headers: [(name: String, value: String)] {
        [(name: "Range", value: "bytes=\(offset)-"), (name: "If-Range", value: validator)]
    }

    /// Returns whether the body of a 206 begins where the received bytes end, and belongs to them. A part of an encoded
    /// body cannot be decoded.
    func isContinued(by response: TransferResponse) -> Bool {
        guard let range = ContentRange(response.headers["Content-Range"] ?? ""), range.first == offset,
            response.headers.contentEncodings.isEmpty
        else { return false }
        if let total, let theirs = range.total, theirs != total { return false }
        if let length = response.expectedBytes, length != range.last - range.first + 1 { return false }
        if let tag = response.headers["ETag"], validator.hasPrefix("\""), tag != validator { return false }
        return range.total.map { range.last == $0 - 1 } ?? true  // the whole rest, not a part of it
    }
}

extension Validators {
    /// Returns the validator usable for `If-Range`, if any.
    ///
    /// An entity tag must not be weak. Without one, a date of last modification must have been at least a minute old
    /// when the server sent it (`date`, in seconds since 1970), so that no second change can hide in the same second
    /// (RFC 9110, 8.8.2.2).
    func strong(at date: Double) -> Validators {
        if let tag = entityTag {
            return tag.hasPrefix("\"") && tag.hasSuffix("\"") && tag.utf8.count > 1
                ? Validators(entityTag: tag) : Validators()
        }
        guard let modified = lastModified, let moment = HTTPDate(modified, now: date),
            date - moment.secondsSince1970 >= 60
        else { return Validators() }
        return Validators(lastModified: modified)
    }
}

/// The part of a representation that a body holds: `bytes 200-999/1000`. The form in a 416 response, which has no
/// range, is not parsed.
struct ContentRange: Equatable {
    let first: Int
    let last: Int
    let total: Int?

    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]), first <= last
        else { return nil }
        (self.first, self.last) = (first, last)
        total = Self.number(parts[1])
        guard total != nil || parts[1] == "*", total.map({ last < $0 }) ?? true else { return nil }
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return Int(text)
    }
}

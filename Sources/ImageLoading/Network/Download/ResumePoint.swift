import Transfer

/// From where on a picture is asked for, and what the server must confirm so that the rest fits (RFC 9110, 13.1.5, 14).
/// A value.
struct ResumePoint: Equatable {
    /// Bytes that are there.
    let offset: Int
    /// A strong validator, as `If-Range` sends it.
    let validator: String
    let total: Int?

    /// `nil` if nothing is left to ask for, or nothing to hold the server to.
    init?(offset: Int, validators: Validators, total: Int?) {
        guard offset > 0, total.map({ offset < $0 }) ?? true else { return nil }
        guard let validator = validators.entityTag ?? validators.lastModified else { return nil }
        (self.offset, self.validator, self.total) = (offset, validator, total)
    }

    var headers: [(name: String, value: String)] {
        [(name: "Range", value: "bytes=\(offset)-"), (name: "If-Range", value: validator)]
    }

    /// Whether the body of a 206 begins where our bytes end, and belongs to them.
    func isContinued(by response: TransferResponse) -> Bool {
        guard let range = ContentRange(response.headers["Content-Range"] ?? ""), range.first == offset else {
            return false
        }
        if let total, let theirs = range.total, theirs != total { return false }
        if let length = response.expectedBytes, length != range.last - range.first + 1 { return false }
        if let tag = response.headers["ETag"], validator.hasPrefix("\""), tag != validator { return false }
        return range.total.map { range.last == $0 - 1 } ?? true  // all of the rest, and not a part of it
    }
}

extension Validators {
    /// What is left of them for `If-Range`: an entity tag that is not weak, or else a date of last modification that is
    /// strong, because it lay a minute back when the server sent it, so that no second change can hide in the same second
    /// (RFC 9110, 8.8.2.2). `date` is when that was, in seconds since 1970.
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

/// `bytes 200-999/1000`: which part of a representation a body is. Only of the kind that is complete; a 416 says nothing
/// that we need.
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

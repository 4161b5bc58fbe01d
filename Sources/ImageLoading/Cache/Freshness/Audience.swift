/// Who gets one and the same answer, as far as the headers that a load brings decide about it (RFC 9111, section 4.1).
enum Audience {
    /// The name of those who send these headers; `nil` if a load brings none.
    static func name(of headers: [(name: String, value: String)]) -> String? {
        guard !headers.isEmpty else { return nil }
        return headers.map { "\($0.name.lowercased()):\($0.value)" }.sorted().joined(separator: "\n")
    }

    /// Whom an answer to a request with these headers is for; `nil`: for everybody, as it does not depend on them. An
    /// answer of which nothing is known is for nobody else.
    static func name(of headers: [(name: String, value: String)], answeredWith metadata: ResponseMetadata?) -> String? {
        metadata?.isSame(forAll: headers) == true ? nil : name(of: headers)
    }

    /// Under which names an image for a request with these headers may be in memory, by what is known of its picture.
    static func names(for headers: [(name: String, value: String)], knowing metadata: ResponseMetadata?) -> [String?] {
        guard let name = name(of: headers) else { return [nil] }
        return metadata?.isSame(forAll: headers) == true ? [nil, name] : [name]
    }
}

extension ResponseMetadata {
    /// Whether requests that differ in nothing but these headers get the same answer.
    fileprivate func isSame(forAll headers: [(name: String, value: String)]) -> Bool {
        !vary.isByEverything
            && !vary.fields.contains { field in headers.contains { $0.name.lowercased() == field.name } }
    }
}

import HalftoneCore
import Transfer

/// The request headers that selected a response (RFC 9110, section 12.5.5; RFC 9111, section 4.1).
public struct Vary: Sendable, Hashable, Codable {
    /// A request header at the time of the response.
    public struct Field: Sendable, Hashable, Codable {
        /// The name in lower case.
        public let name: String
        /// The value; `nil` if there was none. Credentials and cookies are fingerprints, because the cache outlives
        /// them.
        public let value: String?
    }

    /// The headers that the response depends on; empty if there are none, and if ``isByEverything``.
    public private(set) var fields: [Field]
    /// Whether something outside the headers selected the response: it then answers no request without revalidation.
    public private(set) var isByEverything: Bool

    /// Creates the value of a response that is the same for every request.
    public init() { (fields, isByEverything) = ([], false) }

    /// Reads the values of all `Vary` fields of a response to a request with these headers.
    public init(_ values: [String], requestHeaders: [(name: String, value: String)]) {
        let listed = values.flatMap { $0.split(separator: ",") }.map { $0.trimmedOfSpaces.lowercased() }
        let names = Set(listed.filter { !$0.isEmpty })
        // An invalid header name may be anything, such as a URL with a password: it is not stored.
        isByEverything = names.contains("*") || !names.allSatisfy(\.isToken)
        fields =
            isByEverything
            ? [] : names.sorted().map { Field(name: $0, value: Self.value(of: $0, in: requestHeaders)) }
    }

    func matches(_ requestHeaders: [(name: String, value: String)]) -> Bool {
        !isByEverything && fields.allSatisfy { $0.value == Self.value(of: $0.name, in: requestHeaders) }
    }

    /// Returns whether both name the same headers.
    func hasNames(of other: Vary) -> Bool {
        isByEverything == other.isByEverything && fields.map(\.name) == other.fields.map(\.name)
    }

    /// Returns whether every request that the other one matches is matched by this one.
    func isPart(of other: Vary) -> Bool {
        isByEverything == other.isByEverything && fields.allSatisfy(other.fields.contains)
    }

    /// Returns all values of a header as one, without the whitespace around commas, which has no meaning.
    private static func value(of name: String, in headers: [(name: String, value: String)]) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
        guard !values.isEmpty else { return nil }
        let whole = values.flatMap { $0.split(separator: ",").map(\.trimmedOfSpaces) }.joined(separator: ", ")
        return secrets.contains(name) ? fingerprint(of: whole) : whole
    }

    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// Returns a digest: it only has to tell values apart, on the user's own disk.
    private static func fingerprint(of text: String) -> String {
        "#" + String(StoredBytes(Array(text.utf8)).digest, radix: 16)
    }
}

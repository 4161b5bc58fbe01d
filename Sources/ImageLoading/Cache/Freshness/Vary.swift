import Transfer

/// By which parts of a request an answer was chosen (RFC 9110, section 12.5.5; RFC 9111, section 4.1).
public struct Vary: Sendable, Hashable {
    /// One header of the request, as it was when the answer came.
    public struct Field: Sendable, Hashable {
        /// In small letters.
        public let name: String
        /// `nil`: the request had none. Of a password or a cookie only a fingerprint, for the cache outlives them.
        public let value: String?
    }

    public private(set) var fields: [Field]
    /// By something that is not in the headers: then no other request gets the same answer unasked.
    public private(set) var isByEverything: Bool

    /// An answer that is the same for every request.
    public init() { (fields, isByEverything) = ([], false) }

    init(fields: [Field], isByEverything: Bool) { (self.fields, self.isByEverything) = (fields, isByEverything) }

    /// Reads the values of all `Vary` fields of an answer to a request with these headers.
    public init(_ values: [String], requestHeaders: [(name: String, value: String)]) {
        let listed = values.flatMap { $0.split(separator: ",") }.map { $0.trimmedOfSpaces.lowercased() }
        let names = Set(listed.filter { !$0.isEmpty })
        // What is no name of a header may be anything, such as an address with a password.
        isByEverything = names.contains("*") || !names.allSatisfy(Self.isToken)
        fields =
            isByEverything
            ? [] : names.sorted().map { Field(name: $0, value: Self.value(of: $0, in: requestHeaders)) }
    }

    func matches(_ requestHeaders: [(name: String, value: String)]) -> Bool {
        !isByEverything && fields.allSatisfy { $0.value == Self.value(of: $0.name, in: requestHeaders) }
    }

    /// Whether both look at the same headers.
    func hasNames(of other: Vary) -> Bool {
        isByEverything == other.isByEverything && fields.map(\.name) == other.fields.map(\.name)
    }

    /// Whether a text can be the name of a header (RFC 9110, section 5.6.2).
    private static func isToken(_ text: String) -> Bool {
        text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// All values of a header in one, blanks around commas apart, which mean nothing.
    private static func value(of name: String, in headers: [(name: String, value: String)]) -> String? {
        let values = headers.filter { $0.name.lowercased() == name }.map(\.value)
        guard !values.isEmpty else { return nil }
        let whole = values.flatMap { $0.split(separator: ",").map(\.trimmedOfSpaces) }.joined(separator: ", ")
        return secrets.contains(name) ? fingerprint(of: whole) : whole
    }

    private static let secrets: Set = ["authorization", "cookie", "proxy-authorization"]

    /// FNV-1a of 64 bits: it only has to tell one from another, on a disk that is the user's own.
    private static func fingerprint(of text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "#" + String(hash, radix: 16)
    }
}

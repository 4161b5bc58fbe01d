/// The header fields of a response in the order received. Names are case-insensitive.
public struct TransferHeaders: Sendable, Equatable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
    /// One header field. Its value is untrusted text: sanitize it before it is shown.
    public struct Field: Sendable, Equatable {
        /// The name as received; comparisons ignore case.
        public let name: String
        /// The value without surrounding white space; lines of a folded value are joined with a space.
        public internal(set) var value: String
    }

    private var fields: [Field] = []

    /// Creates a list without fields.
    public init() {}

    /// Creates a list of fields, in the given order. Repeated names are kept.
    public init(_ fields: some Sequence<(name: String, value: String)>) {
        self.fields = fields.map { Field(name: $0.name, value: $0.value) }
    }

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The value of the first field of this name, or `nil`, in time proportional to the number of fields.
    public subscript(name: String) -> String? { fields.first { $0.name.isHeaderName(name) }?.value }

    /// Returns the values of all fields of this name, for fields that may repeat.
    public func values(for name: String) -> [String] {
        fields.filter { $0.name.isHeaderName(name) }.map(\.value)
    }

    /// The encodings of the body in `Content-Encoding`, in lower case; empty if it is what was asked for.
    package var contentEncodings: [String] {
        values(for: "Content-Encoding").flatMap { $0.lowercased().split { $0 == "," || $0 == " " } }.map(String.init)
            .filter { $0 != "identity" }
    }

    /// The media type in `Content-Type`, in lower case and without parameters; `nil` if there is none.
    package var mediaType: String? {
        self["Content-Type"].map { $0.prefix { $0 != ";" }.filter { $0 != " " }.lowercased() }
    }

    public var startIndex: Int { fields.startIndex }
    public var endIndex: Int { fields.endIndex }
    public subscript(position: Int) -> Field { fields[position] }

    mutating func append(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// Appends to the last value, for a field folded over several lines (RFC 9112, 5.2).
    mutating func fold(_ continuation: String) {
        guard !fields.isEmpty else { return }  // a continuation line before any field is ignored
        fields[fields.count - 1].value += " " + continuation
    }
}

extension String {
    /// Whether two header names are equal; they are ASCII, and case does not matter.
    func isHeaderName(_ other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8) { $0.asciiLowercased == $1.asciiLowercased }
    }
}

extension UInt8 {
    fileprivate var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }
}

import HalftoneCore
import Transfer

/// What a server said of a picture when its bytes came, as it is kept beside them on disk. A value; every text in it has
/// passed the sanitiser.
///
/// Only headers that say something of the picture and of how long it may be kept: no cookies, and no address with a
/// password.
struct ResponseHead: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    let status: Int
    /// In the order of ``names``.
    let fields: [Field]

    /// What is kept, in the order in which it is shown.
    static let names = [
        "Content-Type", "Content-Length", "Content-Encoding", "Cache-Control", "Age", "Date", "Expires", "ETag",
        "Last-Modified", "Vary", "Server",
    ]

    /// Characters of a value that are kept: more than any that is right has.
    static let longestValue = 200

    init(_ response: TransferResponse) {
        status = response.status
        let isPart = Self.isPart(response.status)
        fields = Self.names.compactMap { name in
            if isPart, name == Self.length { return nil }
            let values = response.headers.values(for: name)
            guard !values.isEmpty else { return nil }
            return Self.field(name, values.joined(separator: ", "))
        }
    }

    private static let length = "Content-Length"

    /// Whether the response is to the last part of a resumed download, whose length is not that of the picture.
    private static func isPart(_ status: Int) -> Bool { status == 206 }

    /// A field as it is kept; `nil` if its value holds an address with a password.
    private static func field(_ name: String, _ value: String) -> Field? {
        RequestAddress.arePresent(withCredentialsIn: value)
            ? nil : Field(name: name, value: kept(TextSanitizer.clean(value)))
    }

    private static func kept(_ value: String) -> String {
        guard value.unicodeScalars.count > longestValue else { return value }
        return String(String.UnicodeScalarView(value.unicodeScalars.prefix(longestValue))) + "…"
    }

    // MARK: - On disk

    /// Lines of text: the status, and each field as HTTP writes it.
    var encoded: [UInt8] {
        Array(([String(status)] + fields.map { "\($0.name): \($0.value)" }).joined(separator: "\n").utf8)
    }

    /// `nil` for what ``encoded`` has not written; fields that are not kept by now are passed over.
    init?(encoded: [UInt8]) {
        let lines = String(decoding: encoded, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, let status = Int(first), (100...999).contains(status) else { return nil }
        self.status = status
        fields = lines.dropFirst().compactMap { line in
            guard let colon = line.firstRange(of: ": ") else { return nil }
            let name = String(line[..<colon.lowerBound])
            guard Self.names.contains(name), !(Self.isPart(status) && name == Self.length) else { return nil }
            return Self.field(name, String(line[colon.upperBound...]))
        }
    }
}

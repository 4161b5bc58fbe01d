import HalftoneCore
import Transfer

/// The status and header fields of a picture's response, as stored beside its bytes on disk. A value; all texts are
/// sanitized.
///
/// Only fields about the picture and its caching are stored: no cookies, and no address with a password.
struct ResponseHead: Hashable, Sendable {
    struct Field: Hashable, Sendable {
        let name: String
        let value: String
    }

    let status: Int
    /// The fields, in the order of ``names``.
    let fields: [Field]

    /// The names of stored fields, in display order.
    static let names = [
        "Content-Type", "Content-Length", "Content-Encoding", "Cache-Control", "Age", "Date", "Expires", "ETag",
        "Last-Modified", "Vary", "Server",
    ]

    /// Maximum number of characters of a stored value.
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

    /// Returns whether the response has only the last part of a resumed download, whose length is not that of the
    /// picture.
    private static func isPart(_ status: Int) -> Bool { status == 206 }

    /// Returns a field for storage; `nil` if its value contains an address with a password.
    private static func field(_ name: String, _ value: String) -> Field? {
        RequestAddress.arePresent(withCredentialsIn: value)
            ? nil : Field(name: name, value: kept(TextSanitizer.clean(value)))
    }

    private static func kept(_ value: String) -> String {
        guard value.unicodeScalars.count > longestValue else { return value }
        return String(String.UnicodeScalarView(value.unicodeScalars.prefix(longestValue))) + "…"
    }

    // MARK: - On disk

    /// The lines of text: the status, and each field in HTTP syntax.
    var encoded: [UInt8] {
        Array(([String(status)] + fields.map { "\($0.name): \($0.value)" }).joined(separator: "\n").utf8)
    }

    /// Creates the value from ``encoded``; `nil` for other bytes. Fields that are no longer stored are skipped.
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

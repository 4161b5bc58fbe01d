/// A client's request.
struct LabRequest: Sendable {
    var method: String
    /// The path with its query, as it was sent.
    var target: String
    /// Names in lower case.
    var headers: [String: String] = [:]
}

/// A response and its faults. A value; `ServerLoop` sends it.
struct LabReply: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    /// The delay before the first byte.
    var delay: Duration = .zero
    var bytesPerSecond: Int?
    /// `nil` sends chunks without a length.
    var declaredLength: Int?
    /// The faults that interrupt the body.
    var breaks: [Break] = []

    struct Break: Equatable, Sendable {
        /// In the order of precedence if two are due at the same byte.
        enum Kind: Int, Sendable { case reset, truncate, stall }
        let kind: Kind
        let offset: Int
    }

    init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        (self.status, self.headers, self.body) = (status, headers, body)
        declaredLength = body.count
    }

    init(status: Int, line: String) {
        self.init(status: status, type: "text/plain; charset=utf-8", text: line + "\n")
    }

    init(status: Int = 200, type: String, text: String) {
        self.init(status: status, headers: [("Content-Type", type)], body: Array(text.utf8))
    }

    /// The break that comes first in the body.
    var firstBreak: Break? {
        breaks.min { ($0.offset, $0.kind.rawValue) < ($1.offset, $1.kind.rawValue) }
    }
}

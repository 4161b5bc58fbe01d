/// What a client asked for.
struct LabRequest: Sendable {
    var method: String
    /// The path with its query, as it was sent.
    var target: String
    /// Names in lower case.
    var headers: [String: String] = [:]
}

/// An answer and how it goes wrong. A value: sending it is the work of `ServerLoop`.
struct LabReply: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: LabBody = .empty

    /// Before the first byte.
    var delay: Duration = .zero
    var bytesPerSecond: Int?
    /// `nil` sends chunks without a length.
    var declaredLength: Int?
    /// What happens to the body before its end.
    var breaks: [Break] = []

    struct Break: Equatable, Sendable {
        /// In the order that wins when two fall on one byte.
        enum Kind: Int, Sendable { case reset, truncate, stall }
        let kind: Kind
        let offset: Int
    }

    init(status: Int, headers: [(name: String, value: String)] = [], body: LabBody = .empty) {
        (self.status, self.headers, self.body) = (status, headers, body)
        declaredLength = body.count
    }

    /// One line of text.
    init(status: Int, line: String) {
        self.init(status: status, type: "text/plain; charset=utf-8", text: line + "\n")
    }

    init(status: Int = 200, type: String, text: String) {
        self.init(status: status, headers: [("Content-Type", type)], body: LabBody(text: text))
    }

    /// The break that a body meets first.
    var firstBreak: Break? {
        breaks.min { ($0.offset, $0.kind.rawValue) < ($1.offset, $1.kind.rawValue) }
    }
}

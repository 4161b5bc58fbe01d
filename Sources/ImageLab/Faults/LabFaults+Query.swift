extension LabFaults {
    /// Sets one fault by its name; `value` is `nil` for a fault without one.
    ///
    /// - Throws: `.badQuery` for an unknown name, or a value out of range.
    public mutating func set(_ name: String, to value: String?) throws(LabError) {
        guard let field = Self.fieldsByName[name] else { throw .badQuery("unknown fault '\(name)'") }
        try field.read(&self, value ?? "")
    }

    /// Removes the fault of this name. Does nothing if it is not set.
    public mutating func clear(_ name: String) {
        var others = pairs
        others[name] = nil
        self = (try? LabFaults(others)) ?? self  // a query made from faults is always valid
    }

    /// Returns the value of the fault of this name, empty for a fault without one; `nil` if it is not set.
    public func value(of name: String) -> String? {
        Self.fieldsByName[name]?.write(self).map { $0.value ?? "" }
    }

    /// The faults as a query, in a fixed order; empty for none.
    public var query: String { pairs.text }

    var pairs: LabQuery { LabQuery(pairs: Self.fields.compactMap { $0.write(self) }) }

    /// The names of all faults, in the order of ``query``.
    public static var names: [String] { fields.map(\.name) }

    init(_ query: LabQuery) throws(LabError) { try set(query) }

    /// Sets every fault that a query names.
    mutating func set(_ query: LabQuery) throws(LabError) {
        for pair in query.pairs { try set(pair.name, to: pair.value) }
    }

    // MARK: - The table of faults

    /// Half of all numbers, because the number of a `flip` is added to a seed.
    static let seeds = 0...Int.max / 2

    private static let fields: [Field] = [
        .number("delay", \.delay, 0...3_600_000),
        .number("rate", \.rate, 1...1_000_000_000),
        .number("status", \.status, 200...599),
        .number("truncate", \.truncate, 0...Int.max),
        .number("reset", \.reset, 0...Int.max),
        .number("stall", \.stall, 0...Int.max),
        .number("redirect", \.redirect, 0...1000),
        .flag("loop", \.loop),
        .text("location", \.location, "a URL in ASCII", isValid: isHeader),
        .text("type", \.type, "a media type in ASCII, such as text/html", isValid: isHeader),
        .length,
        .flag("garbage", \.garbage),
        .flag("empty", \.empty),
        .flag("etag", \.etag),
        .number("maxage", \.maxage, 0...1_000_000_000),
        .flag("flip", \.flip),
        .flag("range", \.range),
        .text("auth", \.auth, "USER:PASSWORD") { ($0.firstIndex(of: ":") ?? $0.startIndex) > $0.startIndex },
        .flag("cookie", \.cookie),
        .number("fail", \.fail, 0...1_000_000),
        .number("seed", \.seed, seeds),
    ]

    /// Returns whether a text can be in a header. Control characters are refused, so that no further header can be
    /// injected.
    @Sendable private static func isHeader(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    private static let fieldsByName = Dictionary(fields.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
}

/// The spelling of one fault in a query.
private struct Field: Sendable {
    let name: String
    let read: @Sendable (inout LabFaults, String) throws(LabError) -> Void
    let write: @Sendable (LabFaults) -> LabQuery.Pair?

    static func flag(_ name: String, _ path: WritableKeyPath<LabFaults, Bool> & Sendable) -> Field {
        Field(name: name) { (faults: inout LabFaults, text: String) throws(LabError) in
            switch text {
            case "", "1", "true": faults[keyPath: path] = true
            case "0", "false": faults[keyPath: path] = false
            default: throw .badQuery("\(name)=\(text): expected no value, or 1 or 0")
            }
        } write: {
            $0[keyPath: path] ? LabQuery.Pair(name: name, value: nil) : nil
        }
    }

    static func number(
        _ name: String, _ path: WritableKeyPath<LabFaults, Int?> & Sendable, _ bounds: ClosedRange<Int>
    ) -> Field {
        Field(name: name) { (faults: inout LabFaults, text: String) throws(LabError) in
            guard let value = Int(text), bounds.contains(value) else {
                let (least, most) = (bounds.lowerBound, bounds.upperBound)
                let wanted = most > 1_000_000_000 ? "\(least) or more" : "from \(least) to \(most)"
                throw .badQuery("\(name)=\(text): expected a whole number, \(wanted)")
            }
            faults[keyPath: path] = value
        } write: {
            $0[keyPath: path].map { LabQuery.Pair(name: name, value: "\($0)") }
        }
    }

    /// Returns a field whose value is text.
    static func text(
        _ name: String, _ path: WritableKeyPath<LabFaults, String?> & Sendable, _ wanted: String,
        isValid: @escaping @Sendable (String) -> Bool
    ) -> Field {
        Field(name: name) { (faults: inout LabFaults, text: String) throws(LabError) in
            guard isValid(text) else { throw .badQuery("\(name): expected \(wanted)") }
            faults[keyPath: path] = text
        } write: {
            $0[keyPath: path].map { LabQuery.Pair(name: name, value: $0) }
        }
    }

    static let length = Field(name: "length") { (faults: inout LabFaults, text: String) throws(LabError) in
        switch text.lowercased() {
        case "none": faults.length = LabFaults.Length.none
        case "wrong": faults.length = .wrong
        default:
            guard let bytes = Int(text), bytes >= 0 else {
                throw .badQuery("length=\(text): expected none, wrong or a number of bytes")
            }
            faults.length = .bytes(bytes)
        }
    } write: { faults in
        switch faults.length {
        case nil: nil
        case .some(.none): LabQuery.Pair(name: "length", value: "none")
        case .some(.wrong): LabQuery.Pair(name: "length", value: "wrong")
        case .some(.bytes(let bytes)): LabQuery.Pair(name: "length", value: "\(bytes)")
        }
    }
}

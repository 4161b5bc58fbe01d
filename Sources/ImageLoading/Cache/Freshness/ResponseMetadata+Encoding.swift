/// The disk format of metadata: a version, flags, numbers as the bits of their doubles, strings after their length, all
/// little-endian. Unreadable metadata counts as never written.
extension ResponseMetadata {
    private static let version: UInt8 = 1
    /// More headers than any response varies by.
    private static let maxFields = 64

    /// The bytes that ``init(encoded:)`` reads.
    var encoded: [UInt8] {
        var bytes: [UInt8] = [Self.version]
        let flags = [
            isHeuristic, noStore, noCache, mustRevalidate, isImmutable, vary.isByEverything,
        ]
        bytes.append(flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
        for number in [receivedAt, initialAge, lifetime, staleWhileRevalidate, staleIfError] { bytes.put(number) }
        for text in [validators.entityTag, validators.lastModified] { bytes.put(text) }
        let fields = vary.fields.prefix(Self.maxFields)
        bytes.append(UInt8(fields.count))
        for field in fields {
            bytes.put(field.name)
            bytes.put(field.value)
        }
        return bytes
    }

    /// Decodes metadata; `nil` if it is of another version, truncated or invalid.
    init?(encoded: [UInt8]) {
        var rest = encoded[...]
        guard rest.popFirst() == Self.version, let flags = rest.popFirst() else { return nil }
        var numbers: [Double] = []
        for _ in 0..<5 {
            guard let number = rest.takeNumber(), number.isFinite, number >= 0 else { return nil }
            numbers.append(number)
        }
        guard let tag = rest.takeText(), let date = rest.takeText(), let count = rest.popFirst() else { return nil }
        var fields: [Vary.Field] = []
        for _ in 0..<count {
            guard let name = rest.takeText(), let name, let value = rest.takeText() else { return nil }
            fields.append(Vary.Field(name: name, value: value))
        }
        guard rest.isEmpty else { return nil }
        func flag(_ place: Int) -> Bool { flags & (1 << UInt8(place)) != 0 }
        validators = Validators(entityTag: tag, lastModified: date)
        (receivedAt, initialAge, lifetime) = (numbers[0], numbers[1], numbers[2])
        (staleWhileRevalidate, staleIfError) = (numbers[3], numbers[4])
        (isHeuristic, noStore, noCache) = (flag(0), flag(1), flag(2))
        (mustRevalidate, isImmutable) = (flag(3), flag(4))
        vary = Vary(fields: fields, isByEverything: flag(5))
    }
}

extension [UInt8] {
    fileprivate mutating func put(_ number: Double) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
        }
    }

    /// Writes a string; `nil` has a length value of its own.
    fileprivate mutating func put(_ text: String?) {
        let count = text.map { UInt32(clamping: $0.utf8.count) } ?? .max
        for shift in stride(from: UInt32(0), to: 32, by: 8) { append(UInt8(truncatingIfNeeded: count >> shift)) }
        append(contentsOf: (text ?? "").utf8)
    }
}

extension ArraySlice<UInt8> {
    private mutating func take(_ count: Int) -> ArraySlice? {
        guard count <= self.count else { return nil }
        defer { removeFirst(count) }
        return prefix(count)
    }

    fileprivate mutating func takeNumber() -> Double? {
        take(8).map { Double(bitPattern: $0.reversed().reduce(0) { $0 << 8 | UInt64($1) }) }
    }

    /// Reads a string; `nil`: truncated; `.some(nil)`: no string.
    fileprivate mutating func takeText() -> String?? {
        guard let length = take(4)?.reversed().reduce(0, { $0 << 8 | UInt32($1) }) else { return nil }
        if length == .max { return .some(nil) }
        return take(Int(length)).map { String(decoding: $0, as: UTF8.self) }
    }
}

/// A message between the program and a decode worker: numbers, and bytes behind them.
///
/// Both ends are the same build, so numbers have the machine's byte order. The program trusts none that a worker sends.
package struct Message: Equatable {
    /// Numbers of every message; those that its kind does not need are 0.
    static let numberCount = 24
    /// Bytes of the numbers.
    package static let headBytes = 8 * numberCount
    /// Maximum number of bytes after the numbers. It does not apply to pictures and pixels, whose size is known.
    static let maxPayload = 8_000_000

    package enum Kind: Int64 {
        // requests
        case open = 1
        case draw
        // replies
        case header
        case pixels
        case failure
        case ready
    }

    package let kind: Kind
    package var payload: [UInt8]
    private var numbers: [Int64]

    package init(_ kind: Kind, _ numbers: [Int64] = [], payload: [UInt8] = []) {
        precondition(numbers.count <= Self.numberCount - 2)
        (self.kind, self.numbers, self.payload) = (kind, numbers, payload)
    }

    /// Reads the numbers, and returns the message with the number of bytes behind them; `nil` if they are invalid.
    package static func parse(head: [UInt8]) -> (message: Message, payloadBytes: Int)? {
        guard head.count == headBytes else { return nil }
        let numbers = head.withUnsafeBytes { bytes in
            (0..<numberCount).map { bytes.loadUnaligned(fromByteOffset: 8 * $0, as: Int64.self) }
        }
        guard let kind = Kind(rawValue: numbers[0]), numbers[1] >= 0 else { return nil }
        return (Message(kind, Array(numbers[2...])), Int(numbers[1]))
    }

    /// The bytes to be sent.
    package var bytes: [UInt8] { head(payloadBytes: payload.count) + payload }

    /// The numbers to be sent before bytes that follow separately.
    package func head(payloadBytes: Int) -> [UInt8] {
        let all = [kind.rawValue, Int64(payloadBytes)] + numbers
        let padded = all + [Int64](repeating: 0, count: Self.numberCount - all.count)
        return padded.withUnsafeBytes { Array($0) }
    }

    /// Returns a number by its place; 0 if there is none.
    subscript(_ place: Int) -> Int64 { numbers.indices.contains(place) ? numbers[place] : 0 }

    /// Returns a number that must be in a range; `nil` if it is not.
    func number(_ place: Int, in range: ClosedRange<Int>) -> Int? {
        let number = self[place]
        return range.contains(Int(number)) ? Int(number) : nil
    }

    func flag(_ place: Int) -> Bool { self[place] != 0 }
}

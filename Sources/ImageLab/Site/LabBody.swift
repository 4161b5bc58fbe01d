/// The body of a response. It can be read at any position, and is copied only into the buffer for the socket.
struct LabBody: Sendable {
    private enum Part: Sendable {
        case bytes([UInt8])
        case noise(seed: UInt64, count: Int)

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .noise(_, let count): count
            }
        }
    }

    private let parts: [Part]
    private let window: Range<Int>

    var count: Int { window.count }

    static let empty = LabBody(parts: [])

    init(text: String) {
        self.init(parts: [.bytes(Array(text.utf8))])
    }

    /// Creates the body of a picture. A seed is appended as text, where decoders ignore it, so that the bytes differ and
    /// the pixels do not.
    init(picture: [UInt8], seed: Int?) {
        let text = seed.map { Array("halftone lab seed \($0)".utf8) } ?? []
        self.init(parts: [.bytes(picture), .bytes(text)])
    }

    /// Creates pseudo-random bytes, equal for equal seeds.
    init(noiseOf count: Int, seed: Int) {
        self.init(parts: [.noise(seed: UInt64(bitPattern: Int64(seed)), count: count)])
    }

    private init(parts: [Part], window: Range<Int>? = nil) {
        self.parts = parts
        self.window = window ?? 0..<parts.reduce(0) { $0 + $1.count }
    }

    /// Returns the bytes of `range`, which must lie within this body.
    func slice(_ range: Range<Int>) -> LabBody {
        LabBody(parts: parts, window: window.lowerBound + range.lowerBound..<window.lowerBound + range.upperBound)
    }

    /// Copies the bytes from `position` on into `buffer` and returns their number; 0 at the end.
    func read(at position: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let wanted = min(buffer.count, window.count - position)
        guard wanted > 0 else { return 0 }
        var skip = window.lowerBound + position
        var filled = 0
        for part in parts where filled < wanted {
            guard skip < part.count else {
                skip -= part.count
                continue
            }
            let length = min(part.count - skip, wanted - filled)
            Self.copy(part, skip..<skip + length, into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
            filled += length
            skip = 0
        }
        return filled
    }

    private static func copy(_ part: Part, _ range: Range<Int>, into buffer: UnsafeMutableRawBufferPointer) {
        switch part {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
        case .noise(let seed, _):
            for (index, position) in range.enumerated() { buffer[index] = noise(seed, at: position) }
        }
    }

    /// Returns a hash of the position (the finalizer of SplitMix64), so that any range can be read on its own.
    private static func noise(_ seed: UInt64, at position: Int) -> UInt8 {
        var value = (seed &+ UInt64(position) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return UInt8(truncatingIfNeeded: value ^ (value >> 31))
    }
}

import FoundationEssentials

/// The totals in the last line of a trace that `halftone` wrote.
struct TraceTotals: Decodable {
    let peakResidentBytes: Int
    let stalePaints: Int

    init(ofTrace path: String) throws {
        guard let line = try TemporaryDirectory.bytes(of: path).split(separator: UInt8(ascii: "\n")).last else {
            throw Failure("no trace was written to \(path)")
        }
        self = try JSONDecoder().decode(Self.self, from: Data(line))
    }
}

import ImageCoding
import Pixels

extension Benchmark {
    static func fidelity(_ session: BenchmarkSession) throws -> [Finding] {
        let paths = Set(try session.photos.large() + session.photos.small()).sorted()
        let photos = try paths.map { try TemporaryDirectory.bytes(of: $0) }
        let (fast, exact) = (try photos.map { try decibels($0, .fast) }, try photos.map { try decibels($0, .exact) })
        return [
            finding("median of \(paths.count) photos, fast", fast, .medianFidelity),
            finding("worst of them, fast", [fast.min() ?? 0], .worstFidelity),
            finding("worst of them, exact", [exact.min() ?? 0], .exactFidelity),
        ]
    }

    /// Returns the fidelity of a photo decoded for 80x40 cells of two pixels.
    private static func decibels(_ photo: [UInt8], _ fidelity: DecodeOptions.Fidelity) throws -> Double {
        var options = DecodeOptions(box: PixelSize(width: 80, height: 80))
        options.fidelity = fidelity
        let decoded = try ImageCodersManager.shared.decode(photo, options: options).bitmap
        var whole = DecodeOptions()
        whole.fidelity = .exact
        return ExactReduction(of: try ImageCodersManager.shared.decode(photo, options: whole).bitmap)
            .decibels(of: decoded)
    }

    private static func finding(_ work: String, _ decibels: [Double], _ goal: Goal) -> Finding {
        Finding(work: work, ours: Measurement(decibels, .decibels), goal: goal)
    }
}

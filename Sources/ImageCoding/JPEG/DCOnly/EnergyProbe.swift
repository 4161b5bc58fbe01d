import Glibc

/// An estimator of how much light is missing where blocks are replaced by their means: it decodes the coefficients of
/// luma, whose energy is the variance inside a block. A value.
struct EnergyProbe {
    private let table: [ACTable.Entry]
    private let weights: [SIMD4<Float>]
    private let codes: HuffmanCodes?
    private let light = LightOfVariance()
    /// The sum of squared differences of bytes by which blocks are too dark, and the number of blocks.
    private var errors: Float = 0
    private var blocks = 0

    init(_ frame: JPEGFrame) {
        let luma = frame.components[0]
        codes = frame.otherCodes[luma.others]
        table = ACTable.entries([codes])
        weights = CoefficientWeights.luma(luma.steps)
    }

    /// Reads the AC coefficients of a block of luma with this mean. Returns `false` on an invalid code.
    mutating func read(_ reader: inout BlockReader, _ mean: Float) -> Bool {
        let squares = table.withUnsafeBufferPointer { table in
            weights.withUnsafeBufferPointer { weights -> SIMD4<Float>? in
                guard let table = table.baseAddress, let weights = weights.baseAddress else { return nil }
                return reader.sumOthers(table, codes, weights)?.squares
            }
        }
        guard let squares else { return false }
        let error = light.darkening(mean, squares[3] / 64)
        errors += error * error
        blocks += 1
        return true
    }

    /// The estimated peak signal-to-noise ratio in dB of the blocks so far.
    var likeness: Double { errors > 0 ? 10 * log10(255 * 255 * Double(blocks) / Double(errors)) : .infinity }
}

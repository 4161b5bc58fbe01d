import Glibc

/// The weights of a block's coefficients in means of its parts.
enum CoefficientWeights {
    /// Returns the weights of each coefficient in half the difference of the left and the right half of a block, of the
    /// upper and the lower half, and of the diagonals, and its quantization step, for the energy.
    static func luma(_ steps: [Int]) -> [SIMD4<Float>] {
        let halves = means(parts: 2).map { ($0[0] + $0[1]) / 2 }
        let differences = means(parts: 2).map { ($0[0] - $0[1]) / 2 }
        return zip(steps, zigzag).map { step, frequency in
            let (x, y) = frequency
            return Float(step)
                * SIMD4(
                    differences[x] * halves[y], halves[x] * differences[y], differences[x] * differences[y], 1)
        }
    }

    /// Returns the weights of each coefficient in the means of `columns` by `rows` parts; each row begins at a multiple
    /// of four.
    static func chroma(_ steps: [Int], _ columns: Int, _ rows: Int) -> [SIMD16<Float>] {
        let (across, down) = (means(parts: columns), means(parts: rows))
        return zip(steps, zigzag).map { step, frequency in
            var weights = SIMD16<Float>()
            for row in 0..<rows {
                for column in 0..<columns {
                    weights[4 * row + column] = Float(step) * across[frequency.x][column] * down[frequency.y][row]
                }
            }
            return weights
        }
    }

    /// Returns the mean of each cosine, by frequency, over each part of its eight samples (ITU-T T.81, A.3.3).
    private static func means(parts: Int) -> [[Float]] {
        (0..<8).map { frequency in
            let length = 8 / parts
            return (0..<parts).map { part in
                let sum = (part * length..<(part + 1) * length).reduce(0.0) {
                    $0 + cos(Double((2 * $1 + 1) * frequency) * .pi / 16)
                }
                return Float(sum / Double(length) * (frequency == 0 ? 0.125.squareRoot() : 0.5))
            }
        }
    }

    /// The frequencies of the coefficients in the order of the file (ITU-T T.81, figure 5).
    private static let zigzag: [(x: Int, y: Int)] = (0..<15).flatMap { sum in
        let diagonal = (max(0, sum - 7)...min(sum, 7)).map { (x: $0, y: sum - $0) }
        return sum % 2 == 0 ? diagonal : diagonal.reversed()
    }
}

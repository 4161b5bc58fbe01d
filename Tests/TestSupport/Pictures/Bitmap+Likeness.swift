import Glibc
import Pixels

extension Bitmap {
    /// Returns the peak signal-to-noise ratio to another bitmap of the same size, in dB; infinite if both are equal.
    public func likeness(to other: Bitmap) -> Double {
        let error = zip(bytes, other.bytes).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        return error == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / error)
    }
}

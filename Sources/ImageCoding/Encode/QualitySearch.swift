/// A binary search for the best quality whose result does not exceed a size limit, in whole steps.
enum QualitySearch {
    /// Returns the result of `encode` at the best quality found that has at most `maximum` bytes; `nil` if even the
    /// lowest quality has more.
    ///
    /// Size grows with quality only approximately, so the result is not always the best one that fits.
    static func best(
        of steps: ClosedRange<Int>, maximum: Int, encode: (Int) throws(ImageCodingError) -> [UInt8]
    ) throws(ImageCodingError) -> [UInt8]? {
        var best: [UInt8]?
        var (low, high) = (steps.lowerBound, steps.upperBound)
        // Most images fit at the best quality, or the limit is larger than that.
        let whole = try encode(high)
        if whole.count <= maximum { return whole }
        high -= 1
        while low <= high {
            let middle = low + (high - low) / 2
            let bytes = try encode(middle)
            if bytes.count <= maximum {
                best = bytes
                low = middle + 1
            } else {
                high = middle - 1
            }
        }
        return best
    }
}

extension EncodeOptions {
    /// Encodes with ``quality``, or with the best quality that keeps to ``maximumBytes``. `encode` is called with
    /// 0...100.
    func encoded(
        as format: ImageFormat, lowest: Int = 0, _ encode: (_ quality: Int) throws(ImageCodingError) -> [UInt8]
    ) throws(ImageCodingError) -> [UInt8] {
        guard let maximumBytes else { return try encode(percent(atLeast: lowest)) }
        guard let bytes = try QualitySearch.best(of: lowest...100, maximum: maximumBytes, encode: encode) else {
            throw .cannotEncode(format, "it takes more than \(maximumBytes) bytes")
        }
        return bytes
    }

    /// Returns bytes of an encoding without a quality setting. Throws if they exceed ``maximumBytes``.
    func checked(_ bytes: [UInt8], as format: ImageFormat) throws(ImageCodingError) -> [UInt8] {
        if let maximumBytes, bytes.count > maximumBytes {
            throw .cannotEncode(format, "it takes \(bytes.count) bytes, and \(maximumBytes) are allowed")
        }
        return bytes
    }

    /// Returns the quality from 0 to 100. NaN counts as the best.
    func percent(atLeast lowest: Int) -> Int {
        guard quality < 1 else { return 100 }
        return max(lowest, Int((max(0, quality) * 100).rounded()))
    }
}

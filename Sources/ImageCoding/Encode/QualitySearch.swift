/// Finds the best quality whose result is not larger than allowed, in whole steps, by halving.
enum QualitySearch {
    /// The largest result of `encode` that has at most `maximum` bytes; `nil` if even the lowest quality has more.
    ///
    /// Size grows with quality but for details, so that a result that fits is not always the best of all that would.
    static func best(
        of steps: ClosedRange<Int>, maximum: Int, encode: (Int) throws(ImageCodingError) -> [UInt8]
    ) throws(ImageCodingError) -> [UInt8]? {
        var best: [UInt8]?
        var (low, high) = (steps.lowerBound, steps.upperBound)
        // Most pictures fit at the best quality, or at least one asks for no more than there is.
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
    /// Encodes with ``quality``, or with the best that keeps to ``maximumBytes``. `encode` gets 0...100.
    func encoded(
        as format: ImageFormat, lowest: Int = 0, _ encode: (_ quality: Int) throws(ImageCodingError) -> [UInt8]
    ) throws(ImageCodingError) -> [UInt8] {
        guard let maximumBytes else { return try encode(percent(atLeast: lowest)) }
        guard let bytes = try QualitySearch.best(of: lowest...100, maximum: maximumBytes, encode: encode) else {
            throw .cannotEncode(format, "it takes more than \(maximumBytes) bytes")
        }
        return bytes
    }

    /// The bytes of a way that has no quality to give away, if they keep to ``maximumBytes``.
    func checked(_ bytes: [UInt8], as format: ImageFormat) throws(ImageCodingError) -> [UInt8] {
        if let maximumBytes, bytes.count > maximumBytes {
            throw .cannotEncode(format, "it takes \(bytes.count) bytes, and \(maximumBytes) are allowed")
        }
        return bytes
    }

    /// The quality from 0 to 100. What is not a number is taken for the best.
    func percent(atLeast lowest: Int) -> Int {
        guard quality < 1 else { return 100 }
        return max(lowest, Int((max(0, quality) * 100).rounded()))
    }
}

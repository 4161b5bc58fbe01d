@testable import ImageCoding

extension IncrementalDecoder {
    /// Passes on bytes in pieces of these sizes, cyclically, and returns all previews.
    @discardableResult
    func feed(_ bytes: [UInt8], pieces: [Int], previewEvery: Int = 1) throws(ImageCodingError) -> [Image] {
        var previews: [Image] = []
        var (place, turn) = (0, 0)
        while place < bytes.count {
            let end = min(bytes.count, place + pieces[turn % pieces.count])
            try append(bytes[place..<end])
            if turn % previewEvery == 0, let preview = try preview() { previews.append(preview) }
            (place, turn) = (end, turn + 1)
        }
        return previews
    }
}

extension ImageCodersManager {
    /// Creates the incremental decoder for the format of these bytes. Throws if there is none.
    func incrementalDecoder(
        of bytes: [UInt8], options: DecodeOptions = DecodeOptions()
    ) throws(ImageCodingError) -> any IncrementalDecoder {
        guard let coder = coder(for: bytes) as? any ProgressiveImageCoder else {
            throw .unknownFormat(looksLike: nil)
        }
        return coder.makeIncrementalDecoder(options: options)
    }
}

@testable import ImageCoding

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

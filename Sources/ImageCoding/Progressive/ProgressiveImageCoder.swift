/// A coder that can decode an image whose bytes are still arriving.
public protocol ProgressiveImageCoder: ImageCoder {
    /// Creates a decoder for the bytes of one image, from the first on. ``DecodeOptions/cancellation`` applies to all
    /// its calls, ``DecodeLimits/seconds`` to each call.
    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder
}

/// A decoder of one image whose bytes are still arriving. Not thread-safe: use it from one thread at a time.
///
/// After an error there are no more previews, but it still accepts bytes, without another error unless it is cancelled,
/// and ``finish()`` reports the result for all bytes.
public protocol IncrementalDecoder: AnyObject {
    /// Appends any number of new bytes. Decodes what they complete; produces no image.
    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError)

    /// Returns a preview with ``Image/isIncremental`` set; `nil` if there is nothing to show yet, or nothing new since
    /// the last one. It costs up to a decode of all that has arrived: the caller decides how often it is worth it. A
    /// preview that the bytes since the last one do not pay for returns `nil`, so that the cost of all previews
    /// together is proportional to the bytes, however often they are requested.
    func preview() throws(ImageCodingError) -> Image?

    /// Ends the decode and returns the image, with the pixels, warning and errors of a non-incremental decode of all
    /// bytes.
    func finish() throws(ImageCodingError) -> Image
}

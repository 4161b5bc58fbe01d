/// A coder that can show a picture whose bytes are still arriving.
public protocol ProgressiveImageCoder: ImageCoder {
    /// A decoder for the bytes of one picture, from the first on. ``DecodeOptions/cancellation`` holds for all its calls,
    /// ``DecodeLimits/seconds`` for each of them.
    func makeIncrementalDecoder(options: DecodeOptions) -> any IncrementalDecoder
}

/// Decodes one picture while its bytes arrive. One thread at a time.
///
/// After an error it has no more previews, but it still takes bytes, without another error unless it is cancelled, and
/// ``finish()`` says what becomes of all of them.
public protocol IncrementalDecoder: AnyObject {
    /// Takes the next bytes, any number of them, and only those. Decodes what they complete; makes no picture.
    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError)

    /// What can be shown now, with ``Image/isIncremental`` set; `nil` if there is nothing yet, or nothing new since the
    /// last one. It costs up to a decode of all that has arrived: the caller decides how often it is worth it. One that the
    /// bytes since the last do not pay for waits for more of them, so that all previews together cost in proportion to the
    /// bytes however often they are asked for.
    func preview() throws(ImageCodingError) -> Image?

    /// Ends it: the picture of all bytes that came, with the pixels, warning and errors of a decode of them in one go.
    func finish() throws(ImageCodingError) -> Image
}

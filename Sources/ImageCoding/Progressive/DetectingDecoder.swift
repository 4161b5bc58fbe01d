extension ImageCodersManager {
    /// Creates an incremental decoder that detects the format once the signature has arrived. If the format's coder
    /// supports no previews, there are none, and ``IncrementalDecoder/finish()`` still decodes the image.
    public func makeIncrementalDecoder(options: DecodeOptions = DecodeOptions()) -> any IncrementalDecoder {
        DetectingDecoder(manager: self, options: options)
    }
}

/// A decoder that waits for the bytes that identify the format, then forwards to its coder.
private final class DetectingDecoder: IncrementalDecoder {
    private let manager: ImageCodersManager
    private let options: DecodeOptions
    private var bytes: [UInt8] = []
    private var decoder: (any IncrementalDecoder)?
    private var isDetected = false

    init(manager: ImageCodersManager, options: DecodeOptions) {
        self.manager = manager
        self.options = options
    }

    func append(_ bytes: ArraySlice<UInt8>) throws(ImageCodingError) {
        try options.checkMayContinue()
        if let decoder { return try decoder.append(bytes) }
        self.bytes += bytes
        guard !isDetected, let coder = manager.coder(for: self.bytes) else { return }
        isDetected = true
        guard let decoder = (coder as? any ProgressiveImageCoder)?.makeIncrementalDecoder(options: options) else {
            return
        }
        self.decoder = decoder
        let first = self.bytes
        self.bytes = []
        try decoder.append(first[...])
    }

    func preview() throws(ImageCodingError) -> Image? { try decoder?.preview() }

    func finish() throws(ImageCodingError) -> Image {
        if let decoder { try decoder.finish() } else { try manager.decode(bytes, options: options) }
    }
}

extension ImageCodersManager {
    /// A decoder for bytes of any format that are still arriving: it waits for the signature. Where the coder that takes
    /// it shows no previews, there are none, and ``IncrementalDecoder/finish()`` decodes all the same.
    public func makeIncrementalDecoder(options: DecodeOptions = DecodeOptions()) -> any IncrementalDecoder {
        DetectingDecoder(manager: self, options: options)
    }
}

/// Waits for the bytes that tell the format, and leaves the rest to its coder.
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

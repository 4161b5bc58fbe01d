import Basis

/// The coders that are there, asked one after another. Safe to call from any thread.
public final class ImageCodersManager: Sendable {
    /// The manager that everybody uses unless told otherwise: JPEG, PNG, WebP and GIF.
    public static let shared = ImageCodersManager(coders: [GIFCoder(), WebPCoder(), PNGCoder(), JPEGCoder()])

    /// With the formats, because nobody's coder is asked for anything under a lock.
    private let registered: Lock<[(coder: any ImageCoder, format: ImageFormat)]>

    /// The coders in the order of their registration.
    public init(coders: [any ImageCoder]) { registered = Lock(coders.map { ($0, $0.format) }) }

    /// The coders in the order of their registration. The last one that can decode the bytes is taken.
    public var coders: [any ImageCoder] { registered.withLock { $0.map(\.coder) } }

    /// Registers a coder, which is asked before all that were there.
    public func add(_ coder: any ImageCoder) {
        let format = coder.format
        registered.withLock { $0.append((coder, format)) }
    }

    /// Removes all coders of that format.
    public func remove(_ format: ImageFormat) { registered.withLock { $0.removeAll { $0.format == format } } }

    /// The coder that decodes these bytes; `nil` if there is none.
    public func coder(for bytes: [UInt8]) -> (any ImageCoder)? { coders.last { $0.canDecode(bytes) } }

    /// What the header says. Fails if no coder knows the bytes, or if the size is over the limits.
    public func header(of bytes: [UInt8], limits: DecodeLimits = DecodeLimits()) throws(ImageCodingError) -> ImageHeader
    {
        try requiredCoder(for: bytes).header(of: bytes, limits: limits)
    }

    /// The picture, upright and reduced to what the options ask for. Blocks until it is done; call it on a thread
    /// that may.
    public func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
    ) throws(ImageCodingError) -> Image {
        try requiredCoder(for: bytes).decode(bytes, options: options.begun)
    }

    /// The same for bytes that are read while they are decoded: of a JPEG or a PNG a few at a time.
    public func decode(
        _ source: ByteSource, options: DecodeOptions = DecodeOptions()
    ) throws(ImageCodingError) -> Image {
        try requiredCoder(for: source.bytes ?? source.read(at: 0, count: Self.longestSignature))
            .decode(source, options: options.begun)
    }

    /// The small picture of itself that a large one brings with it; see ``ImageCoder/thumbnail(of:options:)``.
    public func thumbnail(of bytes: [UInt8], options: DecodeOptions = DecodeOptions()) -> Image? {
        coder(for: bytes)?.thumbnail(of: bytes, options: options.begun)
    }

    /// More than any coder looks at to tell its format, or that of something else.
    private static let longestSignature = 4096

    private func requiredCoder(for bytes: [UInt8]) throws(ImageCodingError) -> any ImageCoder {
        guard !bytes.isEmpty else { throw .empty }
        guard let coder = coder(for: bytes) else {
            throw .unknownFormat(looksLike: ForeignContent.name(of: bytes))
        }
        return coder
    }
}

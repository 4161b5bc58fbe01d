import HalftoneCore

/// A registry of image coders, queried in reverse order of registration. Safe to call from any thread.
public final class ImageCodersManager: Sendable {
    /// The default manager: JPEG, PNG, WebP, GIF, BMP and QOI.
    public static let shared = ImageCodersManager(coders: [
        QOICoder(), BMPCoder(), GIFCoder(), WebPCoder(), PNGCoder(), JPEGCoder(),
    ])

    /// An identifier of a registered coder.
    public struct Registration: Hashable, Sendable {
        fileprivate let number: Int
    }

    private struct State {
        /// Each coder with its format, so that no external code is called under the lock.
        var registered: [(registration: Registration, coder: any ImageCoder, format: ImageFormat)] = []
        var lastNumber = 0
    }

    private let state = Lock(State())
    /// The coder of all bytes, whether it recognizes them or not; `nil`: the registered ones.
    private let only: (any ImageCoder)?

    /// Creates a manager with coders in the order of their registration.
    public init(coders: [any ImageCoder]) {
        only = nil
        for coder in coders { add(coder) }
    }

    /// Creates a manager that decodes and encodes everything with one coder.
    package init(only coder: any ImageCoder) {
        only = coder
        add(coder)
    }

    /// The coders in the order of their registration. The last one that can decode the bytes is used.
    public var coders: [any ImageCoder] { state.withLock { $0.registered.map(\.coder) } }

    /// Registers a coder, which takes precedence over all registered before, except over those of a format that a hint
    /// names.
    @discardableResult
    public func add(_ coder: any ImageCoder) -> Registration {
        let format = coder.format
        return state.withLock { state in
            state.lastNumber += 1
            let registration = Registration(number: state.lastNumber)
            state.registered.append((registration, coder, format))
            return registration
        }
    }

    /// Removes a coder; decodes that it has begun continue. A second call does nothing.
    public func remove(_ registration: Registration) { remove { candidate, _ in candidate == registration } }

    /// Removes all coders of that format.
    public func remove(_ format: ImageFormat) { remove { $1 == format } }

    private func remove(_ isRemoved: (Registration, ImageFormat) -> Bool) {
        let coders = coders  // so that a coder is released after the unlock
        withExtendedLifetime(coders) {
            state.withLock { $0.registered.removeAll { isRemoved($0.registration, $0.format) } }
        }
    }

    /// Returns the coder for these bytes; `nil` if there is none.
    ///
    /// Coders whose format is named by the hint are asked first. If no coder recognizes the bytes, the hint alone
    /// chooses a coder of a format without signatures. Default of `hint`: none.
    public func coder(for bytes: [UInt8], hint: String? = nil) -> (any ImageCoder)? {
        if let only { return only }
        let registered = state.withLock { $0.registered }
        let named = hint.map { hint in registered.filter { $0.format.isNamed(by: hint) } } ?? []
        let recognizing =
            named.last { $0.coder.canDecode(bytes) } ?? registered.last { $0.coder.canDecode(bytes) }
        return (recognizing ?? named.last { $0.format.signatures.isEmpty })?.coder
    }

    /// Returns the format of the coder for these bytes, built in or added; `nil` if there is none.
    public func format(of bytes: [UInt8]) -> ImageFormat? { coder(for: bytes)?.format }

    /// Reads the header. Throws if no coder is found for the bytes and the hint, or the size exceeds the limits.
    public func header(
        of bytes: [UInt8], limits: DecodeLimits = DecodeLimits(), hint: String? = nil
    ) throws(ImageCodingError) -> ImageHeader {
        try requiredCoder(for: bytes, hint).header(of: bytes, limits: limits)
    }

    /// Decodes the image, upright and reduced according to the options. Blocks until it is done; call it on a thread
    /// that may block.
    public func decode(
        _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
    ) throws(ImageCodingError) -> Image {
        try requiredCoder(for: bytes, options.hint).decode(bytes, options: options.begun)
    }

    /// Decodes bytes that are read on demand: a JPEG, PNG, BMP or QOI is read piece by piece.
    public func decode(
        _ source: ByteSource, options: DecodeOptions = DecodeOptions()
    ) throws(ImageCodingError) -> Image {
        try requiredCoder(for: source.bytes ?? source.read(at: 0, count: Self.longestSignature), options.hint)
            .decode(source, options: options.begun)
    }

    /// Returns the thumbnail embedded in an image; see ``ImageCoder/thumbnail(of:options:)``.
    public func thumbnail(of bytes: [UInt8], options: DecodeOptions = DecodeOptions()) -> Image? {
        coder(for: bytes, hint: options.hint)?.thumbnail(of: bytes, options: options.begun)
    }

    /// Has all coders free what they keep so that the next image decodes faster.
    public func freeMemory() {
        for coder in coders { coder.freeMemory() }
    }

    /// Maximum bytes for format detection: more than any coder, or the content sniffer, reads.
    package static let longestSignature = FormatTraits.longestProlog

    private func requiredCoder(for bytes: [UInt8], _ hint: String?) throws(ImageCodingError) -> any ImageCoder {
        guard !bytes.isEmpty else { throw .empty }
        guard let coder = coder(for: bytes, hint: hint) else {
            throw .unknownFormat(looksLike: ContentSniffer.name(of: bytes))
        }
        return coder
    }
}

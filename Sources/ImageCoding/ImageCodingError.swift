import HalftoneCore
import Pixels

/// The reason why bytes could not be decoded, or an image could not be encoded.
public enum ImageCodingError: DescribedError, Hashable, Sendable {
    /// There were no bytes at all.
    case empty
    /// No coder recognizes the signature. `looksLike` names what the bytes seem to be, such as `HTML`.
    case unknownFormat(looksLike: String?)
    /// The header announces more than ``DecodeLimits`` allow; nothing was decoded.
    case tooLarge(PixelSize, limit: String)
    /// The bytes are of the format but cannot be decoded: no row could be read.
    case damaged(ImageFormat, String)
    /// The file uses a variant of the format that is not supported.
    case unsupported(ImageFormat, String)
    /// The decoder is missing, cannot be started, or ended for want of memory, which says nothing about the bytes.
    case decoderUnavailable(ImageFormat, String)
    /// The image cannot be encoded in that format with the given options.
    case cannotEncode(ImageFormat, String)
    /// Decoding took longer than ``DecodeLimits/seconds``.
    case tooSlow(seconds: Int)
    /// The cancellation token was set.
    case cancelled

    public var description: String {
        switch self {
        case .empty: "the picture is empty"
        case .unknownFormat(let looksLike?): "not an image (looks like \(looksLike))"
        case .unknownFormat(nil): "not an image of a known format"
        case .tooLarge(let size, let limit): "a picture of \(size) pixels is over the limit of \(limit)"
        case .damaged(let format, let what): "damaged \(format.name): \(what)"
        case .unsupported(let format, let what): "unsupported \(format.name): \(what)"
        case .decoderUnavailable(let format, let what): "\(format.name) cannot be decoded: \(what)"
        case .cannotEncode(let format, let what): "cannot be encoded as \(format.name): \(what)"
        case .tooSlow(let seconds): "decoding took longer than the limit of \(seconds) s"
        case .cancelled: "cancelled"
        }
    }

    /// Whether the bytes are damaged, or have not arrived yet.
    var isDamage: Bool { if case .damaged = self { true } else { false } }

    /// Whether the work was abandoned, which says nothing about the bytes.
    package var isStop: Bool {
        switch self {
        case .tooSlow, .cancelled: true
        case .empty, .unknownFormat, .tooLarge, .damaged, .unsupported, .decoderUnavailable, .cannotEncode: false
        }
    }
}

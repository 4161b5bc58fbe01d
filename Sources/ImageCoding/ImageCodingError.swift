import Basis
import Pixels

/// Why bytes did not become a picture, or a picture did not become bytes.
public enum ImageCodingError: DescribedError, Hashable, Sendable {
    /// There were no bytes at all.
    case empty
    /// No coder knows the signature. `looksLike` names what the bytes seem to be, such as `HTML`.
    case unknownFormat(looksLike: String?)
    /// The header announces more than ``DecodeLimits`` allow; nothing was decoded.
    case tooLarge(PixelSize, limit: String)
    /// The bytes are of the format but cannot be read, and not one row came out.
    case damaged(ImageFormat, String)
    /// The format has a variant that is not supported.
    case unsupported(ImageFormat, String)
    /// The picture cannot be encoded in that format as it was asked for.
    case cannotEncode(ImageFormat, String)
    /// Decoding took longer than ``DecodeLimits/seconds``.
    case tooSlow(seconds: Int)
    /// The cancellation token was set.
    case cancelled

    public var description: String {
        switch self {
        case .empty: "the picture is empty"
        case .unknownFormat(let looksLike?): "not a picture but \(looksLike)"
        case .unknownFormat(nil): "not a picture of a known format"
        case .tooLarge(let size, let limit): "a picture of \(size) pixels is over the limit of \(limit)"
        case .damaged(let format, let what): "damaged \(format.rawValue): \(what)"
        case .unsupported(let format, let what): "unsupported \(format.rawValue): \(what)"
        case .cannotEncode(let format, let what): "cannot be encoded as \(format.rawValue): \(what)"
        case .tooSlow(let seconds): "it takes longer to decode than the limit of \(seconds) s"
        case .cancelled: "cancelled"
        }
    }

    /// Whether the work was given up, which says nothing of the bytes.
    var isStop: Bool {
        switch self {
        case .tooSlow, .cancelled: true
        case .empty, .unknownFormat, .tooLarge, .damaged, .unsupported, .cannotEncode: false
        }
    }
}

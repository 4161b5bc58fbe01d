/// Metadata of an image and of the response that delivered it, for callers that describe an image without having its
/// bytes any more.
///
/// Immutable. An object and not a value, so that an image without metadata only pays for a pointer.
public final class ImageMetadata: Sendable {
    /// The header; `nil` if it could not be read separately, or exceeds the limits.
    public let header: ImageHeader?
    /// The EXIF fields; `nil` if there are none.
    public let exif: ExifFields?
    /// Response metadata that the loader stored with the image, like SDWebImage's extended object. `nil` if there was
    /// no response, or none of it is stored.
    public let extended: [UInt8]?

    /// Whether there is no metadata at all.
    public var isEmpty: Bool { header == nil && exif == nil && extended == nil }

    /// Creates metadata; `nil` for unknown parts.
    public init(header: ImageHeader?, exif: ExifFields?, extended: [UInt8]? = nil) {
        (self.header, self.exif, self.extended) = (header, exif, extended)
    }
}

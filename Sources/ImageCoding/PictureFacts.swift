/// What the bytes that an image was made of say of the picture, and what came with them: whoever tells people about a
/// picture need not have its bytes any more.
///
/// Immutable. An object and not a value, so that an image without it pays a pointer.
public final class PictureFacts: Sendable {
    /// `nil` if it could not be read by itself, or is over the limits.
    public let header: ImageHeader?
    /// What the camera wrote; `nil` if there is nothing.
    public let exif: ExifFields?
    /// What whoever loaded the picture wrote down of the answer that brought it; SDWebImage calls it the extended
    /// object of an image. `nil` if there was no answer, or nothing of it is kept.
    public let extended: [UInt8]?

    /// Whether nothing is known.
    public var isEmpty: Bool { header == nil && exif == nil && extended == nil }

    public init(header: ImageHeader?, exif: ExifFields?, extended: [UInt8]? = nil) {
        (self.header, self.exif, self.extended) = (header, exif, extended)
    }
}

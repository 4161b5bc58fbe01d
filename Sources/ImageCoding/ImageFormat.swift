import HalftoneCore

/// An encoded format, identified by its name. A coder of another format makes its own:
///
/// ```swift
/// extension ImageFormat {
///     static let ppm = ImageFormat("PPM", fileExtensions: ["ppm"], signatures: [[0x50, 0x36]])
/// }
/// ```
///
/// Formats with equal names are equal.
public struct ImageFormat: Hashable, Sendable, CustomStringConvertible {
    /// The name as users read it, such as `JPEG`.
    public let name: String
    /// The file extensions in lower case without the dot, the usual one first; may be empty.
    public let fileExtensions: [String]
    /// The media types in lower case, such as `image/jpeg`; may be empty.
    public let mediaTypes: [String]
    /// The byte patterns of which one begins every file of the format. `nil` in a pattern stands for any byte.
    public let signatures: [[UInt8?]]

    /// Creates a format. Without signatures, its coder implements ``ImageCoder/canDecode(_:)`` itself, or is used for
    /// bytes that no other coder recognizes if a hint names the format: see ``DecodeOptions/hint``.
    public init(
        _ name: String, fileExtensions: [String] = [], mediaTypes: [String] = [], signatures: [[UInt8?]] = []
    ) {
        (self.name, self.fileExtensions, self.mediaTypes) = (name, fileExtensions, mediaTypes)
        self.signatures = signatures
    }

    package init(_ traits: FormatTraits, signatures: [[UInt8?]]? = nil) {
        self.init(
            traits.name, fileExtensions: traits.fileExtensions, mediaTypes: traits.mediaTypes,
            signatures: signatures ?? traits.signatures)
    }

    public var description: String { name }

    public static func == (left: ImageFormat, right: ImageFormat) -> Bool { left.name == right.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Returns whether the bytes begin with the complete signature of the format; `false` without signatures.
    public func matches(_ bytes: [UInt8]) -> Bool { FormatTraits.begins(bytes, with: signatures) }
}

extension ImageFormat {
    /// Returns whether a hint names the format: by its name, a file extension, or a media type, in upper or lower case. A
    /// media type that is not among ``mediaTypes`` is compared by its subtype without `x-`.
    public func isNamed(by hint: String) -> Bool {
        let type = hint.lowercased().prefix { $0 != ";" }  // without parameters
        if mediaTypes.contains(String(type)) { return true }
        let subtype = type.split(separator: "/").last ?? ""
        let name = String(subtype.hasPrefix("x-") ? subtype.dropFirst(2) : subtype)
        return !name.isEmpty && (name == self.name.lowercased() || fileExtensions.contains(name))
    }
}

// MARK: - Built in

extension ImageFormat {
    /// JPEG, in a JFIF or EXIF file.
    public static let jpeg = ImageFormat(.jpeg)
    /// PNG, animated (APNG) or not.
    public static let png = ImageFormat(.png)
    /// GIF, 87a and 89a.
    public static let gif = ImageFormat(.gif)
    /// WebP, lossy or lossless, animated or not.
    public static let webp = ImageFormat(.webp)
    /// BMP of every version.
    public static let bmp = ImageFormat(.bmp)
    /// QOI, the "Quite OK Image Format".
    public static let qoi = ImageFormat(.qoi)

    /// The formats of the built-in coders.
    public static let builtIn: [ImageFormat] = [.jpeg, .png, .gif, .webp, .bmp, .qoi]

    /// Returns the built-in format whose signature the bytes begin with; `nil` if it is none of these. Eighteen bytes
    /// are enough. ``ImageCodersManager/format(of:)`` includes formats of added coders.
    public static func detect(_ bytes: [UInt8]) -> ImageFormat? { builtIn.first { $0.matches(bytes) } }
}

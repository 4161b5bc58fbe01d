/// The EXIF fields of a photo that are useful to users (EXIF 2.32, section 4.6).
///
/// A value. Fields that are absent or invalid are `nil`. Texts are untrusted: sanitize them before they are shown.
public struct ExifFields: Hashable, Sendable {
    /// The manufacturer of the camera.
    public var make: String?
    /// The camera model.
    public var model: String?
    /// The lens model.
    public var lens: String?
    /// The capture time by the camera's clock: `2024-05-01 12:30:00`, followed by ` +02:00` if the camera recorded an
    /// offset.
    public var taken: String?
    /// Exposure time in seconds.
    public var exposure: Double?
    /// The f-number: focal length divided by aperture diameter.
    public var fNumber: Double?
    /// The ISO sensitivity.
    public var sensitivity: Int?
    /// Exposure compensation in EV steps.
    public var exposureBias: Double?
    /// Focal length in millimeters.
    public var focalLength: Double?
    /// Focal length with the same angle of view on 35 mm film, in millimeters.
    public var focalLengthOn35mm: Int?
    /// Whether the flash fired.
    public var flashFired: Bool?
    /// The software that wrote the file, or the camera's firmware.
    public var software: String?
    /// The photographer, or another creator of the image.
    public var artist: String?
    /// The copyright notice.
    public var copyright: String?
    /// Whether the file contains GPS coordinates.
    public var hasPosition = false

    /// Creates fields of which none is known.
    public init() {}

    /// Reads the fields of an encoded image. Returns `nil` if it has none of them, or its format has no EXIF data.
    ///
    /// The time is proportional to the size of the parts that the file claims to have: call it on a thread that may
    /// block. In a JPEG the first 4 MB are searched; a PNG or WebP,
    /// whose fields may follow the pixels, is searched to its end.
    public init?(of source: ByteSource) {
        let head = source.bytes ?? source.read(at: 0, count: Self.maxHeadBytes)
        let block: ExifBlock?
        switch ImageFormat.detect(head) {
        case ImageFormat.jpeg: block = ExifBlock(inJPEG: head)
        case ImageFormat.png: block = ExifBlock(inPNG: source)
        case ImageFormat.webp: block = ExifBlock(inWebP: source)
        default: block = nil
        }
        guard let block else { return nil }
        self.init(block)
        if self == ExifFields() { return nil }
    }

    /// Maximum bytes read of a JPEG. The metadata before the pixels takes a few kilobytes, seldom a megabyte.
    private static let maxHeadBytes = 1 << 22

    init(_ block: ExifBlock) {
        let picture = block.pictureDirectory
        let camera = block.whole(0x8769, in: picture)
        let position = block.whole(0x8825, in: picture)
        make = block.text(0x010F, in: picture)
        model = block.text(0x0110, in: picture)
        software = block.text(0x0131, in: picture)
        artist = block.text(0x013B, in: picture)
        copyright = block.text(0x8298, in: picture)
        lens = block.text(0xA434, in: camera)
        taken = block.text(0x9003, in: camera).flatMap { Self.date($0, offset: block.text(0x9011, in: camera)) }
        exposure = block.fractions(0x829A, in: camera)?.first.flatMap(Self.positive)
        fNumber = block.fractions(0x829D, in: camera)?.first.flatMap(Self.positive)
        sensitivity = Self.sensitivity(block, camera)
        exposureBias = block.fractions(0x9204, in: camera)?.first
        focalLength = block.fractions(0x920A, in: camera)?.first.flatMap(Self.positive)
        focalLengthOn35mm = block.whole(0xA405, in: camera).flatMap { $0 > 0 ? $0 : nil }
        flashFired = block.whole(0x9209, in: camera).map { $0 & 1 == 1 }
        // Degrees, minutes and seconds of each; cameras without a fix omit them or write zero denominators.
        hasPosition = block.fractions(2, 3, in: position) != nil && block.fractions(4, 3, in: position) != nil
    }

    /// Returns the number, or `nil` for zero, which means unknown, such as the aperture of a lens without contacts.
    private static func positive(_ number: Double) -> Double? { number > 0 ? number : nil }

    /// Returns the ISO sensitivity. Values that do not fit into the old 16-bit field are in one of the newer fields.
    private static func sensitivity(_ block: ExifBlock, _ camera: Int?) -> Int? {
        var number = block.whole(0x8827, in: camera)
        if number == nil || number == 0xFFFF {
            number = block.whole(0x8832, in: camera) ?? block.whole(0x8831, in: camera) ?? number
        }
        return number.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Returns `2024:05:01 12:30:00` with hyphens in the date. `nil` for anything else, such as the spaces or zeros of
    /// a camera whose clock was never set.
    private static func date(_ text: String, offset: String?) -> String? {
        guard hasShape(text, "0000:00:00 00:00:00"), !text.hasPrefix("0000") else { return nil }
        let date = text.prefix(10).map { $0 == ":" ? "-" : $0 } + text.dropFirst(10)
        guard let offset, ["+", "-"].contains(offset.prefix(1)), hasShape(String(offset.dropFirst()), "00:00") else {
            return String(date)
        }
        return "\(String(date)) \(offset)"
    }

    /// Whether the text has the shape: an ASCII digit for each zero, and equal characters elsewhere.
    private static func hasShape(_ text: String, _ shape: String) -> Bool {
        String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 }) == shape
    }
}

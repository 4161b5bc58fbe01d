import HalftoneCore
import Pixels
import TestSupport
import Testing

@testable import ImageCoding

/// Variants of formats that the writers of these tests cannot produce, as small files, and the tables of formats.
@Suite(.endsInTime) struct FormatTests {
    private let manager = ImageCodersManager.shared

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    // MARK: - JPEG

    /// No cyan, three quarters of magenta, half of yellow, a fifth of black.
    @Test func `YCCK becomes RGB`() throws {
        let image = try manager.decode(bytes(Self.ycck))
        #expect(image.warning == nil)
        for (found, expected) in zip(image.bitmap.bytes[..<4], [200, 50, 100, 255]) {
            #expect(abs(Int(found) - expected) <= 3)
        }
    }

    // MARK: - All

    @Test func `a format is detected by its whole signature`() {
        let signatures: [(ImageFormat, [UInt8])] =
            [
                (.jpeg, [0xFF, 0xD8, 0xFF]), (.png, [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
                (.gif, Array("GIF87a".utf8)), (.gif, Array("GIF89a".utf8)), (.webp, Array("RIFF....WEBP".utf8)),
                (.qoi, Array("qoif".utf8)),
            ]
            + [12, 16, 40, 52, 56, 64, 108, 124].map { (.bmp, Array("BM............".utf8) + [$0, 0, 0, 0]) }
        for (format, signature) in signatures {
            #expect(ImageFormat.detect(signature) == format && ImageFormat.detect(signature + [0]) == format)
            for count in 0..<signature.count { #expect(ImageFormat.detect(Array(signature[..<count])) == nil) }
            for place in signature.indices where signature[place] != UInt8(ascii: ".") {
                var changed = signature
                changed[place] ^= 0x40
                #expect(ImageFormat.detect(changed) == nil, "\(format), byte \(place)")
            }
        }
        #expect(ImageFormat.detect(Array("RIFF....WAVE".utf8)) == nil)
    }

    @Test func `the header has the depth`() throws {
        for depth in [1, 2, 4, 8, 16] {
            let bytes = PNGWriter(width: 2, height: 2, depth: depth, colorType: 0).bytes { _, _, _ in 0 }
            #expect(try manager.header(of: bytes).bitDepth == depth)
        }
        let palette = PNGWriter(width: 2, height: 2, depth: 2, colorType: 3, palette: [0, 0, 0, 9, 9, 9])
        #expect(try manager.header(of: palette.bytes { _, _, _ in 1 }).bitDepth == 8)
    }

    /// A picture of 5250x3450 in 400x300, and the others of the table, fitted without ever growing.
    @Test(arguments: [
        (PixelSize(width: 5250, height: 3450), PixelSize(width: 400, height: 300), PixelSize(width: 400, height: 263)),
        (
            PixelSize(width: 5250, height: 3450), PixelSize(width: 4000, height: 4000),
            PixelSize(width: 4000, height: 2629)
        ),
        (PixelSize(width: 100, height: 200), PixelSize(width: 150, height: 150), PixelSize(width: 75, height: 150)),
        (PixelSize(width: 100, height: 200), PixelSize(width: 300, height: 300), PixelSize(width: 100, height: 200)),
    ])
    func `a thumbnail keeps its proportions and does not grow`(
        source: PixelSize, box: PixelSize, size: PixelSize
    ) throws {
        let plan = try DecodePlan(stored: source, orientation: .up, options: DecodeOptions(box: box))
        #expect(plan.target == size)
        let turned = try DecodePlan(
            stored: source.transposed, orientation: .right, options: DecodeOptions(box: box))
        #expect(turned.target == size.transposed && turned.uprightSize == source)
    }

    @Test(arguments: Fit.allCases)
    func `every format fits the box`(fit: Fit) throws {
        let size = PixelSize(width: 90, height: 60)
        let files = [
            JPEGWriter(size: size).bytes { x, _, _ in x * 2 },
            PNGWriter(width: 90, height: 60).bytes { x, _, _ in x * 2 },
            GIFWriter(screen: size).bytes { x, _ in x / 6 }, WebPWriter(size: size).bytes { x, _, _ in x * 2 },
            BMPWriter(90, 60).bytes { x, _ in x * 0x020202 },
            QOIWriter(90, 60).bytes { x, _ in RGBA(UInt8(x * 2), UInt8(x * 2), UInt8(x * 2)) },
        ]
        let expected: [Fit: PixelSize] = [
            .contain: PixelSize(width: 20, height: 13), .cover: PixelSize(width: 20, height: 20),
            .stretch: PixelSize(width: 20, height: 20),
        ]
        for bytes in files {
            var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
            options.fit = fit
            let image = try manager.decode(bytes, options: options)
            #expect(image.size == expected[fit])
            let whole = PixelSize(width: 90, height: 60)
            #expect(image.visibleSize == (fit == .cover ? PixelSize(width: 60, height: 60) : whole))
            // `cover` crops the sides: the middle 60 columns are shown
            let left = Int(image.bitmap[0, 6].red)
            #expect(abs(left - (fit == .cover ? 31 : 4)) < 14, "\(image.format?.name ?? ""): \(left)")
        }
    }

    @Test(arguments: Orientation.allCases)
    func `the part that covers a box does not depend on how the rows are stored`(orientation: Orientation) throws {
        var options = DecodeOptions()
        options.fit = .cover
        func upright(_ x: Int, _ y: Int) -> Int { (x * 29 + y * 53 + x * y) % 256 }
        let plain = try manager.decode(
            PNGWriter(width: 21, height: 20, colorType: 0).bytes { x, y, _ in upright(x, y) })
        let inverse: Orientation = orientation == .right ? .left : orientation == .left ? .right : orientation
        let stored = plain.bitmap.oriented(inverse)
        var writer = PNGWriter(width: stored.size.width, height: stored.size.height, colorType: 0)
        writer.extraChunks = [("eXIf", ExifWriter.orientation(Int(orientation.rawValue)).block)]
        let bytes = writer.bytes { x, y, _ in Int(stored[x, y].red) }
        for box in [PixelSize(width: 6, height: 20), PixelSize(width: 21, height: 7), PixelSize(width: 8, height: 5)] {
            options.box = box
            let original = PNGWriter(width: 21, height: 20, colorType: 0).bytes { x, y, _ in upright(x, y) }
            let (turned, upright) = try (
                manager.decode(bytes, options: options), manager.decode(original, options: options)
            )
            #expect(turned.bitmap == upright.bitmap && turned.visibleSize == upright.visibleSize)
        }
    }

    @Test func `a copy shows the part that its pixels show`() throws {
        var options = DecodeOptions(box: PixelSize(width: 20, height: 20))
        options.fit = .cover
        let image = try manager.decode(PNGWriter(width: 90, height: 60).bytes { x, _, _ in x }, options: options)
        let visible = PixelSize(width: 60, height: 60)
        #expect(image.with(revision: nil).visibleSize == visible && image.still.visibleSize == visible)
        let cut = Bitmap(size: PixelSize(width: 7, height: 3), filledWith: RGBA(1, 2, 3))
        #expect(image.transformed(to: cut).visibleSize == cut.size)
        #expect(image.transformed(to: image.bitmap).visibleSize == visible)
    }

    @Test(arguments: [(0.5, 40, 60), (1, 40, 30), (2, 80, 30)])
    func `pixels that are not square keep their proportions when they are stored`(
        aspect: Double, width: Int, height: Int
    ) {
        let stored = Image(bitmap: Bitmap(size: PixelSize(width: 40, height: 30), filledWith: RGBA(1, 2, 3)))
        #expect(stored.with(pixelAspect: aspect).visibleSize == PixelSize(width: width, height: height))
    }

    @Test func `a reduced picture has no gaps`() throws {
        let bytes = PNGWriter(width: 1029, height: 1029, colorType: 2).bytes { _, _, _ in 0 }
        var options = DecodeOptions()
        options.maximumBytes = 1 << 20
        let bitmap = try manager.decode(bytes, options: options).bitmap
        #expect(bitmap.size == PixelSize(width: 512, height: 512))
        #expect(bitmap == Bitmap(size: bitmap.size, filledWith: RGBA(0, 0, 0)))
    }

    // MARK: - Files

    private static let ycck = """
        ffd8ffee000e41646f626500640000000002ffdb0043000201010101010201010102020202020403020202020504040304060506\
        060605060606070908060709070606080b08090a0a0a0a0a06080b0c0b0a0c090a0a0affdb004301020202020202050303050a07\
        06070a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a\
        ffc90014080008000804011100021101031101041100ffcc000a0010100501101105ffda000e040100021103110400003f00f99e\
        b02c32912380ffd9
        """
}

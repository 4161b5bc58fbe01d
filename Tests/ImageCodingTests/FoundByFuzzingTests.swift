import Pixels
import Testing

@testable import ImageCoding

/// Files that once broke the program, made small.
@Suite(.endsInTime) struct FoundByFuzzingTests {
    /// libjpeg adopts the size and the channels of a second header before it reports an error. The scans before it were
    /// written into buffers of the first header with the numbers of the second.
    @Test(arguments: [0, 1, 3, 4])
    func `a second header of a JPEG does not change how it is drawn`(components: UInt8) throws {
        let writer = JPEGWriter(size: PixelSize(width: 150, height: 103), isProgressive: true)
        let file = writer.bytes { x, y, channel in (x * 2 + y + 40 * channel) % 256 }
        let scans = file.indices.dropLast().filter { file[$0] == 0xFF && file[$0 + 1] == 0xDA }
        let place = try #require(scans.dropFirst(2).first)
        let second: [UInt8] = [
            0xFF, 0xC0, 0, 17, 8, 0xEA, 0x60, 0xEA, 0x60, components, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1,
        ]
        let broken = file[..<place] + second + file[place...]
        // when it is whole
        for box in [nil, PixelSize(width: 7, height: 5)] {
            let image = try JPEGCoder().decode(Array(broken), options: DecodeOptions(box: box))
            #expect(image.sourceSize == writer.size && image.warning != nil)
            if box == nil { #expect(abs(Int(image.bitmap[70, 50].red) - 190) < 30, "\(image.bitmap[70, 50])") }
        }
        // and when it is drawn while the second header arrives
        let decoder = JPEGCoder().makeIncrementalDecoder(options: DecodeOptions())
        try decoder.append(broken[..<(place + 12)])
        let preview = try #require(try decoder.preview())
        #expect(preview.size == writer.size)
    }
}

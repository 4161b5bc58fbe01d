import CGIF
import Glibc
import Pixels

/// Encodes GIF: every frame whole, with a palette of its own.
extension GIFCoder: FrameEncoder {
    func encode(
        _ frames: EncodedFrames, loopCount: Int, options: EncodeOptions
    ) throws(ImageCodingError) -> [UInt8] {
        try frames.check(side: 65_535)
        return try options.encoded(as: .gif) { (quality) throws(ImageCodingError) in
            // Perceptually even steps: from 2 colors through 23 at one half to 256.
            let colors = Int(exp2(1 + 7 * Double(quality) / 100).rounded())
            return try Self.encode(frames, loopCount: loopCount, colors: colors)
        }
    }

    private static func encode(
        _ frames: EncodedFrames, loopCount: Int, colors: Int
    ) throws(ImageCodingError) -> [UInt8] {
        // Stills, and animations played once, have no loop extension.
        let loops = frames.count == 1 || loopCount == 1 ? -1 : max(0, min(65_535, loopCount))
        guard let encoder = cgif_encoder_create(Int32(frames.size.width), Int32(frames.size.height), Int32(loops))
        else {
            throw .cannotEncode(.gif, "not enough memory to encode it")
        }
        var file: UnsafeMutablePointer<UInt8>?
        let isWhole: Bool
        do throws(ImageCodingError) {
            isWhole = try add(frames, to: encoder, colors: colors)
        } catch {
            cgif_free(cgif_encoder_finish(encoder, &file) > 0 ? file : nil)
            throw error
        }
        let count = cgif_encoder_finish(encoder, &file)
        guard isWhole, count > 0 else { throw .cannotEncode(.gif, "not enough memory to encode it") }
        defer { cgif_free(file) }
        return Array(UnsafeBufferPointer(start: file, count: count))
    }

    private static func add(
        _ frames: EncodedFrames, to encoder: OpaquePointer, colors: Int
    ) throws(ImageCodingError) -> Bool {
        // Players treat durations of 0 and 10 ms as a mistake.
        let times = FrameTimes.rounded(frames.durations, unit: .milliseconds(10), minimum: 2, maximum: 65_535)
        for index in 0..<frames.count {
            let picture = IndexedPicture(try frames.frame(index), colors: colors)
            let isAdded = picture.table.withUnsafeBufferPointer { table in
                // A pixel that becomes transparent cannot be drawn: the frame before has to clear it.
                let frame = cgif_frame(
                    width: Int32(frames.size.width), height: Int32(frames.size.height), palette: table.baseAddress,
                    colors: Int32(table.count / 3), transparent: Int32(picture.transparent ?? -1),
                    clears: frames.count > 1, hundredths: Int32(times[index]))
                return cgif_encoder_add(encoder, frame, picture.indices)
            }
            guard isAdded else { return false }
        }
        return true
    }
}

import CDecoders
import ImageCoding
import Pixels

/// A picture that a library has opened, with its bytes.
final class OpenPicture {
    let facts: PictureHeader
    private let bytes: PictureBytes
    private let library: cdecoders_format
    private let picture: OpaquePointer

    /// Reads the header. An SVG may be compressed.
    init(_ encoded: PictureBytes, _ library: cdecoders_format) throws(WorkerFailure) {
        let isSVG = String(cString: library.name) == ImageFormat.svg.name
        let bytes = isSVG ? try encoded.inflated() : encoded
        var (header, failure) = (cdecoders_header(), cdecoders_failure())
        guard let picture = library.open(bytes.start, bytes.count, &header, &failure) else {
            throw WorkerFailure(failure)
        }
        (self.bytes, self.library, self.picture) = (bytes, library, picture)
        var facts = PictureHeader(header)
        if header.frames > 1, let duration = library.duration {
            facts.durations = (0..<min(header.frames, UInt32(Self.maxFrames))).map { Int64(duration(picture, $0)) }
        }
        self.facts = facts
    }

    deinit { library.close(picture) }

    /// Frames beyond these are not described: more than any limit allows.
    private static let maxFrames = 100_000

    /// Decodes and reduces the picture, upright.
    func draw(_ drawing: Drawing) throws(WorkerFailure) -> (bitmap: Bitmap, warning: DecodeWarning?) {
        var failure = cdecoders_failure()
        var rows = cdecoders_rows()
        var part = cdecoders_part()
        part.frame = UInt32(drawing.frame)
        part.is_thumbnail = drawing.usesThumbnail
        let isHalved =
            2 * drawing.target.width <= facts.size.width && 2 * drawing.target.height <= facts.size.height
        part.is_reduced = drawing.fidelity == .fast && isHalved
        part.is_deep = RowReduction.isDeep(facts.color)
        (part.width, part.height) = (UInt32(drawing.target.width), UInt32(drawing.target.height))
        guard library.begin(picture, &part, &rows, &failure) else { throw WorkerFailure(failure) }
        var reduction = try RowReduction(rows, facts.color, drawing)
        while !reduction.isWhole {
            guard let row = library.row(picture, &failure) else { break }
            reduction.add(row)
        }
        guard reduction.rowsDone > 0 else { throw WorkerFailure(failure) }
        return reduction.finish(facts.orientation)
    }
}

extension PictureHeader {
    init(_ header: cdecoders_header) {
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        orientation = Orientation(rawValue: UInt8(clamping: header.orientation)) ?? .up
        (bitDepth, loopCount) = (Int(header.depth), Int(header.loops))
        (hasAlpha, isVector) = (header.has_alpha, header.is_vector)
        let small = PixelSize(width: Int(header.thumbnail_width), height: Int(header.thumbnail_height))
        thumbnail = small.isEmpty ? nil : small
        workingBytes = Int(clamping: header.working_bytes)
        let profileBytes = header.profile == nil ? 0 : header.profile_bytes
        let profile = UnsafeBufferPointer(start: header.profile, count: profileBytes)
        // A profile of gray (ICC.1, section 7.2.6) does not describe the colors that libraries make of it. That of inks
        // cannot be applied where a library makes red, green and blue of them, which becomes a warning: colors may be far
        // off.
        if ["RGB ", "CMYK"].contains(where: { profile.dropFirst(16).starts(with: $0.utf8) }) {
            color = .icc(Array(profile))
        } else if header.primaries != 2 || header.transfer != 2 {
            let points = SourceColor.CICP(
                primaries: UInt8(clamping: header.primaries), transfer: UInt8(clamping: header.transfer))
            color = .codePoints(points)
        }
    }
}

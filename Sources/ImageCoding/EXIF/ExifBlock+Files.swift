import Pixels

extension ExifBlock {
    /// Of a JPEG: the first APP1 segment that holds EXIF data, before the pixels.
    init?(inJPEG bytes: [UInt8]) {
        for (marker, content) in JPEGSegments(of: bytes) where marker == 0xE1 && content.starts(with: Self.mark) {
            self.init(content.dropFirst(Self.mark.count))
            return
        }
        return nil
    }

    /// Of a PNG: the `eXIf` chunk, if it stands before the pixels.
    init?(inPNG bytes: [UInt8]) {
        var reader = ByteReader(bytes, at: 8)  // after the signature
        while let chunk = PNGChunk.next(&reader), chunk.name != PNGChunk.pixels {
            if chunk.name == PNGChunk.exif {
                self.init(bytes[chunk.content])
                return
            }
        }
        return nil
    }

    /// Of a WebP: the `EXIF` chunk, wherever it stands. Chunks are padded to an even size (WebP container, "RIFF").
    init?(inWebP bytes: EncodedBytes) { self.init(inWebP: ByteSource(bytes)) }

    /// The `EXIF` chunk of a WebP that may be in a file: only the heads of the other chunks are read. It is not found behind
    /// ``mostChunks``.
    init?(inWebP source: ByteSource) {
        var offset = 12  // after "RIFF", the size and "WEBP"
        for _ in 0..<Self.mostChunks {
            let head = source.read(at: offset, count: 8)
            var reader = ByteReader(head, at: 4)
            offset += 8
            guard let length = reader.little(4), length <= source.count - offset else { return nil }
            if head.starts(with: "EXIF".utf8) {
                let block = source.read(at: offset, count: min(length, Self.longest))[...]
                // Some programs keep the mark that it has in a JPEG.
                self.init(block.starts(with: Self.mark) ? block.dropFirst(6) : block)
                return
            }
            offset += length + length % 2
        }
        return nil
    }

    /// Bytes. In a JPEG it has 64 KB at most.
    private static let longest = 1 << 20

    /// Each costs a read of the file. An animation has one for each frame.
    private static let mostChunks = 1 << 16

    /// "Exif", and two zeros.
    private static let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
}

/// The orientation in the EXIF data of a picture; what does not make sense is taken for upright.
enum ExifOrientation {
    static func inJPEG(_ bytes: [UInt8]) -> Orientation { ExifBlock(inJPEG: bytes)?.orientation ?? .up }
    static func inPNG(_ bytes: [UInt8]) -> Orientation { ExifBlock(inPNG: bytes)?.orientation ?? .up }
    static func inWebP(_ bytes: EncodedBytes) -> Orientation { ExifBlock(inWebP: bytes)?.orientation ?? .up }
}

import Pixels

extension ExifBlock {
    /// Finds the EXIF data of a JPEG: the first APP1 segment with it, before the pixels. Returns `nil` if there is
    /// none.
    init?(inJPEG bytes: [UInt8]) {
        for (marker, content) in JPEGSegments(of: bytes) where marker == 0xE1 && content.starts(with: Self.mark) {
            self.init(content.dropFirst(Self.mark.count))
            return
        }
        return nil
    }

    /// Finds the EXIF data of a PNG: the `eXIf` chunk, if it precedes the pixels. Returns `nil` if there is none.
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

    /// Finds the EXIF data of a WebP: the `EXIF` chunk, wherever it is. Chunks are padded to an even size (WebP
    /// container, "RIFF").
    init?(inWebP bytes: EncodedBytes) { self.init(inWebP: ByteSource(bytes)) }

    /// Finds the `EXIF` chunk of a WebP that may be in a file: only the headers of the other chunks are read. It is not
    /// found after ``mostChunks`` chunks.
    init?(inWebP source: ByteSource) {
        var offset = 12  // after "RIFF", the size and "WEBP"
        for _ in 0..<Self.mostChunks {
            let head = source.read(at: offset, count: 8)
            var reader = ByteReader(head, at: 4)
            offset += 8
            guard let length = reader.little(4), length <= source.count - offset else { return nil }
            if head.starts(with: "EXIF".utf8) {
                let block = source.read(at: offset, count: min(length, Self.longest))[...]
                // Some programs keep the identifier that precedes it in a JPEG.
                self.init(block.starts(with: Self.mark) ? block.dropFirst(6) : block)
                return
            }
            offset += length + length % 2
        }
        return nil
    }

    /// Maximum bytes of the EXIF data. In a JPEG it has 64 KB at most.
    private static let longest = 1 << 20

    /// Maximum number of chunks searched: each costs a read of the file, and an animation has one for each frame.
    private static let mostChunks = 1 << 16

    /// The identifier "Exif" and two NULs.
    private static let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
}

/// The orientation in the EXIF data of an image; invalid values count as upright.
enum ExifOrientation {
    static func inJPEG(_ bytes: [UInt8]) -> Orientation { ExifBlock(inJPEG: bytes)?.orientation ?? .up }
    static func inPNG(_ bytes: [UInt8]) -> Orientation { ExifBlock(inPNG: bytes)?.orientation ?? .up }
    static func inWebP(_ bytes: EncodedBytes) -> Orientation { ExifBlock(inWebP: bytes)?.orientation ?? .up }
}

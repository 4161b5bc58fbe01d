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

    /// Finds the EXIF data of a PNG: the `eXIf` chunk, wherever it is. Chunks end with a checksum.
    init?(inPNG source: ByteSource) {
        self.init(in: source, from: 8) { head in
            guard let length = head.big(4), let name = head.big(4) else { return nil }
            return (name == Int(PNGChunk.exif), length, padding: 4)
        }
    }

    /// Finds the EXIF data of a WebP: the `EXIF` chunk, wherever it is. Chunks are padded to an even size (WebP
    /// container, "RIFF").
    init?(inWebP source: ByteSource) {
        self.init(in: source, from: 12) { head in
            let isExif = head.skip("EXIF")
            guard isExif || head.skip(4) != nil, let length = head.little(4) else { return nil }
            return (isExif, length, padding: length % 2)
        }
    }

    /// Finds the chunk with EXIF data among the chunks from an offset on. `parse` reads the eight bytes before the
    /// content of a chunk; the content of others is not read. The chunk is not found after ``maxChunks`` others.
    private init?(
        in source: ByteSource, from start: Int,
        parse: (inout ByteReader) -> (isExif: Bool, length: Int, padding: Int)?
    ) {
        var offset = start
        for _ in 0..<Self.maxChunks {
            var head = ByteReader(source.read(at: offset, count: 8))
            offset += 8
            guard let chunk = parse(&head), chunk.length <= source.count - offset else { return nil }
            if chunk.isExif {
                let block = source.read(at: offset, count: min(chunk.length, Self.longest))[...]
                // Some programs keep the identifier that precedes it in a JPEG.
                self.init(block.starts(with: Self.mark) ? block.dropFirst(6) : block)
                return
            }
            offset += chunk.length + chunk.padding
        }
        return nil
    }

    /// Maximum bytes of the EXIF data. In a JPEG it has 64 KB at most.
    private static let longest = 1 << 20

    /// Maximum number of chunks searched: each costs a read of the file, and an animation has one for each frame.
    private static let maxChunks = 1 << 16

    /// The identifier "Exif" and two NULs.
    private static let mark: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
}

/// The orientation in the EXIF data of an image; invalid values count as upright.
enum ExifOrientation {
    static func inJPEG(_ bytes: [UInt8]) -> Orientation { ExifBlock(inJPEG: bytes)?.orientation ?? .up }
    static func inPNG(_ source: ByteSource) -> Orientation { ExifBlock(inPNG: source)?.orientation ?? .up }
    static func inWebP(_ bytes: EncodedBytes) -> Orientation {
        ExifBlock(inWebP: ByteSource(bytes))?.orientation ?? .up
    }
}

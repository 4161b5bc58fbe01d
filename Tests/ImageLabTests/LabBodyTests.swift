import Testing

@testable import ImageLab

@Suite(.endsInTime) struct LabBodyTests {
    @Test func `any range of a seeded picture equals that range of the whole`() {
        let body = LabBody(picture: .owned(Samples.jpeg(length: 300)), seed: 7)
        let whole = body.bytes

        for start in 0...whole.count {
            for end in [start, start + 1, start + 40, whole.count] where (start...whole.count).contains(end) {
                #expect(body.slice(start..<end).bytes == Array(whole[start..<end]))
            }
        }
    }

    @Test func `noise is the same for a seed and differs between seeds`() {
        let (one, two) = (LabBody(noiseOf: 5000, seed: 1), LabBody(noiseOf: 5000, seed: 2))
        #expect(one.bytes == LabBody(noiseOf: 5000, seed: 1).bytes)
        #expect(one.bytes != two.bytes)
        #expect(one.slice(900..<950).bytes == Array(one.bytes[900..<950]))
        #expect(Set(one.bytes).count == 256)
    }

    @Test func `fixed bytes are read at their offset`() {
        let region = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 1)
        defer { region.deallocate() }
        region.copyBytes(from: (0..<64).map { UInt8($0) })
        let picture = LabPicture(name: "a", title: "a", mimeType: "image/x", fixedBytes: UnsafeRawBufferPointer(region))

        #expect(picture.byteCount == 64)
        #expect(LabBody(picture: picture.bytes, seed: nil).slice(10..<20).bytes == Array(10..<20))
        picture.bytes.withBytes { #expect($0.baseAddress == UnsafeRawPointer(region.baseAddress)) }
    }
}

@Suite(.endsInTime) struct SeedCommentTests {
    private func seeded(_ picture: [UInt8], _ seed: Int) -> [UInt8] {
        LabBody(picture: .owned(picture), seed: seed).bytes
    }

    @Test(arguments: [Samples.jpeg(length: 50), Samples.png, Samples.gif, Array("RIFF1234WEBP".utf8)])
    func `two seeds differ, and equal seeds do not`(picture: [UInt8]) {
        #expect(seeded(picture, 1) != picture)
        #expect(seeded(picture, 1) != seeded(picture, 2))
        #expect(seeded(picture, 1) == seeded(picture, 1))
    }

    @Test func `a seeded PNG is a chain of chunks with valid checksums`() throws {
        let bytes = seeded(Samples.png, 123)
        var names: [String] = []
        var offset = 8
        while offset < bytes.count {
            let length = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            let body = Array(bytes[offset + 4..<offset + 8 + length])
            let crc = bytes[offset + 8 + length..<offset + 12 + length].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            #expect(SeedComment.crc32(body) == crc)
            names.append(String(decoding: body.prefix(4), as: UTF8.self))
            offset += 12 + length
        }
        #expect(names == ["IHDR", "tEXt", "IDAT", "IEND"])
        #expect(offset == bytes.count)
    }

    @Test func `the checksum is that of the PNG specification`() {
        #expect(SeedComment.crc32(Array("IEND".utf8)) == 0xAE42_6082)
        #expect(SeedComment.crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    }

    @Test func `a seeded JPEG is a chain of segments up to its scan`() {
        let bytes = seeded(Samples.jpeg(length: 50), 123)
        var markers: [UInt8] = []
        var offset = 2
        while bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
            markers.append(bytes[offset + 1])
            offset += 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        }
        #expect(markers == [0xFE, 0xE0])
        #expect(Array(bytes[offset...]) == Array(Samples.jpeg(length: 50)[20...]))
    }

    @Test func `a seeded GIF has its comment between colors and image`() {
        let bytes = seeded(Samples.gif, 123)
        #expect(bytes[19] == 0x21)
        #expect(bytes[20] == 0xFE)
        let end = 22 + Int(bytes[21])
        #expect(bytes[end] == 0)
        #expect(Array(bytes[(end + 1)...]) == Array(Samples.gif[19...]))
    }
}

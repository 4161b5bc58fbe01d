import Testing

@testable import ImageLab

@Suite(.endsInTime) struct LabBodyTests {
    @Test func `any range of a seeded picture equals that range of the whole`() {
        let body = LabBody(picture: Samples.jpeg(length: 300), seed: 7)
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

    @Test(arguments: [Samples.jpeg(length: 50), Samples.png, Array("RIFF1234WEBP".utf8)])
    func `two seeds differ after the picture, and equal seeds do not`(picture: [UInt8]) {
        let seeded = [1, 1, 2].map { LabBody(picture: picture, seed: $0).bytes }
        #expect(seeded[0] == seeded[1] && seeded[0] != seeded[2])
        #expect(seeded.allSatisfy { $0.starts(with: picture) && $0.count > picture.count })
    }
}

import Testing

@testable import ImageLab

@Suite(.endsInTime) struct LabBodyTests {
    @Test func `noise is the same for a seed and differs between seeds`() {
        let one = LabBody.noise(5000, seed: 1)
        #expect(one == LabBody.noise(5000, seed: 1) && one != LabBody.noise(5000, seed: 2))
        #expect(one.count == 5000 && Set(one).count == 256)
    }

    @Test(arguments: [Samples.jpeg(length: 50), Samples.png, Array("RIFF1234WEBP".utf8)])
    func `two seeds differ after the picture, and equal seeds do not`(picture: [UInt8]) {
        let seeded = [1, 1, 2].map { LabBody.seeded(picture, by: $0) }
        #expect(seeded[0] == seeded[1] && seeded[0] != seeded[2])
        #expect(seeded.allSatisfy { $0.starts(with: picture) && $0.count > picture.count })
    }
}

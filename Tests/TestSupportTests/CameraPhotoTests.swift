import SamplePhotos
import TestSupport
import Testing

/// Made photos behave like those of cameras.
@Suite(.endsInTime) struct CameraPhotoTests {
    @Test(arguments: [(1, 85), (3, 92), (5, 97)])
    func `a made photo takes as many bits per pixel as one of a camera`(grain: Float, quality: Int) {
        let photo = CameraPhoto(width: 1024, height: 683, seed: 3, grain: grain)
        let bits = Double(8 * photo.jpeg(quality: quality).count) / Double(photo.width * photo.height)
        #expect((0.8...4.5).contains(bits))
    }

    @Test func `a seed always gives the same photo`() {
        func pixels(_ seed: UInt64) -> [UInt8] { CameraPhoto(width: 64, height: 48, seed: seed).pixels() }
        #expect(pixels(1) == pixels(1))
        #expect(pixels(1) != pixels(2))
        #expect(pixels(1).count == 3 * 64 * 48)
    }
}

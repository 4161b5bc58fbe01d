import ImageCoding
import TestSupport
import Testing

@testable import ImageLab
@testable import LabScreens

/// The animations of the Lab.
@Suite(.endsInTime) struct MovingPicturesTests {
    @Test func `each plays its frames forever and changes with each of them`() throws {
        let server = LabServer(pictures: DemoPictures.all() + MovingPictures.all())
        let names = MovingPictures.all().map(\.name)
        #expect(names.count == 3 && Set(names).count == 3)
        for picture in MovingPictures.all() {
            #expect(picture.isMoving && picture.mimeType == "image/gif")
            var options = DecodeOptions()
            options.animation = .frames
            let image = try ImageCodersManager.shared.decode(picture.bytes(), options: options)
            let animation = try #require(image.animation)
            #expect(animation.frameCount == MovingPictures.frames && animation.loopCount == 0)
            let frames = (0..<animation.frameCount).compactMap { animation.frame(at: $0)?.bitmap }
            #expect(Set(frames).count == MovingPictures.frames, "\(picture.name)")
        }
        // and their feed has only them, which no other feed has
        let moving = server.items(of: .moving)
        #expect(moving.count == 12 && moving.allSatisfy { item in names.contains { item.url.contains($0) } })
        for feed in LabFeed.allCases where feed != .moving {
            #expect(server.items(of: feed).allSatisfy { item in !names.contains { item.url.contains($0) } })
        }
    }
}

import EngineTestSupport
import FeedTestSupport
import FoundationEssentials
import HalftoneCore
import ImageCoding
import ImageFeeds
import ImageLoading
import LabTestSupport
import Pixels
import TestSupport
import Testing

@testable import GalleryScreens

/// The lines of the details panel, without a terminal.
@Suite(.endsInTime) struct PictureDetailsTests {
    private let folder = TemporaryDirectory()
    private let item = FeedItem(title: "A title", picture: .local("/a.jpg"))

    private func facts(_ change: (inout ExifFields) -> Void) -> [String: String] {
        var fields = ExifFields()
        change(&fields)
        return Dictionary(fields.facts.map { ($0.name, $0.value) }) { first, _ in first }
    }

    private func details(
        of bytes: [UInt8], _ configure: (inout ImageManager.Configuration) -> Void = { _ in }
    ) async throws -> [PictureDetails.Line] {
        let path = folder.write(bytes, to: "a.jpg")
        var configuration = ImageManager.Configuration()
        configure(&configuration)
        let manager = ImageManager(
            downloader: ImageDownloader(transport: FakeTransport()), configuration: configuration)
        let loaded = try await manager.image(for: URL(FilePath(path)))
        return PictureDetails(item: item, loaded: loaded, shownSize: loaded.image.size).lines
    }

    @Test func `camera data is shown in photographers' notation`() async throws {
        let lines = try await details(of: ExifWriter.photo().added(toJPEG: DemoPicture.firstJPEG.bytes))
        let camera = lines.drop { $0 != .heading("Camera") }.dropFirst()
        #expect(
            Array(camera) == [
                .fact("camera", "Halftone Works H-1"), .fact("lens", "35mm f/1.8"),
                .fact("taken", "2024-05-01 12:30:59 +02:00"), .fact("exposure", "1/250 s, f/2.8, ISO 400, −0.3 EV"),
                .fact("focal length", "35 mm (52 mm on 35 mm film)"), .fact("flash", "fired"),
                .fact("GPS", "yes"), .fact("software", "v2"), .fact("artist", "A. Person"),
                .fact("copyright", "(c) A. Person"),
            ])
    }

    @Test func `a transformed picture keeps the camera data of its bytes`() async throws {
        let photo = ExifWriter.photo().added(toJPEG: DemoPicture.firstJPEG.bytes)
        let lines = try await details(of: photo) { $0.transformer = Transformers.Flip(horizontal: true) }
        #expect(lines.contains(.fact("camera", "Halftone Works H-1")))
        #expect(lines.contains(.fact("orientation", "\(Orientation.right)")))
    }

    @Test func `a picture without camera data has no camera lines`() async throws {
        #expect(try await !details(of: DemoPicture.firstJPEG.bytes).contains(.heading("Camera")))
    }

    @Test func `texts of the camera are shown without control characters`() async throws {
        var writer = ExifWriter()
        writer.picture = [(0x0110, writer.text("H\u{1B}]0;owned\u{7}\u{202E}-1"))]
        let lines = try await details(of: writer.added(toJPEG: DemoPicture.firstJPEG.bytes))
        #expect(lines.contains(.fact("camera", "H]0;owned-1")))
    }

    @Test(arguments: [
        (1.0 / 8_000, "1/8000 s"), (1.0 / 3, "1/3 s"), (0.5, "0.5 s"), (1.0, "1 s"), (2.5, "2.5 s"), (30.0, "30 s"),
        (1e300, "1000000000000 s"), (1e-300, "1/1000000000000 s"),
    ])
    func `an exposure is a fraction or seconds`(seconds: Double, text: String) {
        #expect(facts { $0.exposure = seconds }["exposure"] == text)
    }

    @Test func `a model that contains its maker's name is shown once`() {
        #expect(facts { ($0.make, $0.model) = ("NIKON CORPORATION", "Nikon D1") }["camera"] == "Nikon D1")
        #expect(facts { ($0.make, $0.model) = ("Apple", "Phone") }["camera"] == "Apple Phone")
        #expect(facts { $0.make = "Apple" }["camera"] == "Apple")
        #expect(facts { $0.model = "Phone" }["camera"] == "Phone")
    }

    @Test func `an equal focal length is shown once`() {
        #expect(facts { ($0.focalLength, $0.focalLengthOn35mm) = (50, 50) }["focal length"] == "50 mm")
        #expect(facts { $0.focalLength = 4.25 }["focal length"] == "4.3 mm")
        #expect(facts { $0.focalLengthOn35mm = 28 }["focal length"] == "28 mm on 35 mm film")
        #expect(facts { $0.exposureBias = 1 / 3 }["exposure"] == "+0.3 EV")
        #expect(facts { $0.exposureBias = 0 }["exposure"] == nil)
    }
}

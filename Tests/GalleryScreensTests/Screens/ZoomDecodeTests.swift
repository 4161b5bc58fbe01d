import FeedTestSupport
import ImageFeeds
import ImageLoading
import Pixels
import TerminalScreen
import TestSupport
import Testing

@testable import GalleryScreens

/// The sizes in which an open picture is decoded: no larger than visible.
@MainActor @Suite(.endsInTime) struct ZoomDecodeTests {
    private let stage = GalleryStage(columns: 90, rows: 31)
    private let folder = TemporaryDirectory()
    private let inbox: TraceSubscription
    private var picture: PictureScreen { stage.root.picture }

    init() { inbox = stage.browser.manager.trace.makeSubscription() }

    /// The byte counts of the images that were decoded since the last call, from the trace.
    private var decoded: [Int] { inbox.take().filter { $0.event == .decoded }.compactMap(\.bytes) }

    /// Returns the bytes of a bitmap with four bytes a pixel.
    private func bytes(_ width: Int, _ height: Int) -> Int { 4 * width * height }

    /// Opens a picture of 900 x 600, and waits until it is loaded.
    private func open() async {
        stage.openFiles(1, in: folder)
        await stage.openPicture()
    }

    private func untilSharp() async {
        await until("a sharp picture") { picture.zoomView.image.map { picture.zoom.isSharp(at: $0.size) } ?? false }
    }

    @Test func `every step is decoded at the visible size, and at most at the size of the picture`() async {
        await open()
        // the whole picture: 90 columns of two pixels by 60 lines, of which the picture's shape leaves 90 x 60
        #expect(decoded == [bytes(90, 60)])
        stage.press(.character("+"))
        await untilSharp()
        #expect(decoded == [bytes(127, 85)])
        stage.press(.character("+"))
        await untilSharp()
        #expect(picture.zoom.placement.size == PixelSize(width: 180, height: 120))
        #expect(decoded == [bytes(180, 120)])
        // panning decodes nothing
        stage.press(.right, .down)
        stage.mouse(.press, 40, 10)
        stage.mouse(.drag, 45, 12)
        stage.mouse(.release, 45, 12)
        #expect(decoded.isEmpty)
    }

    @Test func `a scale beyond the picture's size decodes it once, at its size`() async {
        await open()
        _ = decoded
        stage.press(.character("z"), .character("z"))
        #expect(picture.zoom.scale == 1)
        await untilSharp()
        #expect(decoded == [bytes(900, 600)])
        for _ in 0..<6 { stage.press(.character("+")) }
        #expect(picture.zoom.scale == 8 && picture.zoom.isSharp(at: PixelSize(width: 900, height: 600)))
        stage.press(.character("0"))
        #expect(decoded.isEmpty, "all of it is still there")
    }
}

import HalftoneUI
import TestSupport
import Testing

@Suite(.endsInTime) @MainActor struct ImportTests {
    @Test func `one import has the views and the engine`() {
        let environment = ScreenEnvironment(
            renderer: PictureRenderer(colors: .direct), pixelAspect: 1, manager: ImageManager(directory: nil))
        let view = ImageView(environment: environment)
        #expect(view.setImage(url: URL(string: "data:,")) != nil)
    }
}

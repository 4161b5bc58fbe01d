import FeedTestSupport
import Foundation
import ImageFeeds
import Pixels
import TerminalScreen
import TerminalTestSupport
import TerminalViews
import TestSupport
import Testing

@testable import GalleryScreens

/// The details panel in windows that are narrow or low.
@MainActor @Suite(.endsInTime) struct DetailsPanelTests {
    /// Returns the panel's lines in a window of this size.
    private func lines(columns: Int, rows: Int = 24, _ item: FeedItem) -> [String] {
        let browser = Browser.withoutScreen()
        let panel = DetailsPanel(browser: browser)
        let window = Window(size: CellSize(columns: columns, rows: rows), environment: browser.environment)
        panel.isHidden = false
        panel.show(PictureDetails(item: item, loaded: nil, shownSize: PixelSize(width: 1, height: 1)))
        let frame = panel.frame(in: window.bounds.size)
        let place = Window(size: frame.size, environment: browser.environment)
        place.addSubview(panel)
        place.turn(at: .zero)
        return place.drawFrame().textLines.map { $0.replacing("│", with: "").trimmingSpaces }
    }

    @Test func `a value too long for its line is shown whole below its name`() {
        let item = FeedItem(
            title: "A title", page: "http://h.test/", picture: .remote("http://h.test/pictures/a-1.png"))
        let narrow = lines(columns: 80, item)
        let name = narrow.firstIndex(of: "address")
        #expect(name.map { narrow[$0 + 1] } == "http://h.test/pictures/a-1.png", "\(narrow)")
        #expect(narrow.contains("page         http://h.test/"), "\(narrow)")
        #expect(narrow.count == 24, "as high as the picture: \(narrow)")
        let wide = lines(columns: 120, item)
        #expect(wide.contains("address      http://h.test/pictures/a-1.png"), "\(wide)")
    }

    /// Regression: the end of the URL was cut off.
    @Test func `an address longer than a line is shown whole`() {
        let address = "http://h.test/" + String(repeating: "0123456789", count: 12) + ".png"
        for columns in [40, 80, 120] {
            let lines = lines(columns: columns, rows: 40, FeedItem(title: "A title", picture: .remote(address)))
            #expect(lines.joined().contains(address), "\(columns): \(lines)")
        }
        let words = (0..<30).map { "word\($0)" }.joined(separator: " ")
        let item = FeedItem(title: words, picture: .missing, summary: "the summary: " + words)
        let lines = lines(columns: 80, rows: 40, item)
        #expect(lines.joined(separator: " ").components(separatedBy: words).count == 3, "title and summary: \(lines)")
    }

    @Test func `the panel is as wide as the screen where only a strip of the picture would be left`() {
        let panel = DetailsPanel(browser: .withoutScreen())
        func columns(of screen: Int) -> Int { panel.frame(in: CellSize(columns: screen, rows: 20)).size.columns }
        #expect(columns(of: 40) == 40 && columns(of: 47) == 47 && columns(of: 48) == 36)
        #expect(columns(of: 80) == 40 && columns(of: 130) == 64)
    }
}

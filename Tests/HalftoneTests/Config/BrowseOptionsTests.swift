import TestSupport
import Testing

@testable import GalleryScreens
@testable import halftone

/// What the options of the gallery set.
@Suite(.endsInTime) struct BrowseOptionsTests {
    @Test func `the option for the load delay includes every row`() throws {
        var options = BrowseOptions()
        #expect(!options.gallery.delaysEveryRow)
        let row = try #require(BrowseOptions.rows.first { $0.name == "load-delay" })
        try row.apply("80", to: &options)
        #expect(options.gallery.delaysEveryRow && options.gallery.loadDelay == .milliseconds(80))
    }

    @Test func `what the config file sets is not asked for in this run`() throws {
        var options = BrowseOptions()
        for (name, value) in [("layout", "grid"), ("sort", "title")] {
            let row = try #require(BrowseOptions.rows.first { $0.name == name })
            try row.apply(value, to: &options)
        }
        #expect(options.settings.layout == .grid && options.settings.order == .title)
        #expect(!options.settings.asksForLayout && !options.settings.asksForOrder)
        options.common.typed = ["layout", "sort"]
        #expect(options.settings.asksForLayout && options.settings.asksForOrder)
    }
}

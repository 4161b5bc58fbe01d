import ImageLoading
import TestSupport
import Testing

/// The statements of the DocC catalogs about options. `.ci/lint` checks those about types, folders and pictures, and
/// `Tests/Documentation/run` links between pages, and to symbols.
@Suite(.endsInTime) struct ArticleTests {
    @Test func `the page of the options has every option once`() throws {
        let topics = try Document.article("Options", of: "ImageLoading").section("## Topics")
        let listed = topics.filter { $0.hasPrefix("- ``") }.map { String($0.dropFirst(4).dropLast(2)) }
        #expect(listed.sorted() == ImageOptions.names.map(\.name).sorted())
    }
}

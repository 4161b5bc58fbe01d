import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The statements of README.md about keys. `.ci/lint` checks its length, its links and its modules.
@Suite(.endsInTime) struct ReadmeTests {
    private let readme: Document

    init() throws { readme = try Document.readme() }

    @Test func `every key of the README is in the table of actions`() throws {
        let table = try #require(Document.tables(in: try readme.section("## Use")).first)
        let named = Set(table.rows.flatMap { Document.spans(in: $0[0]) })
        #expect(named.count > 10)
        #expect(named.subtracting(Action.table.flatMap(\.keys).map(\.name)).isEmpty)
    }
}

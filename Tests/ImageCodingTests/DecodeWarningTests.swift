import Testing

@testable import ImageCoding

/// Warnings about pictures that can be shown.
@Suite(.endsInTime) struct DecodeWarningTests {
    private let all: [DecodeWarning] =
        [.lessDetail, .damagedInPlaces, .onlyFirstFrame(limit: "8 frames"), .missingFrames(shown: 3)]
        + [.cut(percentShown: 50, isEnd: true), .cut(percentShown: 50, isEnd: false), .notPreloaded(limit: "1 MB")]
        + DecodeWarning.Description.allCases.map { .colors($0) }

    @Test func `each warning has its own text of one line`() {
        #expect(Set(all.map(\.description)).count == all.count)
        for warning in all { #expect(!warning.description.isEmpty && !warning.description.contains("\n")) }
    }

    @Test func `unreadable colors leave no pixel missing`() {
        for warning in DecodeWarning.Description.allCases { #expect(DecodeWarning.colors(warning).leavesPixelsWhole) }
        for warning in [DecodeWarning.lessDetail, .damagedInPlaces, .missingFrames(shown: 1)] {
            #expect(!warning.leavesPixelsWhole)
        }
        for isEnd in [true, false] { #expect(!DecodeWarning.cut(percentShown: 99, isEnd: isEnd).leavesPixelsWhole) }
    }

    @Test(arguments: [(0, 1), (0.001, 1), (0.5, 50), (0.999, 99), (1, 99)])
    func `a warning about a truncated picture never states 0 or 100 percent`(shown: Double, percent: Int) {
        #expect(DecodeWarning.cut(shown: shown, isEnd: true) == .cut(percentShown: percent, isEnd: true))
    }
}

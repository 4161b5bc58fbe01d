import HalftoneCore
import TestSupport

@testable import ImageFeeds

// Tests write URLs and paths as strings; the program must state which of them it means.

extension FeedError {
    static func missingScheme(suggestion: String) -> FeedError { .missingScheme(suggestion: PublicAddress(suggestion)) }
    static func unreadable(path: String, why: String) -> FeedError { .unreadable(path: FilePath(path), why: why) }
}

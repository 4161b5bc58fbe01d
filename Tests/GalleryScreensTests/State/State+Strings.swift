import HalftoneCore
import ImageFeeds
import TestSupport

@testable import GalleryScreens

// Tests write sources and pictures as strings.

extension SourceID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(hashing: text) }
}

extension ItemID {
    /// The identity of a local picture, or of an entry of a feed that has no guid and no page, by its picture.
    static func picture(_ name: String) -> ItemID {
        if name.hasPrefix("/") { return ItemID(FeedItem(title: "", picture: .local(FilePath(name)))) }
        return ItemID(rawValue: UInt32(truncatingIfNeeded: StoredBytes(Array(name.utf8)).digest))
    }
}

extension ReadingPosition {
    init(picture: String, index: Int) { self.init(item: .picture(picture), index: index) }
}

extension UserState {
    /// Returns the state of another run, once its file is read, and what is wrong with it.
    static func loaded(
        _ file: StateFile, isPictureOverruled: Bool = false
    ) async -> (state: UserState, message: String?) {
        let state = UserState(file: file, isPictureOverruled: isPictureOverruled)
        var result: String??
        state.load { result = .some($0) }
        await until("the file") { result != nil }
        return (state, result.flatMap(\.self))
    }
}

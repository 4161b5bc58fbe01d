import FeedTestSupport
import Glibc
import HalftoneCore
import TestSupport
import Testing

@testable import ImageFeeds

/// Subfolders as items.
@Suite(.endsInTime) struct FolderRowTests {
    private let folder = TemporaryDirectory()

    private func items(isRecursive: Bool = false, limits: FeedLimits = FeedLimits()) async throws -> FeedItems {
        var options = FeedOptions()
        (options.showsFolders, options.isRecursive) = (true, isRecursive)
        let reader = FeedReader(fetcher: FakeNetwork(), limits: limits, options: options)
        return try await reader.items(of: [.path(folder.path)]).items
    }

    private func write(_ names: String...) { for name in names { folder.write([1], to: name) } }

    @Test func `folders come before pictures, each with the number of pictures in it`() async throws {
        for name in ["b10", "b2", ".hidden", "b2/deep"] { _ = folder.makeFolder(name) }
        write("a.png", "b2/1.png", "b2/2.JPG", "b2/notes.txt", "b2/.3.png", ".hidden/4.png", "text.txt")
        let items = try await items()
        #expect(items.map(\.title) == ["b2/", "b10/", "a.png"])
        #expect(items.map(\.pictureCount) == [2, 0, nil])
        #expect(items[0].picture == .folder(FilePath("\(folder.path)/b2")) && items[0].isFolder)
        #expect(items[2].picture.isPicture && !items[0].picture.isPicture)
    }

    @Test func `a folder that has only folders is no error`() async throws {
        _ = folder.makeFolder("inside")
        #expect(try await items().map(\.title) == ["inside/"])
        await #expect(throws: FeedError.noPictures(.folder)) { try await read(path: folder.path) }
    }

    @Test func `a recursive scan has no folder rows`() async throws {
        _ = folder.makeFolder("inside")
        write("inside/1.png")
        #expect(try await items(isRecursive: true).map(\.title) == ["inside/1.png"])
    }

    @Test func `a link to a folder is a folder, and a dead link is skipped`() async throws {
        _ = folder.makeFolder("real")
        write("real/1.png")
        symlink("real", "\(folder.path)/link")
        symlink("nowhere", "\(folder.path)/broken")
        let items = try await items()
        #expect(items.map(\.title) == ["link/", "real/"] && items[0].pictureCount == 1)
    }

    @Test func `folders over the limit of counted names have no number`() async throws {
        for name in ["a", "b"] {
            _ = folder.makeFolder(name)
            write("\(name)/1.png", "\(name)/2.png")
        }
        var limits = FeedLimits()
        limits.countedNames = 6  // `.` and `..` are names too
        // folders are counted in directory order
        #expect(try await items(limits: limits).map(\.pictureCount).compactMap(\.self) == [2])
    }
}

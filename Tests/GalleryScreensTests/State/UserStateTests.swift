import HalftoneCore
import ImageFeeds
import TestSupport
import Testing

@testable import GalleryScreens
@testable import ScreenKit

/// The state of earlier runs and of this one, and how the runs of several galleries are merged.
@MainActor @Suite(.endsInTime) struct UserStateTests {
    private let folder = TemporaryDirectory()
    private var file: StateFile { StateFile(folder: folder.path) }

    private func id(_ number: Int) -> ItemID { ItemID(FeedItem(title: "\(number)", picture: .missing)) }

    @Test func `two galleries at once lose nothing of each other`() async {
        let (first, second) = (UserState(file: file), UserState(file: file))
        first.stored.pictures["kitty"] = .best
        second.stored.pictures["foot"] = .half
        first.stored.read.mark(id(1), of: "source", isRead: true)
        second.stored.read.mark(id(2), of: "source", isRead: true)
        #expect(first.save() == [] && second.save() == [])
        let (state, message) = await UserState.loaded(file)
        #expect(message == nil && state.pictures(on: "kitty") == .best && state.pictures(on: "foot") == .half)
        #expect(state.pictures(on: "xterm") == nil)
        let read = state.stored.read["source"]
        #expect([1, 2, 3].map { read.state(of: id($0)) } == [.read, .read, .unread])
    }

    /// Regression: what one of them had chosen was lost with the rest of the layout.
    @Test func `the layout of one gallery and the order of another are both kept`() async {
        let (first, second) = (UserState(file: file), UserState(file: file))
        first.changeLayout(of: "source") { $0.layout = .grid }
        second.changeLayout(of: "source") { $0.order = .title }
        #expect(first.save() == [] && second.save() == [])
        let layout = await UserState.loaded(file).state.stored.layouts["source"]
        #expect(layout?.layout == .grid && layout?.order == .title)
    }

    /// Regression: a position that was the same again was not written, so its source was not among the latest ones.
    @Test func `a position that has not changed is that of the gallery that ended last`() async {
        func leave(_ source: SourceID, at number: Int, in state: UserState) {
            state.stored.positions[source] = ReadingPosition(item: id(number), index: number)
        }
        let first = UserState(file: file)
        for source in ["a", "b"] as [SourceID] { leave(source, at: 1, in: first) }
        #expect(first.save() == [])
        let (second, third) = (await UserState.loaded(file).state, await UserState.loaded(file).state)
        leave("a", at: 2, in: second)
        leave("a", at: 1, in: third)
        #expect(second.save() == [] && third.save() == [])
        let others = UserState(file: file)
        for number in 1..<Latest<SourceID, ReadingPosition>.maxCount {
            leave(SourceID(hashing: "\(number)"), at: 3, in: others)
        }
        #expect(others.save() == [])
        let positions = file.load().state.positions
        #expect(positions["a"]?.index == 1 && positions["b"] == nil, "the one that was left last is kept")
    }

    /// Regression: only the items of the last time that a source was left were known.
    @Test func `items that were seen earlier in the run are not new in the next`() async {
        let state = UserState(file: file)
        state.stored.read.leave("source", having: [id(1), id(2)])
        state.stored.read.leave("source", having: [id(3)])
        #expect(state.save() == [])
        let read = await UserState.loaded(file).state.stored.read["source"]
        #expect(
            (1...4).map { read.state(of: FeedItem(title: "\($0)", picture: .missing)) } == [
                .unread, .unread, .unread, .new,
            ])
    }

    /// Regression: without a lock the second writer read the file before the first had replaced it.
    @Test func `many galleries that write at the same time lose nothing`() async throws {
        var patient = file
        patient.timeout = .seconds(60)
        let file = patient
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    _ = try await blocking { try file.update { $0.pictures["\(number)"] = .best } }
                }
            }
            try await group.waitForAll()
        }
        let pictures = file.load().state.pictures
        #expect((0..<20).allSatisfy { pictures["\($0)"] == .best })
    }

    @Test func `an option comes before the choices of earlier runs, not before those of this one`() async {
        let first = UserState(file: file)
        first.stored.pictures["kitty"] = .best
        #expect(first.save() == [])
        let state = await UserState.loaded(file, isPictureOverruled: true).state
        #expect(state.pictures(on: "kitty") == nil)
        state.chosenPictures = .half
        #expect(state.pictures(on: "kitty") == .half)
    }

    @Test func `changes that are made before the file is read stay`() async {
        let first = UserState(file: file)
        first.stored.pictures["kitty"] = .best
        first.stored.read.mark(id(1), of: "source", isRead: true)
        #expect(first.save() == [])
        let second = UserState(file: file)
        var isLoaded = false
        second.load { _ in isLoaded = true }
        second.stored.pictures["kitty"] = .half
        second.stored.read.mark(id(2), of: "source", isRead: true)
        await until("the file") { isLoaded }
        #expect(second.pictures(on: "kitty") == .half)
        #expect([1, 2].allSatisfy { second.stored.read["source"].state(of: id($0)) == .read })
    }

    @Test func `a state that cannot be saved is reported with the option against it`() {
        folder.write([], to: "file")
        let state = UserState(file: StateFile(folder: folder.path + "/file"))
        state.stored.pictures["kitty"] = .best
        let complaints = state.save()
        #expect(complaints.count == 1 && complaints[0].hasPrefix("reading state not saved: "))
        #expect(complaints[0].hasSuffix("(--no-resume turns it off)"))
    }

    @Test func `without a file choices last for the run, and nothing is known of sources`() {
        let state = UserState()
        state.stored.pictures["kitty"] = .best
        #expect(state.save() == [] && state.pictures(on: "kitty") == .best)
        #expect(state.id(of: [FeedSource.path("/a")]) == nil)
    }

    @Test func `a source that is left again and again keeps what was read`() {
        let state = UserState(file: file)
        for number in 0..<100 {
            state.stored.read.mark(id(number % 10), of: "source", isRead: true)
            state.stored.read.leave("source", having: [id(number)])
            state.stored.read.leave("other", having: [id(number)])
        }
        #expect(state.save() == [])
        let read = file.load().state.read
        #expect(read["source"].state(of: id(9)) == .read && read["other"].state(of: id(100)) == .new)
    }

    @Test func `an item that one gallery marks as unread stays so, and what another has read meanwhile stays read`()
        async
    {
        let first = UserState(file: file)
        for number in [1, 2] { first.stored.read.mark(id(number), of: "source", isRead: true) }
        #expect(first.save() == [])
        let (second, third) = (await UserState.loaded(file).state, await UserState.loaded(file).state)
        second.stored.read.mark(id(1), of: "source", isRead: false)
        third.stored.read.mark(id(3), of: "source", isRead: true)
        third.stored.read.leave("source", having: [id(1)])
        second.stored.read.leave("source", having: [id(2)])
        #expect(third.save() == [] && second.save() == [])
        let read = file.load().state.read["source"]
        #expect((1...4).map { read.state(of: id($0)) } == [.unread, .read, .read, .new])
    }

    @Test func `a source is the same, whatever folder it is named from, with and without a password`() {
        let here = SourceID([.path("pictures")])
        #expect(here == SourceID([.path(FilePath("pictures").absolute())]))
        #expect(here == SourceID([.path("./pictures")]) && here != SourceID([.path("/you/pictures")]))
        #expect(SourceID([.path("a"), .standardInput]) == nil)
        #expect(SourceID([.path("a"), .path("b")]) != SourceID([.path("a")]))
        let secret = SourceID([.url("http://bob:secret@h.test/x")])
        #expect(secret == SourceID([.url("http://h.test/x")]))
    }
}

import ImageFeeds
import ScreenKit

/// The user's state of earlier runs and of this one.
///
/// The file is read at the start, and at the end it is read again, changed as this run has changed the state, and
/// replaced, so that changes of another gallery are kept. Main actor.
@MainActor
package final class UserState {
    /// The file; `nil` if nothing is remembered.
    private let file: StateFile?
    private let workingDirectory: String
    /// Whether sources are the same in the next run.
    private let remembersSources: Bool
    /// Whether choices of `P` in earlier runs do not count, because an option names the method.
    private let isPictureOverruled: Bool
    private let loading = LatestTask()
    private(set) var stored = StoredState()
    private(set) var changes = Changes()
    private var ids: [FeedSource: SourceID?] = [:]
    /// The choice of this run.
    var chosenPictures: PictureMethods.Choice?

    /// The changes of this run.
    struct Changes: Equatable {
        var positions = Latest<SourceID, ReadingPosition>()
        var layouts = Latest<SourceID, SourceLayout>()
        var pictures = Latest<String, PictureMethods.Choice>()
        /// Whether items are read; the last time says all.
        var read: [SourceID: [ItemID: Bool]] = [:]
        /// The items with which sources were left; the last time says all.
        var left: [SourceID: [ItemID]] = [:]

        func make(on state: inout StoredState) {
            state.positions.merge(positions)
            state.layouts.merge(layouts) { $0.adopting($1) }
            state.pictures.merge(pictures)
            for (source, items) in read {
                for (item, isRead) in items { state.read.make(isRead ? .read(item, source) : .unread(item, source)) }
            }
            for (source, items) in left { state.read.make(.left(source, having: items)) }
        }
    }

    package init(
        file: StateFile? = nil, workingDirectory: String = "/", remembersSources: Bool = true,
        isPictureOverruled: Bool = false
    ) {
        (self.file, self.workingDirectory) = (file, workingDirectory)
        (self.remembersSources, self.isPictureOverruled) = (remembersSources && file != nil, isPictureOverruled)
    }

    /// Reads the file on another thread, so that a slow disk does not delay key input. `done` gets what is wrong with
    /// the file, or `nil`.
    func load(then done: @escaping @MainActor (String?) -> Void) {
        guard let file else { return done(nil) }
        loading.run(isLong: true) { _ in
            file.load()
        } then: { [weak self] loaded in
            guard let self else { return }
            stored = loaded.state
            changes.make(on: &stored)
            done(loaded.message)
        }
    }

    /// Writes the changes of this run. Returns the errors.
    func save() -> [String] {
        guard let file, changes != Changes() else { return [] }
        do throws(Failure) {
            return [try file.update(changes.make)].compactMap(\.self)
        } catch {
            return ["reading state not saved: \(error) (--no-resume turns it off)"]
        }
    }

    // MARK: - Sources

    /// Returns the identity of sources that are opened together; `nil` if nothing about them is remembered.
    package func id(of sources: [FeedSource]) -> SourceID? {
        remembersSources ? SourceID(sources, workingDirectory: workingDirectory) : nil
    }

    /// Returns the identity of a source; `nil` if it has no read state. Pictures that are sources themselves have none.
    func id(of source: FeedSource?) -> SourceID? {
        guard let source else { return nil }
        if let known = ids[source] { return known }
        let id = id(of: [source])
        ids.updateValue(id, forKey: source)
        return id
    }

    // MARK: - Positions and layouts

    func position(on page: Page) -> ReadingPosition? { page.name.flatMap { stored.positions[$0] } }

    /// Notes that a page is left: its position, and its items as seen.
    func leave(_ page: Page) {
        if let name = page.name, let position = page.positionToRemember {
            stored.positions[name] = position
            changes.positions[name] = position
        }
        leave(page.list.items)
    }

    /// Changes what is remembered of how sources are shown.
    func changeLayout(of name: SourceID?, _ change: (inout SourceLayout) -> Void) {
        guard let name else { return }
        let before = stored.layouts[name] ?? SourceLayout()
        var after = before
        change(&after)
        stored.layouts[name] = after
        changes.layouts[name] = (changes.layouts[name] ?? SourceLayout()).adopting(before.choices(in: after))
    }

    // MARK: - The method of drawing pictures

    /// Returns the choice that counts on a terminal; `nil` if there is none.
    package func pictures(on terminal: String) -> PictureMethods.Choice? {
        chosenPictures ?? changes.pictures[terminal] ?? (isPictureOverruled ? nil : stored.pictures[terminal])
    }

    /// Returns whether the key was ever pressed on a terminal.
    func hasPictures(on terminal: String) -> Bool { chosenPictures != nil || stored.pictures[terminal] != nil }

    func choose(_ choice: PictureMethods.Choice, on terminal: String) {
        stored.pictures[terminal] = choice
        changes.pictures[terminal] = choice
    }

    // MARK: - Read marks

    func make(_ change: ReadMarks.Change) {
        switch change {
        case .read(let item, let source): changes.read[source, default: [:]][item] = true
        case .unread(let item, let source): changes.read[source, default: [:]][item] = false
        case .left(let source, let items):
            let (present, earlier) = (Set(items), changes.left[source] ?? [])
            let others = earlier.filter { !present.contains($0) }
            changes.left[source] = items + others.prefix(max(0, ReadMarks.maxSeen - items.count))
        }
        stored.read.make(change)
    }
}

import ImageFeeds
import ScreenKit

/// The user's state of earlier runs and of this one.
///
/// The file is read at the start. At the end it is read again, changed as this run has changed the state, and replaced,
/// so that changes of another gallery are kept. Main actor.
@MainActor
final class UserState {
    /// The file; `nil` if nothing is remembered.
    private let file: StateFile?
    /// Whether sources are the same in the next run.
    private let remembersSources: Bool
    /// Whether choices of `P` in earlier runs do not count, because an option names the method.
    private let isPictureOverruled: Bool
    private let loading = LatestTask()
    var stored = StoredState()
    /// The state as it was read, from which that of this run differs by its changes.
    private var base = StoredState()
    private var ids: [FeedSource: SourceID?] = [:]
    /// The choice of this run, which is stored at its end: the terminal may report its name after the key was pressed.
    var chosenPictures: PictureMethods.Choice?

    init(
        file: StateFile? = nil, remembersSources: Bool = true, isPictureOverruled: Bool = false
    ) {
        self.file = file
        (self.remembersSources, self.isPictureOverruled) = (remembersSources, isPictureOverruled)
    }

    /// Reads the file on another thread, so that a slow disk does not delay key input. `done` gets what is wrong with
    /// the file, or `nil`.
    func load(then done: @escaping @MainActor (String?) -> Void) {
        guard let file else { return done(nil) }
        loading.run(isLong: true) { _ in
            file.load()
        } then: { [weak self] loaded in
            guard let self else { return }
            let mine = stored
            stored = loaded.state
            stored.merge(mine, since: base)
            base = loaded.state
            done(loaded.message)
        }
    }

    /// Writes the changes of this run. Returns the errors.
    func save() -> [String] {
        guard let file, stored != base else { return [] }
        do throws(Failure) {
            return [try file.update { $0.merge(stored, since: base) }].compactMap(\.self)
        } catch {
            return ["reading state not saved: \(error) (--no-resume turns it off)"]
        }
    }

    // MARK: - Sources

    /// Returns the identity of sources that are opened together; `nil` if nothing about them is remembered.
    func id(of sources: [FeedSource]) -> SourceID? {
        remembersSources && file != nil ? SourceID(sources) : nil
    }

    /// Returns the identity of a source; `nil` if it has no read state. Pictures that are sources themselves have none.
    func id(of source: FeedSource?) -> SourceID? {
        guard let source else { return nil }
        if let known = ids[source] { return known }
        let id = id(of: [source])
        ids.updateValue(id, forKey: source)
        return id
    }

    /// Returns why a source has no read state; `nil` if it has one.
    func reasonForNone(of source: FeedSource?) -> String? {
        guard id(of: source) == nil else { return nil }
        if !remembersSources { return "demo feed" }
        if file == nil { return "--no-resume" }
        return source == nil ? "picture opened by itself" : "standard input"
    }

    // MARK: - Read and unread items

    func state(of entry: Page.Entry) -> ReadMarks.State {
        id(of: entry.source).map { stored.read[$0].state(of: entry.item) } ?? .read
    }

    func sources(_ sources: some Sequence<FeedSource?>) -> [FeedSource: ReadMarks.Source] {
        var known: [FeedSource: ReadMarks.Source] = [:]
        for case let source? in sources where known[source] == nil {
            known[source] = id(of: source).map { stored.read[$0] }
        }
        return known
    }

    /// Marks an item as read or unread. Returns whether that changed anything.
    @discardableResult
    func mark(_ entry: Page.Entry, isRead: Bool) -> Bool {
        guard let source = id(of: entry.source), (state(of: entry) == .read) != isRead else { return false }
        stored.read.mark(ItemID(entry.item), of: source, isRead: isRead)
        return true
    }

    // MARK: - Positions and layouts

    func position(on page: Page) -> ReadingPosition? { page.name.flatMap { stored.positions[$0] } }

    /// Notes that a page is left: its position, and its items as seen.
    func leave(_ page: Page) {
        if let name = page.name, let position = page.positionToRemember {
            stored.positions[name] = position
        }
        let items = page.list.items
        var left: [SourceID: [ItemID]] = [:]
        for (source, range) in items.runs {
            guard let id = id(of: source), left[id, default: []].count <= ReadMarks.maxSeen else { continue }
            left[id, default: []] += range.prefix(ReadMarks.maxSeen + 1).map { ItemID(items[$0]) }
        }
        for (source, items) in left { stored.read.leave(source, having: items) }
    }

    /// Changes what is remembered of how sources are shown.
    func changeLayout(of name: SourceID?, _ change: (inout SourceLayout) -> Void) {
        guard let name else { return }
        var layout = stored.layouts[name] ?? SourceLayout()
        change(&layout)
        stored.layouts[name] = layout
    }

    // MARK: - The method of drawing pictures

    /// Returns the choice that counts on a terminal; `nil` if there is none.
    func pictures(on terminal: String) -> PictureMethods.Choice? {
        chosenPictures ?? (isPictureOverruled ? nil : stored.pictures[terminal])
    }
}

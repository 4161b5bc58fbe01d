import ImageFeeds

/// The items read in earlier runs and in this one, and their file: `read.json` among the state files.
///
/// The file is read at the start, and read again and replaced at the end, so that changes of another gallery are kept.
/// A file of a later version is never replaced. Main actor.
@MainActor
final class ReadMemory {
    private let file: StateFile
    private let workingDirectory: String
    private let loading = LatestTask()
    private(set) var marks = ReadMarks()
    /// The changes of this run, for ``save()``.
    private var changes: [ReadMarks.Change] = []
    private var ids: [FeedSource: ReadMarks.SourceID?] = [:]
    /// Counts the changes.
    private(set) var version = 0

    init(folder: String, workingDirectory: String) {
        file = StateFile(folder: folder, name: "read.json", maxBytes: 1 << 24)
        self.workingDirectory = workingDirectory
    }

    /// Reads the file on another thread. `done` gets the error, or `nil`.
    func load(then done: @escaping @MainActor (String?) -> Void) {
        loading.run(isLong: true) { [file] _ in
            Self.read(file)
        } then: { [weak self] result in
            guard let self else { return }
            if case .success(let marks) = result { adopt(marks) }
            if case .failure(let problem) = result { done(sentence(problem)) } else { done(nil) }
        }
    }

    private func adopt(_ marks: ReadMarks) {
        self.marks = marks
        for change in changes { self.marks.make(change) }
        version += 1
    }

    private nonisolated static func read(_ file: StateFile) -> Result<ReadMarks, ReadMarks.Problem> {
        let bytes: [UInt8]?
        do throws(Failure) {
            bytes = try file.read()
        } catch {
            return .failure(.unreadable("\(error)"))
        }
        guard let bytes else { return .failure(.damaged) }
        guard !bytes.isEmpty else { return .success(ReadMarks()) }
        return Result { () throws(ReadMarks.Problem) in try ReadMarks(bytes) }
    }

    private func sentence(_ problem: ReadMarks.Problem) -> String {
        switch problem {
        case .damaged: "\(file.path): damaged; read marks are lost"
        case .unreadable(let reason): "\(reason); read marks are not saved"
        case .laterVersion: "\(file.path): written by a later version; read marks are not saved"
        }
    }

    // MARK: - Items

    /// Returns the identity of a source; `nil` if it has no read state. Pictures that are sources themselves have none.
    func id(of source: FeedSource?) -> ReadMarks.SourceID? {
        guard let source else { return nil }
        if let known = ids[source] { return known }
        let id = ReadMarks.SourceID(source, workingDirectory: workingDirectory)
        ids.updateValue(id, forKey: source)
        return id
    }

    func state(of entry: Page.Entry) -> ReadMarks.State {
        id(of: entry.source).map { marks[$0].state(of: entry.item) } ?? .read
    }

    /// Returns the read state of the given sources.
    func sources(_ sources: some Sequence<FeedSource?>) -> [FeedSource: ReadMarks.Source] {
        var known: [FeedSource: ReadMarks.Source] = [:]
        for case let source? in sources where known[source] == nil { known[source] = id(of: source).map { marks[$0] } }
        return known
    }

    /// Marks an item as read or unread. Returns whether that changed anything.
    @discardableResult
    func mark(_ entry: Page.Entry, isRead: Bool) -> Bool {
        guard let source = id(of: entry.source), (state(of: entry) == .read) != isRead else { return false }
        let item = ReadMarks.ItemID(entry.item)
        make(isRead ? .read(item, source) : .unread(item, source))
        return true
    }

    /// Notes the items of a page as seen.
    func leave(_ items: FeedItems) {
        var left: [ReadMarks.SourceID: [ReadMarks.ItemID]] = [:]
        for (source, range) in items.runs {
            guard let id = id(of: source), left[id, default: []].count <= ReadMarks.mostSeen else { continue }
            left[id, default: []] += range.prefix(ReadMarks.mostSeen + 1).map { ReadMarks.ItemID(items[$0]) }
        }
        for (source, items) in left { make(.left(source, having: items)) }
    }

    private func make(_ change: ReadMarks.Change) {
        changes.append(change)
        marks.make(change)
        version += 1
    }

    /// Writes the changes of this run. Returns the error, or `nil`.
    func save() -> String? {
        guard !changes.isEmpty else { return nil }
        switch Self.read(file) {
        case .failure(.damaged): adopt(ReadMarks())
        case .failure(let problem): return sentence(problem)
        case .success(let marks): adopt(marks)
        }
        do throws(Failure) {
            try file.write(marks.bytes)
            return nil
        } catch {
            return "read marks not saved: \(error) (--no-resume turns it off)"
        }
    }
}

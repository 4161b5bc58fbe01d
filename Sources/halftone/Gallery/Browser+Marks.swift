import ImageFeeds

/// Marks and read state.
extension Browser {
    func toggleMark() {
        guard let item = page.selectedEntry?.item else { return }
        guard !item.isFolder else { return say("folders cannot be marked; \(keys.name(of: .open)) opens") }
        mark(.toggle(item, of: page.sources))
    }

    /// Marks all pictures that are shown, or removes their marks if all are marked.
    func toggleAllMarks() { if page.count > 0 { mark(.toggleAll(page.list, of: page.sources)) } }

    func undoMarks() { mark(.undo) }

    private func mark(_ change: Marking.Change) {
        marking.perform(change) { [weak self] change, isDone in
            guard let self else { return }
            guard isDone else { return say("no marks to undo") }
            tell(.marks)
            marking.count(on: page, since: change) { [weak self] in
                guard let self else { return }
                tell(.marks)
                if case .toggle = change { return }
                say(marking.tally.words)
            }
        }
        if marking.isChanging { say("marking …") }
    }

    func countMarks() { marking.count(on: page) { [weak self] in self?.tell(.marks) } }
}

// MARK: - Read and unread

extension Browser {
    func states(of items: FeedItems, on page: Page) -> ItemStates {
        ItemStates(marks: marks, failed: page.failed, reads: reads?.sources(items.runs.map(\.source)) ?? [:])
    }

    func readState(of entry: Page.Entry) -> ReadMarks.State { reads?.state(of: entry) ?? .read }

    /// Returns the sign of an unread item; `nil` for none. Local files have one only while they are new, because few
    /// files of a folder are ever opened.
    func readSign(of entry: Page.Entry) -> String? {
        let state = readState(of: entry)
        switch (entry.item.picture, state) {
        case (.local, .unread), (.folder, .unread): return nil
        case (.local, _), (.folder, _), (.remote, _), (.missing, _): return environment.sign(of: state)
        }
    }

    /// Notes that an item was opened, here or in another program.
    func didOpen(_ entry: Page.Entry) {
        if reads?.mark(entry, isRead: true) == true { tell(.marks) }
    }

    func toggleRead() {
        guard let entry = page.selectedEntry else { return }
        guard let reads, reads.id(of: entry.source) != nil else { return say("read marks are not saved here") }
        let isRead = reads.state(of: entry) == .read
        reads.mark(entry, isRead: !isRead)
        tell(.marks)
        say(isRead ? "unread" : "read")
    }
}

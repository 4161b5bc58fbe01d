import ImageFeeds

/// Leading the reader back to where he was, and remembering where he is.
extension GalleryRun {
    func restore(_ place: Places.Place) {
        gallery.restore(place) { [weak self] in self?.showPlace() }
    }

    /// What has come may have the place that was looked for in vain; unless the reader has begun to look around.
    func restoreAgain() {
        guard root.isAtPlace else { return }
        gallery.restoreAgain { [weak self] in self?.showPlace() }
    }

    func showPlace() {
        root.showPlace()
        gallery.say("where you were; \(Action.top.keyName) goes to the first picture")
    }

    /// The place is on a page that has not been read yet.
    func readOnToPlace() {
        guard gallery.wantsPageForPlace, root.isAtPlace, case .page = sources.following else { return }
        sources.didMove(to: gallery.count, of: gallery.count)
        gallery.say("reading on to where you were …")
    }

    static func name(ofLinked feed: FeedSource) -> Places.Name? { Places.name(of: [feed], workingDirectory: "") }

    /// Where the reader is, for when he comes back.
    func note(_ place: Places.Place?, of source: FeedSource?) {
        guard let memory, let place else { return }
        guard let source else { return visited.remember(place, in: memory.source) }
        if let name = Self.name(ofLinked: source) { visited.remember(place, in: name) }
    }

    func rememberPlaces() {
        for level in gallery.levels.levels { note(level.placeToRemember, of: level.source) }
        note(gallery.placeToRemember, of: gallery.source)
        guard let memory, visited != Places() else { return }
        do throws(FileSavingError) {
            try memory.file.remember(visited)
        } catch {
            notes.append("the place is not remembered: \(error); --forget-places asks for no place at all")
        }
    }
}

import Basis
import ImageFeeds

/// What the sources bring.
extension GalleryRun {
    func take(_ news: GallerySources.News) {
        while gallery.levels.depth > sources.depth {
            note(gallery.placeToRemember, of: gallery.source)
            guard let place = gallery.leave() else { break }
            root.list.stage.restore(place)
        }
        switch news {
        case .opened(let result): open(result)
        // The linked feed that was asked for again is shown only now.
        case .refreshed(let result) where gallery.model.items.isEmpty || gallery.levels.depth < sources.depth:
            open(result)
        case .grown(let growth): take(growth)
        case .returned: root.deeds?.didMove()  // the page that was being read is read now
        case .refreshed(let result):
            gallery.refresh(result.items) { [weak self] in
                guard let self else { return }
                if result.pending.isEmpty {
                    gallery.say(result.isUnchanged ? "nothing has changed" : "\(result.items.count) pictures")
                }
                root.deeds?.showActivity()
                report(result.failures)
            }
        case .renewed(let result): renew(result)
        case .held(let result):
            gallery.say("there is something new; \(Action.refreshAll.keyName) shows it")
            report(result.failures)
        case .page(let page):
            let before = gallery.count
            if gallery.append(page.items) { root.didGrow(by: [before..<gallery.count]) }
            restoreAgain()
            report(page.failures)
        case .failed(let error): fail(error)
        }
        root.deeds?.showActivity()
        loop.turn()
    }

    /// More has come of what is being read.
    func showArriving() {
        root.deeds?.showActivity()
        loop.turn()
    }

    /// More of what was opened has come.
    private func take(_ growth: GallerySources.Growth) {
        let count = growth.insertions.reduce(0) { $0 + $1.count }
        if count > 0 {
            if gallery.insert(growth.insertions, of: growth.items) { root.didGrow(by: growth.insertions) }
            gallery.say(count == 1 ? "1 more picture" : "\(count) more pictures")
        }
        restoreAgain()
        retitle(growth.result)
        if growth.result.pending.isEmpty, gallery.model.place == 0 { hint(at: growth.result) }
        report(growth.failures)
    }

    private func open(_ result: FeedResult) {
        renewed = 0
        if gallery.levels.depth < sources.depth, let feed = sources.sources.first {
            gallery.enter(result.items, of: feed, title: result.title, from: root.list.stage.scrollPlace)
            if memory != nil, let name = Self.name(ofLinked: feed) {
                (visited[name] ?? remembered[name]).map(restore)
            }
        } else {
            let isFirst = gallery.model.items.isEmpty
            gallery.open(result.items, title: lab != nil ? nil : result.title)
            if isFirst, let place = memory.flatMap({ remembered[$0.source] }) { restore(place) }
        }
        // Of what was kept it is said when its server has answered.
        if gallery.model.place == 0, !result.isKept { hint(at: result) }
        report(result.failures)
    }

    /// What was opened was kept; this is what the sources have now.
    private func renew(_ result: FeedResult) {
        retitle(result)
        gallery.refresh(result.items) { [weak self] in
            guard let self else { return }
            renewed += gallery.added
            if result.pending.isEmpty, renewed > 0 {
                gallery.say(renewed == 1 ? "1 new picture" : "\(renewed) new pictures")
            }
            root.deeds?.showActivity()
            report(result.failures)
        }
    }

    /// A source may have another name than it had.
    private func retitle(_ result: FeedResult) {
        if lab == nil, let title = result.title, !title.isEmpty { gallery.title = title }
    }

    /// What else the sources have, and how to see it.
    private func hint(at result: FeedResult) {
        let (hidden, feeds) = (result.hiddenEntries, result.linkedFeeds.count)
        if hidden > 0 {
            gallery.say(
                (hidden == 1 ? "1 entry without a picture is hidden" : "\(hidden) entries without pictures are hidden")
                    + "; \(Action.hiddenEntries.keyName) shows them")
        } else if feeds > 0 {
            gallery.say(
                (feeds == 1 ? "this page names a feed" : "this page names \(feeds) feeds")
                    + "; \(Action.linkedFeeds.keyName) shows them")
        }
    }

    private func report(_ failures: [FeedFailure]) {
        complaints += failures.map(\.description).filter { !complaints.contains($0) }
        guard let failure = failures.first else { return }
        gallery.say(
            "\(failure)" + (sources.paging.hasFailed ? "; \(Action.retryFailed.keyName) tries again" : ""))
    }

    private func fail(_ error: FeedError) {
        // The only source's error does not name it; the error of several names them all.
        let isLinked = gallery.levels.depth < sources.depth
        let name = isLinked ? sources.sources.first?.description : nil
        let line = sources.sources.count == 1 ? "\(name ?? gallery.title): \(error)" : "\(error)"
        guard gallery.model.items.isEmpty else {  // what is there stays, and its sources with it
            if isLinked { _ = sources.goBack() }
            guard sources.isKept, !isLinked else { return gallery.say(line) }
            if !complaints.contains(line) { complaints.append(line) }
            return gallery.say(line + "; this is what it had before")
        }
        let entries =
            error.isAboutEntries ? "\(Action.hiddenEntries.keyName) shows entries without pictures, " : ""
        let onward = sources.paging.hasFailed ? "\(Action.retryFailed.keyName) reads on, " : ""
        let hint =
            onward + "\(Action.refreshAll.keyName) reads again, " + entries
            + "\(Action.help.keyName) shows all keys, \(Action.quit.keyName) quits"
        root.list.show(message: line, hint: hint, style: Theme.error)
        if !hasNothingToShow { complaints.append(line) }
        hasNothingToShow = true
    }
}

extension FeedError {
    /// Whether there may be entries without pictures.
    fileprivate var isAboutEntries: Bool {
        switch self {
        case .noPictures(.feed), .noPicturesSoFar: true
        default: false
        }
    }
}

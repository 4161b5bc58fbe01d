import HalftoneCore
import ImageFeeds

/// Saving pictures, also when the gallery ends.
extension GalleryCommands {
    func listenToSaving() {
        saving.didAdvance = { [weak self] progress in self?.show(progress) }
        saving.didEnd = { [weak self] outcome in self?.end(outcome) }
    }

    func save(_ items: [FeedItem]) { _ = saving.add(items) }

    private func show(_ progress: SaveQueue.Progress) {
        let end = isQuitting ? " then quitting; \(browser.keys.name(of: .quit)) quits now" : ""
        root.show(saving: progress.words + end)
    }

    private func end(_ outcome: SaveQueue.Outcome) {
        root.show(saving: nil)
        browser.say(Self.report(outcome, browser.settings.saveDirectory))
        guard isQuitting else { return }
        // The screen closes before the message can be read.
        unsaved += outcome.failures.map { "not saved: \(TextSanitizer.sentence($0))" }
        root.didAsk(.quit)
    }

    /// Quits when saving is complete; a second call quits immediately.
    func quit() {
        guard let progress = saving.progress, !isQuitting else { return root.didAsk(.quit) }
        isQuitting = true
        show(progress)
    }

    /// Cancels saving. Returns a line for each failure and the pictures not saved.
    func endSaving() -> [String] {
        let rest = saving.giveUp()
        guard let first = rest.first else { return unsaved }
        let title = TextSanitizer.sentence(first.title)
        return unsaved
            + [rest.count == 1 ? "not saved: \(title)" : "not saved: \(rest.count) pictures, from \(title) on"]
    }

    private static func report(_ outcome: SaveQueue.Outcome, _ folder: String) -> String {
        let (saved, there, failures) = (outcome.saved, outcome.there, outcome.failures)
        let done = [
            saved.count == 1 ? "saved as \(saved[0])" : saved.isEmpty ? nil : "\(saved.count) saved",
            there.count == 1 ? "already saved as \(there[0])" : there.isEmpty ? nil : "\(there.count) already there",
        ].compactMap(\.self)
        let place = TextSanitizer.clean(folder == "." ? "this folder" : folder)
        let failed = failures.first.map { failure in
            (failures.count == 1 ? "" : "\(failures.count) ") + "not saved: \(TextSanitizer.sentence(failure))"
        }
        return [done.isEmpty ? nil : done.joined(separator: ", ") + " in \(place)", failed].compactMap(\.self)
            .joined(separator: "; ")
    }
}

import HalftoneCore
import Dispatch
import ImageFeeds
import ScreenKit
import TerminalScreen

/// The commands of the gallery beyond its screen: saving, copying, other programs, quitting.
@MainActor
final class GalleryCommands {
    private let browser: Browser
    private let saving: SaveQueue
    /// Whether the gallery ends when saving is complete.
    private var isQuitting = false
    /// The last command, the initial text of the next prompt.
    private var lastCommand = ""
    /// Runs a program on the terminal, and waits for a key after it.
    var runProgram: @MainActor ([FilePath]) -> SpawnedProcess.End = { ForegroundProgram.run($0) }
    var awaitEnter: @MainActor (String) -> Void = { ForegroundProgram.awaitEnter($0) }
    private unowned let root: RootView

    init(browser: Browser, root: RootView) {
        (self.browser, self.root) = (browser, root)
        let (manager, folder) = (browser.manager, browser.settings.saveDirectory)
        saving = SaveQueue { item, token in
            try await PictureSaver(folder: folder, manager: manager).save(item, token)
        }
        saving.didAdvance = { [weak self] progress in self?.show(progress) }
        saving.didEnd = { [weak self] outcome in self?.end(outcome) }
    }

    // MARK: - Saving

    func save() { if let entry = browser.page.pinnedEntry() { saving.add([entry.item]) } }

    func saveMarked() {
        browser.marking.finish()
        let marked = browser.marks.itemsWithSources
        guard !marked.isEmpty else { return browser.flash("nothing marked; \(browser.keys.name(of: .mark)) marks") }
        let guardian = browser.page.reader.environment.guardian
        for (item, source) in marked { guardian?.trust(item, of: source) }  // it may never have been shown
        saving.add(marked.map(\.item))
    }

    private func show(_ progress: SaveQueue.Progress) {
        let end = isQuitting ? " then quitting; \(browser.keys.name(of: .quit)) quits now" : ""
        root.footer.savingText = progress.words + end
    }

    private func end(_ outcome: SaveQueue.Outcome) {
        root.footer.savingText = nil
        browser.flash(Self.report(outcome, browser.settings.saveDirectory))
        if isQuitting { root.didAsk(.quit) }
    }

    private static func report(_ outcome: SaveQueue.Outcome, _ folder: String) -> String {
        let (saved, existing, failures) = (outcome.saved, outcome.existing, outcome.failures)
        let done = [
            saved.count == 1 ? "saved as \(saved[0])" : saved.isEmpty ? nil : "\(saved.count) saved",
            existing.count == 1
                ? "already saved as \(existing[0])" : existing.isEmpty ? nil : "\(existing.count) already there",
        ].compactMap(\.self)
        let place = TextSanitizer.clean(folder == "." ? "this folder" : folder)
        let failed = failures.first.map { failure in
            (failures.count == 1 ? "" : "\(failures.count) ") + "not saved: \(TextSanitizer.sentence(failure))"
        }
        return [done.isEmpty ? nil : done.joined(separator: ", ") + " in \(place)", failed].compactMap(\.self)
            .joined(separator: "; ")
    }

    // MARK: - Other programs

    /// Opens the page of the selected entry, or else its picture.
    func openPage() {
        guard let entry = browser.page.pinnedEntry() else { return }
        guard let name = entry.item.page.map(CopiedName.address) ?? CopiedName(absolute: entry.item) else {
            return browser.flash("nothing to open")
        }
        browser.markAsRead(entry)
        browser.flash("opening \(name)")
        browser.settings.opener.open(name) { [weak self] failure in
            guard let failure else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    self?.browser.flash("\(TextSanitizer.sentence(failure)); try another --opener")
                }
            }
        }
    }

    func copy() {
        guard let name = browser.page.pinnedEntry().flatMap({ CopiedName(absolute: $0.item) }) else {
            return browser.flash("no address to copy")
        }
        root.didAsk(.send(.clipboard(name.bytes)))
        browser.flash("copied \(name)")
    }

    // MARK: - A command on pictures

    /// Asks for a command for the marked pictures, or else for the selected one.
    func askForCommand() {
        browser.marking.finish()
        let marked = browser.marks.items
        let selected = browser.page.pinnedEntry().map { [$0.item] } ?? []
        let items = (marked.isEmpty ? selected : marked).filter { $0.picture.isPicture && CopiedName($0) != nil }
        guard !items.isEmpty else { return browser.flash("no picture to run a command on") }
        let words = marked.isEmpty ? "this picture" : "\(items.count) marked"
        root.prompt.ask("Run on \(words): ", text: lastCommand) { [weak self] text in
            guard let self, let text, !text.allSatisfy(\.isWhitespace) else { return }
            lastCommand = text
            do throws(Failure) {
                run(try PictureCommand(text, home: Variable.value(of: "HOME")), items)
            } catch {
                browser.flash("\(error)")
            }
        }
        root.prompt.note = "{} stands for the files or addresses"
    }

    /// Lends the terminal to the command, then reports its exit status and shows the files anew.
    private func run(_ command: PictureCommand, _ items: [FeedItem]) {
        let names = items.compactMap { CopiedName(absolute: $0) }.map { FilePath(bytes: $0.bytes) }
        let page = browser.page
        root.didAsk(
            .lend { [weak self, weak page] in
                guard let self else { return }
                let words = runProgram(command.arguments(for: names)).words(of: TextSanitizer.clean(command.name))
                awaitEnter(words)
                page?.didRewrite(Set(items.filter(\.isLocal).map(\.picture)))  // the command may have changed them
                browser.flash(words)
            })
    }

    // MARK: - The end

    /// Quits when saving is complete; a second call quits immediately.
    func quit() {
        guard let progress = saving.progress, !isQuitting else { return root.didAsk(.quit) }
        isQuitting = true
        show(progress)
    }

    /// Cancels saving. Returns a line for each failure and the pictures not saved.
    func endSaving() -> [String] {
        let rest = saving.cancel()
        let unsaved = saving.failures.map { "not saved: \(TextSanitizer.sentence($0.line))" }
        guard let first = rest.first else { return unsaved }
        let title = TextSanitizer.sentence(first.title)
        return unsaved
            + [rest.count == 1 ? "not saved: \(title)" : "not saved: \(rest.count) pictures, from \(title) on"]
    }
}

import HalftoneCore
import Dispatch
import ImageFeeds
import ImageLoading
import TerminalScreen

/// The commands of the gallery beyond its screen: saving, copying, other programs, quitting.
@MainActor
final class GalleryCommands {
    let browser: Browser
    let saving: SaveQueue
    /// Whether the gallery ends when saving is complete.
    var isQuitting = false
    /// The last command, the initial text of the next prompt.
    var lastCommand = ""
    /// Runs a program on the terminal, and waits for a key after it.
    var runProgram: @MainActor ([FilePath]) -> ForegroundProgram.End = { ForegroundProgram.run($0) }
    var awaitEnter: @MainActor (String) -> Void = { ForegroundProgram.awaitEnter($0) }
    /// Failures to save that the screen could not show.
    var unsaved: [String] = []
    unowned let root: RootView

    init(browser: Browser, downloader: ImageDownloader, root: RootView) {
        (self.browser, self.root) = (browser, root)
        let (manager, folder) = (browser.manager, browser.settings.saveDirectory)
        saving = SaveQueue { item, token in
            try await PictureSaver(folder: folder, manager: manager, downloader: downloader).save(item, token)
        }
        listenToSaving()
    }

    // MARK: - Saving

    func save() { if let entry = browser.page.selectedEntry { save([entry.item]) } }

    func saveMarked() {
        browser.marking.finish()
        let marked = browser.marks.itemsWithSources
        guard !marked.isEmpty else { return browser.say("nothing marked; \(browser.keys.name(of: .mark)) marks") }
        let guardian = browser.page.reader.environment.guardian
        for (item, source) in marked { guardian?.trust(item, of: source) }  // it may never have been shown
        save(marked.map(\.item))
    }

    // MARK: - Other programs

    /// Opens the page of the selected entry, or else its picture.
    func openPage() {
        guard let entry = browser.page.selectedEntry else { return }
        guard let name = entry.item.page.map(CopiedName.address) ?? CopiedName(absolute: entry.item) else {
            return browser.say("nothing to open")
        }
        browser.markAsRead(entry)
        browser.say("opening \(name)")
        browser.settings.opener.open(name) { [weak self] failure in
            guard let failure else { return }
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    self?.browser.say("\(TextSanitizer.sentence(failure)); try another --opener")
                }
            }
        }
    }

    func copy() {
        guard let name = browser.page.selectedEntry.flatMap({ CopiedName(absolute: $0.item) }) else {
            return browser.say("no address to copy")
        }
        root.didAsk(.send(.clipboard(name.bytes)))
        browser.say("copied \(name)")
    }
}

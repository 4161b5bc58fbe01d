import HalftoneCore
import ImageFeeds
import ScreenKit
import TerminalScreen

/// Running a command on pictures.
extension GalleryCommands {
    /// Asks for a command for the marked pictures, or else for the selected one.
    func askForCommand() {
        if let fetching {
            fetching.cancel()
            self.fetching = nil
            return browser.say("not run: cancelled while loading")
        }
        browser.marking.finish()
        let marked = browser.marks.items
        let selected = browser.page.selectedEntry.map { [$0.item] } ?? []
        let items = (marked.isEmpty ? selected : marked).filter(\.picture.isPicture)
        guard !items.isEmpty else { return browser.say("no picture to run a command on") }
        let words = marked.isEmpty ? "this picture" : "\(items.count) marked"
        root.prompt.ask("Run on \(words): ", text: lastCommand) { [weak self] text in
            guard let self, let text, !text.allSatisfy(\.isWhitespace) else { return }
            lastCommand = text
            begin(text, items)
        }
        root.prompt.note = "{} stands for the files"
    }

    private func begin(_ text: String, _ items: [FeedItem]) {
        do throws(Failure) {
            run(try PictureCommand(text, home: Variable.value(of: "HOME")), items)
        } catch {
            browser.say("\(error)")
        }
    }

    private func run(_ command: PictureCommand, _ items: [FeedItem]) {
        let isHere = items.allSatisfy { if case .local = $0.picture { true } else { false } }
        if !isHere {
            browser.say(
                "loading \(items.count == 1 ? "the picture" : "\(items.count) pictures") …; "
                    + "\(browser.keys.name(of: .run)) cancels"
            )
        }
        let page = browser.page
        fetching = Task { [weak self, weak page, copies] in
            let files: Result<[FilePath], any Error>
            do { files = .success(try await copies.files(of: items)) } catch { files = .failure(error) }
            guard let self, !Task.isCancelled else { return }
            fetching = nil
            switch files {
            case .success(let files): launch(command, files, items, of: page)
            case .failure(let error): browser.say("not run: \(TextSanitizer.sentence("\(error)"))")
            }
        }
    }

    /// Lends the terminal to the command, then reports its exit status and shows changed files anew.
    private func launch(_ command: PictureCommand, _ files: [FilePath], _ items: [FeedItem], of page: Page?) {
        root.didAsk(
            .lend { [weak self] in
                guard let self else { return }
                let before = files.map(FileVersion.init(of:))
                let words = runProgram(command.arguments(for: files)).words(of: TextSanitizer.clean(command.name))
                awaitEnter(words)
                let after = files.map(FileVersion.init(of:))
                let changed = zip(items, zip(before, after)).filter { item, versions in
                    if case .local = item.picture { versions.0 != versions.1 } else { false }
                }
                page?.didRewrite(Set(changed.map(\.0.picture)))
                browser.say(words)
            })
    }

    /// Cancels the fetching of pictures, and removes the copies.
    package func endRunning() {
        fetching?.cancel()
        copies.remove()
    }
}

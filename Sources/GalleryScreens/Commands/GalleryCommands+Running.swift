import HalftoneCore
import ImageFeeds
import ScreenKit
import TerminalScreen

/// Running a command on pictures.
extension GalleryCommands {
    /// Asks for a command for the marked pictures, or else for the selected one.
    func askForCommand() {
        browser.marking.finish()
        let marked = browser.marks.items
        let selected = browser.page.selectedEntry.map { [$0.item] } ?? []
        let items = (marked.isEmpty ? selected : marked).filter { $0.picture.isPicture && CopiedName($0) != nil }
        guard !items.isEmpty else { return browser.say("no picture to run a command on") }
        let words = marked.isEmpty ? "this picture" : "\(items.count) marked"
        root.prompt.ask("Run on \(words): ", text: lastCommand) { [weak self] text in
            guard let self, let text, !text.allSatisfy(\.isWhitespace) else { return }
            lastCommand = text
            do throws(Failure) {
                run(try PictureCommand(text, home: Variable.value(of: "HOME")), items)
            } catch {
                browser.say("\(error)")
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
                browser.say(words)
            })
    }
}

import ScreenKit

/// The names of the commands of the gallery.
package enum Action: String, KeyedAction {
    package typealias Screen = RootView

    case up, down, previous, next, pageUp, pageDown, top, bottom, nextUnread, previousUnread, jump
    case search, findNext, findPrevious, filter, sort
    case open, close, mark, markAll, toggleRead, save, saveMarked, run, openPage, copy
    case refresh, refreshAll, sources, linkedFeeds
    case wholePicture, slideshow, nextOfEntry, previousOfEntry, details, playPause
    case larger, smaller, fit, toggleLayout, textForward, textBack, cyclePictureMethod
    case help, redraw, quit, quitAlways

    /// The contexts in which a key triggers the action.
    package struct Contexts: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        static let list = Contexts(rawValue: 1)
        static let grid = Contexts(rawValue: 2)
        /// One open picture.
        static let picture = Contexts(rawValue: 4)
        static let items: Contexts = [.list, .grid]
        static let all: Contexts = [.list, .grid, .picture]
    }

    /// The parts of the help.
    package enum Section: String {
        case moving = "Moving"
        case finding = "Finding and sorting"
        case commands = "With a picture"
        case sources = "With the sources"
        case picture = "While one picture is open"
        case appearance = "How it looks"
        case program = "The program"
    }

    package static let setting = "keys"
    package static let kept = [Action.help, .close, .quit]
    package static let opposites: [Action: Action] = [
        .up: .down, .previous: .next, .top: .bottom, .nextUnread: .previousUnread,
        .findNext: .findPrevious, .nextOfEntry: .previousOfEntry, .larger: .smaller, .textForward: .textBack,
    ]
    package static let rare: Set<Action> = [
        .jump, .markAll, .toggleRead, .saveMarked, .copy, .linkedFeeds, .textForward, .redraw, .quitAlways,
    ]
}

extension Action {
    /// The commands of the gallery, in the order of the help.
    package static let sections: [(name: Section, commands: [KeyCommand<Action>])] = [
        (.moving, moving), (.finding, finding), (.commands, itemCommands), (.sources, ofSources), (.picture, picture),
        (.appearance, appearance), (.program, program),
    ]

    private static let program =
        common(
            .all, help: "this help; again: rarer keys; in a picture: its keys",
            quit: "back; in the list quit (waits for saving; again: at once)") + [
            row(.quitAlways, .all, "Q", "quit", "quit, also while a picture is open") { $0.quitAlways() }
        ]

    private static let moving = [
        row(.up, .all, "↑ k", "move", "a line of pictures up or down; while one is open as ← →", .move(.up)),
        row(.down, .all, "↓ j", "move", nil, .move(.down)),
        row(.previous, .all, "←", "previous", "the previous or next picture; pan when zoomed", .move(.left)),
        row(.next, .all, "→", "next", nil, .move(.right)),
        row(
            .pageUp, .all, "PgUp Ctrl-B", "page", "a screen up; the previous picture while one is open",
            .move(.pageUp)),
        row(
            .pageDown, .all, "PgDn Space Ctrl-F", "page", "a screen down; the next picture while one is open",
            .move(.pageDown)),
        row(.top, .all, "Home g", "first", "the first or last picture", .move(.first)),
        row(.bottom, .all, "End G", "last", nil, .move(.last)),
        row(.nextUnread, .all, "J", "unread", "the next or previous unread picture") {
            $0.moveToUnread(backwards: false)
        },
        row(.previousUnread, .all, "K", "unread before", nil) { $0.moveToUnread(backwards: true) },
        row(
            .jump, .all, ":", "number", "go to a picture by its number"
        ) { $0.askForNumber() },
    ]

    private static let finding = [
        row(.search, .items, "/", "search", "search titles and texts while you type") { $0.askForWords() },
        row(.findNext, .items, "n", "next match", "the next or previous match") {
            $0.findAgain(backwards: false)
        },
        row(.findPrevious, .items, "N", "match before", nil) { $0.findAgain(backwards: true) },
        row(
            .filter, .items, "f", "filter", "show only words or is:unread, new, marked, failed, text"
        ) { $0.askForFilter() },
        row(.sort, .items, "s", "sort", "next order: feed, newest, oldest, title, size, date taken") { $0.sort() },
    ]

    private static let itemCommands = [
        row(.open, .items, "Enter l", "open", "open the picture; in the sources: show only this one") {
            $0.openPicture()
        },
        row(
            .close, .all, "Esc h Backspace", "back", "back to the list; there: clear the filter, or go back"
        ) { $0.close() },
        row(.mark, .all, "m", "mark", "toggle mark (marked paths are printed on exit)") { $0.browser.toggleMark() },
        row(.markAll, .items, "M", "mark all", "mark all pictures shown, or unmark them") {
            $0.browser.toggleAllMarks()
        },
        row(.toggleRead, .all, "U", "read", "mark as read or unread") { $0.browser.toggleRead() },
        row(.save, .all, "w", "save", "save the original") { $0.commands?.save() },
        row(.saveMarked, .all, "W", "save marked", "save the marked pictures") { $0.commands?.saveMarked() },
        row(.run, .all, "!", "run", "run a command on the marked pictures, or on this one") {
            $0.commands?.askForCommand()
        },
        row(.openPage, .all, "o", "page", "open its page, or the picture, in another program") {
            $0.commands?.openPage()
        },
        row(.copy, .all, "y", "copy", "copy the picture's address") { $0.commands?.copy() },
    ]

    private static let ofSources = [
        row(.refresh, .all, "r", "refresh", "retry, or revalidate the picture") {
            $0.refresh()
        },
        row(.refreshAll, .all, "R", "refresh all", "read the sources again, and retry all that failed") {
            $0.browser.refreshAll()
        },
        row(
            .sources, .items, "Tab", "sources", "list the sources with their states, or show only one"
        ) { $0.listSources() },
        row(.linkedFeeds, .items, "L", "feeds", "list the feeds of a web page") {
            $0.chooseFeed()
        },
    ]

    private static let picture = [
        row(.wholePicture, .picture, "0", "whole", "the whole picture again") {
            $0.picture.zoom { $0.reset() }
        },
        row(.slideshow, .all, "S", "slideshow", "start or stop the slideshow") { $0.toggleSlideshow() },
        row(.nextOfEntry, .all, "]", "more", "the next or previous picture of the entry") { $0.showPictureOfEntry(1) },
        row(.previousOfEntry, .all, "[", "back", nil) { $0.showPictureOfEntry(-1) },
        row(
            .details, .picture, "d", "details", "show or hide the details; Esc hides them first"
        ) { $0.picture.toggleDetails() },
        row(.playPause, .picture, "a", "play", "pause or resume the animation") {
            $0.picture.playOrPause()
        },
    ]

    private static let appearance = [
        row(.toggleLayout, .items, "v", "layout", "next layout: list, grid or preview") {
            $0.list.toggleLayout()
        },
        row(.textForward, [.list, .picture], "}", "text", "scroll the text of the preview, or the details") {
            $0.scrollText(1)
        },
        row(.textBack, [.list, .picture], "{", "text back", nil) { $0.scrollText(-1) },
        row(.larger, .all, "+", "larger", "larger or smaller pictures; zoom while one is open") {
            $0.resize(isLarger: true)
        },
        row(.smaller, .all, "-", "smaller", nil) { $0.resize(isLarger: false) },
        row(.fit, [.grid, .picture], "z", "fit", "whole pictures, or filling; while one is open also 100 %") {
            $0.fit()
        },
        row(.cyclePictureMethod, .all, "P", "pictures", "half blocks, or the sharpest that the terminal shows") {
            $0.cyclePictureMethod()
        },
    ]
}

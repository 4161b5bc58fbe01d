/// The names of the commands of the gallery.
enum Action: String, KeyedAction {
    typealias Screen = RootView

    case up, down, previous, next, pageUp, pageDown, top, bottom, jump
    case search, findNext, findPrevious, filter, sort, reverse
    case open, close, mark, markAll, undo, toggleRead, save, saveMarked, run, openPage, openPicture, copy, copyPage
    case refresh, refreshAll, retryFailed, sources, hiddenEntries, linkedFeeds
    case fit, zoomIn, zoomOut, wholePicture, slideshow, details, neighbors, playPause, frameBack, frameForward, slower,
        faster
    case toggleLayout, moreColumns, fewerColumns, cycleIndicator, cycleTransition, cyclePlaceholder, cyclePictureMethod,
        toggleFigures
    case help, redraw, quit

    /// The contexts in which a key triggers the action.
    struct Contexts: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        static let list = Contexts(rawValue: 1)
        static let grid = Contexts(rawValue: 2)
        /// One open picture.
        static let picture = Contexts(rawValue: 4)
        /// The list of sources.
        static let sources = Contexts(rawValue: 8)
        static let items: Contexts = [.list, .grid]
        /// Wherever a picture is selected.
        static let all: Contexts = [.list, .grid, .picture]
        static let everywhere: Contexts = [.list, .grid, .picture, .sources]
    }

    /// The parts of the help.
    enum Section: String {
        case moving = "Moving"
        case finding = "Finding and sorting"
        case commands = "With a picture"
        case sources = "With the sources"
        case picture = "While one picture is open"
        case appearance = "How it looks"
        case program = "The program"
    }

    static let setting = "keys"
    static let kept = [Action.help, .quit]
    /// The commands that are not about the pictures.
    static let aboutTheScreen = Set(
        sections.filter { $0.name == .appearance || $0.name == .program }.flatMap(\.commands).map(\.action))
}

extension Action {
    /// The commands of the gallery, in the order of the help.
    static let sections: [(name: Section, commands: [KeyCommand<Action>])] = [
        (.moving, moving), (.finding, finding), (.commands, itemCommands), (.sources, ofSources), (.picture, picture),
        (.appearance, appearance), (.program, common(.everywhere, quit: "quit when all is saved; twice: immediately")),
    ]

    private static let moving = [
        row(.up, .everywhere, "↑ k", "move", "one line of pictures up; pan up when zoomed", .move(.up)),
        row(.down, .everywhere, "↓ j", "move", "one line of pictures down; pan down when zoomed", .move(.down)),
        // Not `.move`: in an open list of choices, `previous` closes it and `next` chooses.
        row(.previous, .all, "← h", "previous", "previous picture; pan left when zoomed") {
            $0.move(.left)
        },
        row(.next, .all, "→ l", "next", "next picture; in the list: open; pan right when zoomed") {
            $0.move(.right)
        },
        row(
            .pageUp, .everywhere, "PgUp Ctrl-B", "page", "one screen up; previous picture while one is open",
            .move(.pageUp)),
        row(
            .pageDown, .everywhere, "PgDn Space Ctrl-F", "page", "one screen down; next picture while one is open",
            .move(.pageDown)),
        row(.top, .everywhere, "Home g", "first", "the first picture", .move(.first)),
        row(.bottom, .everywhere, "End G", "last", "the last picture", .move(.last)),
        row(
            .jump, .all, ": 1 2 3 4 5 6 7 8 9", "number", "go to a picture by its number",
            .run { $0.askForNumber($1) }),
    ]

    private static let finding = [
        row(.search, .items, "/", "search", "search titles and texts while you type") { $0.askForWords() },
        row(.findNext, .items, "n", "next match", "next match") {
            $0.findAgain(backwards: false)
        },
        row(.findPrevious, .items, "N", "match before", "previous match") {
            $0.findAgain(backwards: true)
        },
        row(
            .filter, .items, "f &", "filter", "show only words, is:unread, is:new, is:marked, is:failed"
        ) { $0.askForFilter() },
        row(.sort, .items, "s", "sort", "next order: feed, date, title, size, date taken") { $0.sort() },
        row(.reverse, .items, "S", "reverse", "reverse the order") { $0.reverse() },
    ]

    private static let itemCommands = [
        row(.open, [.list, .grid, .sources], "Enter", "open", "open the picture; in the sources: show only this one") {
            $0.open()
        },
        row(
            .close, .everywhere, "Esc Backspace", "back", "back to the list; there: clear the filter, or go back"
        ) { $0.close() },
        row(.mark, .all, "m", "mark", "toggle mark (marked paths are printed on exit)") { $0.browser.toggleMark() },
        row(.markAll, .items, "M", "mark all", "mark all pictures shown, or unmark them") {
            $0.browser.toggleAllMarks()
        },
        row(.undo, .all, "u", "undo", "undo the last change of marks") { $0.browser.undoMarks() },
        row(.toggleRead, .all, "U", "read", "mark as read or unread") { $0.browser.toggleRead() },
        row(.save, .all, "w", "save", "save the original") { $0.commands?.save() },
        row(.saveMarked, .all, "W", "save marked", "save the marked pictures") { $0.commands?.saveMarked() },
        row(.run, .all, "!", "run", "run a command on the marked pictures, or on this one") {
            $0.commands?.askForCommand()
        },
        row(.openPage, .all, "o", "page", "open its page, or the picture, in another program") {
            $0.commands?.openPage()
        },
        row(.openPicture, .all, "O", "outside", "open the picture in another program") {
            $0.commands?.openPicture()
        },
        row(.copy, .all, "y", "copy", "copy the picture's address") { $0.commands?.copy() },
        row(.copyPage, .all, "Y", "copy page", "copy the address of the picture's page") { $0.commands?.copyPage() },
    ]

    private static let ofSources = [
        row(.refresh, .everywhere, "r", "refresh", "retry, or revalidate the picture") {
            $0.refresh()
        },
        row(.refreshAll, .everywhere, "R", "refresh all", "reload the sources, and files that have changed") {
            $0.browser.refreshAll()
        },
        row(.retryFailed, .everywhere, "Ctrl-R", "retry", "retry all failed pictures or sources") {
            $0.retryFailed()
        },
        row(
            .sources, [.list, .grid, .sources], "Tab", "sources", "list the sources with their states, or show only one"
        ) { $0.toggleSources() },
        row(.hiddenEntries, .items, "e", "entries", "show or hide entries without pictures") {
            $0.browser.toggleHiddenEntries()
        },
        row(.linkedFeeds, .items, "L", "feeds", "list the feeds of a web page") {
            $0.chooseFeed()
        },
    ]

    private static let picture = [
        row(.fit, .picture, "f", "fit", "fit, fill or original size (100 %)") {
            $0.picture.zoom { $0.cycle() }
        },
        row(.zoomIn, .picture, "+ =", "zoom", "larger") { $0.picture.zoom { $0.enlarge() } },
        row(.zoomOut, .picture, "-", "smaller", "smaller") { $0.picture.zoom { $0.reduce() } },
        row(.wholePicture, .picture, "0", "whole", "the whole picture again") {
            $0.picture.zoom { $0.reset() }
        },
        row(.slideshow, .picture, "s", "slideshow", "start or stop the slideshow") {
            $0.picture.toggleSlideshow()
        },
        row(
            .details, .picture, "d", "details", "cycle details: basic, full, off"
        ) { $0.picture.toggleDetails() },
        row(.neighbors, .picture, "n", "neighbors", "show or hide thumbnails of its neighbors") {
            $0.picture.toggleNeighbors()
        },
        row(.playPause, .picture, "a", "play", "pause or resume the animation") {
            $0.picture.playOrPause()
        },
        row(.frameBack, .picture, ",", "frame", "previous frame") { $0.picture.stepFrame(by: -1) },
        row(.frameForward, .picture, ".", "frame", "next frame") { $0.picture.stepFrame(by: 1) },
        row(.slower, .picture, "[", "slower", "play at half the speed") { $0.picture.changePace(by: 0.5) },
        row(.faster, .picture, "]", "faster", "play at twice the speed") { $0.picture.changePace(by: 2) },
    ]

    private static let appearance = [
        row(.toggleLayout, .items, "v", "layout", "next layout: list, grid or preview") { $0.list.toggleLayout() },
        row(.moreColumns, .items, "+ =", "more", "more and smaller pictures") { $0.list.showMore(true) },
        row(.fewerColumns, .items, "-", "fewer", "fewer and larger pictures") { $0.list.showMore(false) },
        row(.cycleIndicator, .all, "i", "indicator", "next indicator") {
            $0.restyle($0.browser.cycleIndicator())
        },
        row(.cycleTransition, .all, "t", "transition", "next transition") {
            $0.restyle($0.browser.cycleTransition())
        },
        row(.cyclePlaceholder, .all, "p", "placeholder", "next placeholder") {
            $0.restyle($0.browser.cyclePlaceholder())
        },
        row(.cyclePictureMethod, .all, "P", "pictures", "sharper pictures: in pixels, or finer characters") {
            $0.cyclePictureMethod()
        },
        row(.toggleFigures, .all, "F", "statistics", "show or hide the statistics") { $0.toggleStatistics() },
    ]
}

extension Action {
    /// The one table of actions, in the order of the help.
    static let table: [ActionRow<Action>] = moving + finding + doing + sources + picture + appearance + program

    private static let moving = rows(
        .moving,
        [
            (.up, .all, "↑ k", "move", "one line of pictures up; further up when zoomed"),
            (.down, .all, "↓ j", "move", "one line of pictures down; further down when zoomed"),
            (.previous, .all, "← h", "previous", "the picture before; further left when zoomed"),
            (
                .next, .all, "→ l", "next",
                "the next; in the list: open; further right when zoomed"
            ),
            (.pageUp, .all, "PgUp Ctrl-B", "page", "one screen up; the picture before, while one is open"),
            (.pageDown, .all, "PgDn Space Ctrl-F", "page", "one screen down; the next, while one is open"),
            (.top, .all, "Home g", "first", "the first picture"),
            (.bottom, .all, "End G", "last", "the last picture"),
            (.jump, .all, ": 1 2 3 4 5 6 7 8 9", "number", "the picture of a number"),
        ])

    private static let finding = rows(
        .finding,
        [
            (.search, .items, "/", "search", "find a title while you type"),
            (.findNext, .items, "n", "next match", "the next that was searched for"),
            (.findPrevious, .items, "N", "match before", "the one before that was searched for"),
            (.filter, .items, "f &", "filter", "show only titles with what you type; Esc shows all again"),
            (.sort, .items, "s", "sort", "next order: as they came, by date, title or size"),
            (.reverse, .items, "S", "reverse", "the other way round"),
        ])

    private static let doing = rows(
        .doing,
        [
            (.open, .items, "Enter", "open", "open the picture"),
            (.close, .all, "Esc Backspace", "back", "back to the list; there: show all, or the page before"),
            (.mark, .all, "m", "mark", "mark, or not; the marked are printed at the end"),
            (.markAll, .items, "M", "mark all", "mark all that are shown; none, if they are"),
            (.undo, .all, "u", "undo", "take the last change of marks back"),
            (.save, .all, "w", "save", "save the picture as it came"),
            (.saveMarked, .all, "W", "save marked", "save the marked pictures"),
            (.openPage, .all, "o", "page", "open the picture's page, or it, in another program"),
            (.openPicture, .all, "O", "outside", "open the picture in another program"),
            (.copy, .all, "y", "copy", "copy the picture's address"),
        ])

    private static let sources = rows(
        .sources,
        [
            (.refresh, .all, "r", "refresh", "try again, or ask whether the picture changed"),
            (.refreshAll, .all, "R", "refresh all", "read the sources again, and files that have changed"),
            (.retryFailed, .all, "Ctrl-R", "retry", "try all pictures again that failed"),
            (.hiddenEntries, .items, "e", "entries", "show or hide entries without pictures"),
            (.linkedFeeds, .items, "L", "feeds", "the feeds that a web page names"),
        ])

    private static let picture = rows(
        .picture,
        [
            (.fit, .picture, "f", "fit", "fit, fill, or pixel by pixel (100 %)"),
            (.zoomIn, .picture, "+ =", "zoom", "larger"),
            (.zoomOut, .picture, "-", "smaller", "smaller"),
            (.wholePicture, .picture, "0", "whole", "the whole picture again"),
            (.slideshow, .picture, "s", "slideshow", "start or end the slideshow"),
            (.details, .picture, "d", "details", "show what is known of the picture, the rest, or nothing"),
            (.playPause, .picture, "a", "play", "stop an animation, or let it go on"),
            (.frameBack, .picture, ",", "frame", "the frame before"),
            (.frameForward, .picture, ".", "frame", "the next frame"),
            (.slower, .picture, "[", "slower", "play at half the speed"),
            (.faster, .picture, "]", "faster", "play at twice the speed"),
        ])

    private static let appearance = rows(
        .appearance,
        [
            (.toggleLayout, .items, "v", "layout", "list or grid"),
            (.moreColumns, .items, "+ =", "more", "more and smaller pictures in the grid"),
            (.fewerColumns, .items, "-", "fewer", "fewer and larger pictures in the grid"),
            (.cycleIndicator, .all, "i", "indicator", "next indicator"),
            (.cycleTransition, .all, "t", "transition", "next transition"),
            (.cyclePlaceholder, .all, "p", "placeholder", "next placeholder"),
            (.toggleFigures, .all, "F", "figures", "show or hide the figures"),
        ])

    private static let program = rows(
        .program,
        [
            (.help, .all, "? F1", "help", "show or hide this help"),
            (.redraw, .all, "Ctrl-L", "redraw", "draw the screen anew"),
            (.quit, .all, "q", "quit", "quit, once all is saved; twice: at once"),
        ])
}

import Pixels
import TestSupport
import Testing

@testable import GalleryScreens

/// Keys that have an action in several places, tried on ``KeyedFeed``.
extension KeyPresser {
    /// Presses `r` where the picture that changes its color is visible.
    func refresh(at column: Int, _ row: Int) throws {
        try halftone.see("the first picture") { KeyedFeed.color($0, column, row) != nil }
        let before = KeyedFeed.color(halftone, column, row)
        try press("r", .refresh, "another picture") { halftone in
            KeyedFeed.color(halftone, column, row).map { $0 != before } ?? false
        }
    }

    /// Presses keys that move up and down by a screen, or by one picture while one is open, and to both ends; from the
    /// first.
    func pressPages() throws {
        try press("PgDn", .pageDown, "a later one") { ($0.place(of: KeyedFeed.count) ?? 1) > 1 }
        let down = try #require(halftone.place(of: KeyedFeed.count))
        #expect(context == .picture ? down == 2 : down > 2)
        for (name, action, place) in [
            ("PgUp", .pageUp, 1), ("Space", .pageDown, down), ("Ctrl-B", .pageUp, 1), ("Ctrl-F", .pageDown, down),
            ("Home", .top, 1), ("End", .bottom, KeyedFeed.count), ("g", .top, 1), ("G", .bottom, KeyedFeed.count),
        ] as [(String, Action, Int)] {
            try press(name, action, "\(place)/\(KeyedFeed.count)", until: KeyedFeed.isPlace(place))
        }
    }

    func pressNumbers() throws {
        try press(":", .jump, seeing: "Picture number:")
        try halftone.press("99\r")
        try halftone.see("the last, as there is no such number", KeyedFeed.isPlace(KeyedFeed.count))
        try halftone.press(":12\r")
        try halftone.see("the twelfth", KeyedFeed.isPlace(12))
        try halftone.press(":9\r")
        try halftone.see("the ninth", KeyedFeed.isPlace(9))
    }

    /// Presses keys whose effect is a message. They change neither the view nor its position.
    func pressWhatSpeaks(_ base: String, saving words: String) throws {
        // given the selection at an entry that has a page and a picture
        try press("o", .openPage, seeing: "opening \(base)/page/9")
        try press("y", .copy, seeing: "copied \(base)/image/map.png")
        try press("w", .save, seeing: words)
        try press("!", .run, seeing: "Run on ")
        try halftone.press("\u{1B}")
        try halftone.see("no question") { !$0.screen.contains("Run on ") }
        try press("U", .toggleRead, seeing: " unread ")
        try press("R", .refreshAll, seeing: "no changes")
        try press("P", .cyclePictureMethod, seeing: "pictures: blocks")
        try halftone.press("P")
        try halftone.see("pictures: half")
        for name in ["?", "F1"] {
            try press(name, .help, seeing: "toggle mark (marked")
            try halftone.press("z")
            try halftone.see("no help") { !$0.screen.contains("toggle mark (marked") }
        }
        // on a terminal on which another program has written
        halftone.emulator.feed("\u{1B}[2J\u{1B}[HA message of the day")
        try press("Ctrl-L", .redraw, "no message") { halftone in
            !halftone.screen.contains("A message of the day") && halftone.screen.contains("9/\(KeyedFeed.count)")
        }
    }

    /// Presses the keys that list and grid share, except those that move; from the first picture.
    func pressWhatItemsHave(_ base: String) throws {
        try press("/", .search, seeing: "Find:")
        try halftone.press("fig")
        try halftone.see("1 of 2")
        try halftone.press("\r")
        try halftone.see("the fifth", KeyedFeed.isPlace(5))
        try press("n", .findNext, "the next", until: KeyedFeed.isPlace(9))
        try press("N", .findPrevious, "the one before", until: KeyedFeed.isPlace(5))
        for back in ["Esc", "h", "Backspace"] {
            try press("f", .filter, seeing: "Show only:")
            try halftone.press("fig\r")
            try halftone.see("“fig”")
            try halftone.see("two pictures") { $0.place(of: 2) == 1 }
            try press(back, .close, "all of them", until: KeyedFeed.isPlace(5))
        }
        try press("s", .sort, seeing: "newest first")
        for order in ["oldest first", "by title", "by size", "by date taken"] {
            try halftone.press("s")
            try halftone.see(order)
        }
        try halftone.press("s")
        try halftone.see("the order of the feed") { !$0.screen.contains("by date taken") }
        try halftone.see("the same picture at its place", KeyedFeed.isPlace(5))
        for (name, action) in [("Enter", .open), ("l", .open), ("S", .slideshow)] as [(String, Action)] {
            try press(name, action, seeing: "Esc back")
            try halftone.press("\u{1B}")
            try halftone.see("list or grid again") { $0.screen.contains("▌") || $0.screen.contains("╭") }
        }
        for (name, action) in [("]", .nextOfEntry), ("[", .previousOfEntry)] as [(String, Action)] {
            try press(name, action, seeing: "the only picture of its entry")
            try halftone.press("\u{1B}")
            try halftone.see("list or grid again") { $0.screen.contains("▌") || $0.screen.contains("╭") }
        }
        // marks, of which two are saved
        try press("m", .mark, seeing: "1 marked")
        try press("M", .markAll, seeing: "\(KeyedFeed.count) marked")
        try halftone.press("M")
        try halftone.see("no mark") { !$0.screen.contains(" marked") }
        try halftone.press("m")
        try halftone.see("1 marked")
        try press("W", .saveMarked, seeing: "saved as photo.jpg")
        try press("Tab", .sources, seeing: "Sources")
        try halftone.press("\u{1B}")
        try halftone.see("the pictures again") { !$0.screen.contains("Sources") }
        // the entry without a picture, while the filter asks for it
        try halftone.press("f")
        try halftone.see("Show only:")
        try halftone.press("is:text\r")
        try halftone.see("the entry alone") { $0.place(of: 1) == 1 && $0.screen.contains("bare") }
        try halftone.press("\u{1B}")
        try halftone.see("the pictures alone") {
            $0.place(of: KeyedFeed.count) != nil && !$0.screen.contains("reading")
        }
        try halftone.press(":5\r")
        try halftone.see("the fifth", KeyedFeed.isPlace(5))
        try press("L", .linkedFeeds, seeing: "this source has no feeds")
        try halftone.press("n")
        try halftone.see("the ninth", KeyedFeed.isPlace(9))
        try pressWhatSpeaks(base, saving: "saved as map.png")
    }
}
